// NodeClientsTests: to come.
