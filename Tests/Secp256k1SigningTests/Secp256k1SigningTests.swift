// Secp256k1SigningTests: to come.
