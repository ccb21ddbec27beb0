// ExtendedKeysTests: to come.
