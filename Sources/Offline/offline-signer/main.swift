// offline-signer: to come.
