// OfflineSigner: to come.
