// WalletStorage: to come.
