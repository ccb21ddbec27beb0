// QRTransportTests: to come.
