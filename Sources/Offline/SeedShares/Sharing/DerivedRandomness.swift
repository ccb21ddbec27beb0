internal import Hashes
internal import SecretCodes
internal import SecureMemory
internal import Synchronization

/// Random bytes that follow from a secret: the same shares each time, so that they can be written one
/// by one, on different days, and checked without being kept.
///
/// HMAC-SHA-512 in counter mode, under a key that is the HMAC-SHA-512 of the label and the passphrase
/// under the secret. Whoever does not know the secret cannot tell the bytes from random ones. What
/// changes the shared values stands in the label or is the passphrase: bytes that hid two different
/// values would give away their difference.
final class DerivedRandomness: RandomSource {
  private struct State: ~Copyable {
    var block = SecretBytes(count: 0)
    var counter: UInt64 = 0
    var used = 0
  }

  private let key: SecretBytes
  private let state = Mutex(State())

  /// Takes what is split, at least 16 bytes, a passphrase, and a label without NUL.
  init(
    _ secret: borrowing SecretBytes,
    passphrase: borrowing SecretBytes = SecretBytes(count: 0), label: String
  ) {
    let message = SecretBytes(
      joining: SecretBytes(notSecret: Array("drawbridge shares/\(label)\0".utf8)), passphrase)
    key = secret.withUnsafeBytes { secret in
      message.withUnsafeBytes { HMAC.sha512(key: secret, message: $0) }
    }
  }

  /// Never throws: the bytes follow from the secret.
  func fill(_ memory: UnsafeMutableRawBufferPointer) {
    state.withLock { state in
      for index in memory.indices {
        if state.used == state.block.count {
          var counter = state.counter.bigEndian
          state.block = key.withUnsafeBytes { key in
            withUnsafeBytes(of: &counter) { HMAC.sha512(key: key, message: $0) }
          }
          state.counter += 1
          state.used = 0
        }
        let used = state.used
        memory[index] = state.block.withUnsafeBytes { $0[used] }
        state.used += 1
      }
    }
  }
}
