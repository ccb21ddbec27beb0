// SecureMemoryTests: to come.
