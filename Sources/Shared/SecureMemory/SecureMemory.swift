// SecureMemory: to come.
