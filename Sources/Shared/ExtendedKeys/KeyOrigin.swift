/// Where a key comes from: the fingerprint of a master key and the path from there (BIP-380).
///
/// An origin is a claim: whoever wrote it may have written anything.
public struct KeyOrigin: Hashable, Sendable {
  /// The fingerprint of the key the path starts at.
  public let fingerprint: Fingerprint
  /// The steps from there.
  public let path: DerivationPath

  /// Takes the fingerprint of the master key and the path from it to the key.
  public init(fingerprint: Fingerprint, path: DerivationPath) {
    self.fingerprint = fingerprint
    self.path = path
  }

  /// Reads `d34db33f` or `d34db33f/84h/0h/0h`, without brackets.
  ///
  /// Throws when the fingerprint or a step is misspelt; positions count from the fingerprint's
  /// start.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    fingerprint = try Fingerprint(parsing: String(text.prefix(8)))
    let rest = text.dropFirst(8)
    guard let slash = rest.first else {
      path = .master
      return
    }
    guard slash == "/" else { throw .path(position: 9, reason: "a slash is expected") }
    let steps = rest.dropFirst()
    guard steps.first != "m" else { throw .path(position: 10, reason: "a number is expected") }
    do {
      path = try DerivationPath(parsing: String(steps))
    } catch {
      guard case .path(let position, let reason) = error else { throw error }
      throw .path(position: position + 9, reason: reason)
    }
  }

  /// Reads four bytes of fingerprint and four bytes a step, little-endian (BIP-174).
  public init(decoding bytes: ArraySlice<UInt8>) throws(ExtendedKeyError) {
    fingerprint = try Fingerprint(decoding: bytes.prefix(4))
    path = try DerivationPath(decoding: bytes.dropFirst(4))
  }

  /// Four bytes of fingerprint and four bytes a step, little-endian (BIP-174).
  public func encoded() -> [UInt8] { fingerprint.bytes + path.encoded() }

  /// The origin of a child; throws when the path becomes longer than 255 steps.
  public func appending(_ step: ChildNumber) throws(ExtendedKeyError) -> KeyOrigin {
    KeyOrigin(fingerprint: fingerprint, path: try path.appending(step))
  }

  /// The origin of a descendant; throws when the path becomes longer than 255 steps.
  public func appending(_ steps: DerivationPath) throws(ExtendedKeyError) -> KeyOrigin {
    KeyOrigin(fingerprint: fingerprint, path: try path.appending(steps))
  }
}

extension KeyOrigin: CustomStringConvertible {
  /// The canonical text without brackets, such as `d34db33f/84h/0h/0h`.
  public var description: String {
    path.isEmpty ? "\(fingerprint)" : "\(fingerprint)/\(path.relativeText)"
  }
}
