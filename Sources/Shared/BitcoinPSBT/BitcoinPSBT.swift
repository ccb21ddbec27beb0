// BitcoinPSBT: to come.
