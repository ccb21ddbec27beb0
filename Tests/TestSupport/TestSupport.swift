// TestSupport: to come.
