// CoinSelection: to come.
