// DurableFilesTests: to come.
