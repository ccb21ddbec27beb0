/// Why a key could not be stretched or a sealed text not be opened; never the secret itself.
public enum HashesError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A parameter is outside of its bounds, checked before any work.
  case parameterOutOfBounds(String, value: Int, allowed: ClosedRange<Int>)
  /// The memory that the parameters ask for is above the cap, in bytes.
  case tooMuchMemory(needed: Int, limit: Int)
  /// A sealed text was changed, or the key, the nonce or the header is another one.
  case notAuthentic
  /// libcrypto failed: no memory, or a build without the algorithm.
  case libraryFailed(String)

  public var description: String {
    switch self {
    case .parameterOutOfBounds(let name, let value, let allowed):
      "\(name) is \(value), but must be from \(allowed.lowerBound) to \(allowed.upperBound)"
    case .tooMuchMemory(let needed, let limit):
      "\(needed) bytes of memory needed, the limit is \(limit)"
    case .notAuthentic: "wrong key or changed contents"
    case .libraryFailed(let algorithm): "libcrypto failed at \(algorithm)"
    }
  }

  /// What the person can do about it.
  public var hint: String {
    switch self {
    case .parameterOutOfBounds, .tooMuchMemory: "use smaller parameters"
    case .notAuthentic: "check the passphrase; if it is right, use a backup of the file"
    case .libraryFailed: "check that libcrypto is fully installed and that there is free memory"
    }
  }
}
