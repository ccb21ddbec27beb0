// Hashes: to come.
