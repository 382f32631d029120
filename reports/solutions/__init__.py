"""What ``fillsim solve`` finds for each game: ``SOLVERS``, by what is sought."""
