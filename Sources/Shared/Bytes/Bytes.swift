// Bytes: to come.
