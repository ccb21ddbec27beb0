// BitcoinPSBTTests: to come.
