// HashesTests: to come.
