// Secp256k1: to come.
