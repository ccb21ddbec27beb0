internal import CSystemCalls
internal import Glibc
public import Refusals

/// Why there are no random bytes; without them nothing secret may be made.
public enum RandomnessError: HintedError, Equatable, Sendable {
  /// The kernel refused, with its error number.
  case systemRefused(errno: Int32)
  /// A source that was handed in has run dry.
  case exhausted

  public var description: String {
    switch self {
    case .systemRefused(let code): "the system provides no randomness (error \(code))"
    case .exhausted: "the source of randomness has no more bytes"
    }
  }

  /// The rule that refuses it.
  public var rule: Rule? { .r32 }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .systemRefused: "do not continue on this machine; restart it and run `doctor`"
    case .exhausted: "give more bytes"
    }
  }
}

/// Where random bytes come from; tests hand in their own.
public protocol RandomSource: Sendable {
  /// Fills all of the memory or throws; never fills it partly without throwing.
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError)
}

extension RandomSource {
  /// Makes a secret of random bytes.
  public func secret(count: Int) throws(RandomnessError) -> SecretBytes {
    try SecretBytes(count: count) { memory throws(RandomnessError) in try fill(memory) }
  }

  /// Makes random bytes that are not secret: nonces, salts, auxiliary data.
  public func bytes(count: Int) throws(RandomnessError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try bytes.withUnsafeMutableBufferPointer { memory throws(RandomnessError) in
      try fill(UnsafeMutableRawBufferPointer(memory))
    }
    return bytes
  }
}

/// The kernel's generator through `getrandom(2)`, which waits until it is seeded.
public struct SystemRandomSource: RandomSource {
  /// The kernel's generator holds no state here.
  public init() {}

  /// Fills the memory with random bytes; throws where the kernel gives none.
  public func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    try SystemRandom.fill(memory)
  }
}

/// Random bytes from the kernel; there is no second source to fall back to.
public enum SystemRandom {
  /// Fills the memory; throws when the kernel refuses, with the memory wiped.
  public static func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    guard let start = memory.baseAddress else { return }
    var filled = 0
    while filled < memory.count {
      let got = syscalls_getrandom(start + filled, memory.count - filled)
      if got == -Int(EINTR) { continue }
      guard got > 0 else {
        SecretBytes.wipe(memory)
        throw .systemRefused(errno: Int32(-got))
      }
      filled += got
    }
  }

  /// Makes a secret of random bytes.
  public static func secret(count: Int) throws(RandomnessError) -> SecretBytes {
    try SystemRandomSource().secret(count: count)
  }

  /// Makes random bytes that are not secret.
  public static func bytes(count: Int) throws(RandomnessError) -> [UInt8] {
    try SystemRandomSource().bytes(count: count)
  }
}
