// QRReadingTests: to come.
