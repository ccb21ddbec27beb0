internal import Bytes
public import Hashes
public import SecureMemory

/// Keys of Ed25519 from the seed that the keys of Bitcoin come from (SLIP-10).
///
/// Every step is hardened: there is no public half from which others could be derived.
public enum Ed25519Derivation {
  /// The key at a path from the seed of BIP-39, 16 to 64 bytes; `steps` are counted without the hardening, each below 2^31.
  ///
  /// Throws for another length, for a step that is too large, and for more than 255 steps.
  public static func key(
    seed: borrowing SecretBytes, path steps: [UInt32]
  ) throws(HashesError) -> Ed25519Key {
    try Ed25519Key(node(seed: seed, path: steps).slice(0..<32))
  }

  /// The key of an account of MultiversX: m/44'/508'/0'/0'/index'.
  public static func multiversX(
    seed: borrowing SecretBytes, index: UInt32
  ) throws(HashesError) -> Ed25519Key {
    try key(seed: seed, path: [44, 508, 0, 0, index])
  }

  /// The key, 32 bytes, and its chain code.
  static func node(
    seed: borrowing SecretBytes, path steps: [UInt32]
  ) throws(HashesError) -> SecretBytes {
    guard (16...64).contains(seed.count) else {
      throw .parameterOutOfBounds("length of the seed", value: seed.count, allowed: 16...64)
    }
    guard steps.count <= 255 else {
      throw .parameterOutOfBounds("number of steps", value: steps.count, allowed: 0...255)
    }
    let name = Array("ed25519 seed".utf8).withUnsafeBytes { HMACSHA512(key: $0) }
    var node = seed.withUnsafeBytes { seed in
      SecretBytes(count: 64) { name.authenticate(seed, into: $0) }
    }
    for step in steps {
      guard step < 1 << 31 else {
        throw .parameterOutOfBounds("step", value: Int(step), allowed: 0...(1 << 31 - 1))
      }
      // A zero, the key, and the number of the child, big-endian with the bit of the hardening.
      var message = SecretBytes(count: 37)
      node.withUnsafeBytes { node in
        message.withUnsafeMutableBytes { message in
          for index in 0..<32 { message[1 + index] = node[index] }
          for index in 0..<4 {
            message[33 + index] = UInt8(
              truncatingIfNeeded: (step | 1 << 31) >> UInt32(24 - 8 * index))
          }
        }
      }
      let child = node.withUnsafeBytes { node in
        message.withUnsafeBytes {
          HMAC.sha512(key: UnsafeRawBufferPointer(rebasing: node[32..<64]), message: $0)
        }
      }
      node = child
    }
    return node
  }
}
