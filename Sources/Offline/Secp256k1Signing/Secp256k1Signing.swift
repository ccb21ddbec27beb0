// Secp256k1Signing: to come.
