// QRDrawingTests: to come.
