internal import Bytes
internal import Hashes
public import SecureMemory
internal import Synchronization

/// Bytes of a hash chain: another source for each name, always the same.
public final class ChainedRandomSource: RandomSource {
  private let state: Mutex<Bytes32>

  /// Takes a seed of the chain.
  public init(_ name: String) { state = Mutex(SHA256.hash(Array(name.utf8))) }

  public func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    for index in memory.indices {
      memory[index] = state.withLock { state in
        state = SHA256.hash(state)
        return state.bytes[0]
      }
    }
  }
}
