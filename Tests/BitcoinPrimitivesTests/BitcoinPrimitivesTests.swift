// BitcoinPrimitivesTests: to come.
