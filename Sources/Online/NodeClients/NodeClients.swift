// NodeClients: to come.
