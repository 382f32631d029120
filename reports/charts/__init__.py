"""Charts: each function draws one frame on one axes and computes nothing."""
