import Bytes
import SecretKeys
import SecureMemory

/// A secret of the tests' own making, never of value.
func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(moving: &bytes)
}

func secret(hex: String) throws -> SecretBytes {
  var bytes = try Hex.decode(hex)
  return SecretBytes(moving: &bytes)
}

func text(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

func hex(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { Hex.encode($0) }
}

extension Mnemonic {
  var entropyHex: String { withEntropy { Hex.encode($0) } }

  func seedHex(_ passphrase: String) throws -> String {
    try seed(passphrase: secret(passphrase)).withUnsafeBytes { Hex.encode($0) }
  }
}
