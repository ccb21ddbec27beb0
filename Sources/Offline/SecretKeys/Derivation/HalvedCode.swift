internal import Bytes
internal import Hashes
internal import Secp256k1Signing
internal import SecureMemory

/// The 64 bytes of HMAC-SHA-512 that a derivation step of BIP-32 splits: key material and chain code.
struct HalvedCode: ~Copyable {
  private let code: SecretBytes

  init(_ hmac: HMACSHA512, _ message: UnsafeRawBufferPointer) {
    code = SecretBytes(count: 64) { hmac.authenticate(message, into: $0) }
  }

  /// The right half, which is public together with the extended public key.
  var chainCode: Bytes32 {
    code.withUnsafeBytes { Bytes32($0[32...]) ?? .zero }
  }

  /// Lends the left half.
  borrowing func withLeft<R: ~Copyable, E: Error>(
    _ body: (UnsafeRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try code.withUnsafeBytes { code throws(E) in
      try body(UnsafeRawBufferPointer(rebasing: code[..<32]))
    }
  }
}

/// A private key and the chain code that was derived with it.
struct PrivateChild: ~Copyable {
  let key: PrivateKey
  let chainCode: Bytes32
}
