// BytesTests: to come.
