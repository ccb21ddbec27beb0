// Secp256k1Tests: to come.
