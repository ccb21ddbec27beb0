internal import Bytes
public import Mnemonics
public import SecureMemory

/// A secret of the tests' own making, never of value.
public func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(moving: &bytes)
}

/// A secret out of hexadecimal text.
public func secret(hex: String) throws -> SecretBytes {
  var bytes = try Hex.decode(hex)
  return SecretBytes(moving: &bytes)
}

/// The UTF-8 text that a secret of the tests holds.
public func text(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

/// The bytes of a secret of the tests, in hexadecimal text.
public func hex(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { Hex.encode($0) }
}

extension Mnemonic {
  /// The entropy in hexadecimal text.
  public var entropyHex: String { withEntropy { Hex.encode($0) } }

  /// The seed in hexadecimal text.
  public func seedHex(_ passphrase: String) throws -> String {
    try seed(passphrase: secret(passphrase)).withUnsafeBytes { Hex.encode($0) }
  }
}
