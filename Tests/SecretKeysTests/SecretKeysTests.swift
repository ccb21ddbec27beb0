// SecretKeysTests: to come.
