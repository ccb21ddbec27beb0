// SecretKeys: to come.
