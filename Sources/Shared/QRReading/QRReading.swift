// QRReading: to come.
