// Benchmarks: to come.
