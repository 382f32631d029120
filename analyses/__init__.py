"""Questions to the simulators and solvers, answered as frozen results with intervals."""
