// QRTransport: to come.
