"""Fill or Bust: push-your-luck dice and cards."""
