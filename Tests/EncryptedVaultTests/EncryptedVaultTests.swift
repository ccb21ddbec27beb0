// EncryptedVaultTests: to come.
