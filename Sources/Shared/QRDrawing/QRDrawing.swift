// QRDrawing: to come.
