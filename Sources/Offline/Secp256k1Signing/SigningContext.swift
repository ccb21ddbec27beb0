internal import CSecp256k1
internal import SecureMemory

/// The randomized context that every operation on private keys uses.
///
/// One for the whole process: it is blinded with system randomness before anyone can see it and never
/// written to again, and libsecp256k1 only reads the context while it signs, so any number of threads
/// may use it at the same time. Randomizing again would need exclusive use; it would guard against
/// an observer of many signatures' power traces, which a process cannot have inside itself.
struct SigningContext: @unchecked Sendable {
  let pointer: OpaquePointer

  private static let shared = Result<SigningContext, SigningError> { () throws(SigningError) in
    try SigningContext()
  }

  /// Gives the context; throws when the system had no randomness to blind it with.
  static func current() throws(SigningError) -> OpaquePointer {
    try shared.get().pointer
  }

  private init() throws(SigningError) {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
      throw .noSignature
    }
    do throws(RandomnessError) {
      let seed = try SystemRandom.secret(count: 32)
      let done = seed.withUnsafeBytes {
        secp256k1_context_randomize(context, $0.assumingMemoryBound(to: UInt8.self).baseAddress)
      }
      guard done == 1 else { throw RandomnessError.exhausted }
    } catch {
      secp256k1_context_destroy(context)
      throw .randomness(error)
    }
    pointer = context
  }
}
