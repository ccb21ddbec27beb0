// DurableFiles: to come.
