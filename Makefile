# Every target stands alone on a fresh clone: it makes .venv, installs, and runs.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: report test lint bench clean

report: .venv/installed
	$(BIN)/fillsim report

test: .venv/installed
	$(BIN)/python -m pytest -n auto --dist loadfile

lint: .venv/installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/installed
	$(BIN)/python benchmarks/speed.py

.venv/installed: pyproject.toml
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

clean:
	rm -rf .venv report
