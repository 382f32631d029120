"""Slow, plain counterparts of the compiled kernels: enumeration in whole numbers and fractions."""
