// Isolation: to come.
