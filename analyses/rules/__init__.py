"""Rules as experiments: what other rules change in every number of the balance."""
