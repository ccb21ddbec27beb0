// BitcoinPrimitives: to come.
