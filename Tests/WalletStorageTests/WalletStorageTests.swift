// WalletStorageTests: to come.
