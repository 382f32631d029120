"""What is played and what is kept of it: line-ups on shared luck, sums by block, when to stop."""
