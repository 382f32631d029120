"""What it is worth to sit where: seats of one strategy that plays itself."""
