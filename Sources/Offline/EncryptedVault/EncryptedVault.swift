// EncryptedVault: to come.
