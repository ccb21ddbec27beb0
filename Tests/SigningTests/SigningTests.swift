// SigningTests: to come.
