// Descriptors: to come.
