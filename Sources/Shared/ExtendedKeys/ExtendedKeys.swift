// ExtendedKeys: to come.
