// CoinSelectionTests: to come.
