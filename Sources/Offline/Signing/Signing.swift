// Signing: to come.
