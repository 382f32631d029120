"use strict";
(() => {
  const steps = [...document.querySelectorAll(".step")];
  const panel = document.querySelector(".steps");
  const slider = panel.querySelector("input");
  const count = panel.querySelector("output");
  const playing = panel.querySelector("[data-step=play]");
  const last = steps.length - 1;
  const hash = Number(location.hash.slice(1));
  let now = 0;
  let timer = null;

  const show = (step) => {
    now = Math.max(0, Math.min(last, step));
    steps.forEach((section, number) => section.classList.toggle("is-shown", number === now));
    slider.value = now;
    count.textContent = `${now} of ${last}`;
    if (now === last) stop();
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    playing.textContent = "Play";
  };
  const play = () => {
    if (timer !== null) return stop();
    if (now === last) show(0);
    playing.textContent = "Stop";
    timer = setInterval(() => show(now + 1), 1200);
  };
  const moves = {
    first: () => show(0), back: () => show(now - 1), play,
    next: () => show(now + 1), last: () => show(last),
  };
  const keys = {
    ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play",
  };

  panel.hidden = false;
  document.body.classList.add("is-stepped");
  panel.addEventListener("click", (event) => moves[event.target.dataset.step]?.());
  slider.addEventListener("input", () => show(Number(slider.value)));
  document.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.target === slider) return;
    if (event.key === " " && event.target.tagName === "BUTTON") return;
    event.preventDefault();
    moves[keys[event.key]]();
  });
  show(hash > 0 ? hash : 0);
})();
