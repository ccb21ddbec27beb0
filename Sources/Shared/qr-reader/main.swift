// qr-reader: to come.
