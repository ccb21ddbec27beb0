/// An account's public key and where it comes from: what the signer exports.
public struct AccountKey: Hashable, Sendable {
  /// The master key's fingerprint and the path to the account.
  public let origin: KeyOrigin
  /// The account's key.
  public let xpub: Xpub

  /// Puts the two together, whether or not they agree; see ``isWhereStated``.
  public init(stated origin: KeyOrigin, xpub: Xpub) {
    self.origin = origin
    self.xpub = xpub
  }

  /// Puts the two together.
  ///
  /// Throws when they do not agree; see ``isWhereStated``.
  public init(origin: KeyOrigin, xpub: Xpub) throws(ExtendedKeyError) {
    self.init(stated: origin, xpub: xpub)
    guard isWhereStated else {
      throw .originMismatch(depth: Int(xpub.depth), pathLength: origin.path.count)
    }
  }

  /// Whether the key says of itself that it lies where the origin says.
  ///
  /// Its depth is the number of steps, its child number the last step, and the fingerprint of a
  /// master key its own. Addresses do not depend on any of these: some programs (Jade, Nunchuk)
  /// write a depth of three under four steps.
  public var isWhereStated: Bool {
    guard origin.path.count == Int(xpub.depth),
      origin.path.steps.last.map({ $0 == xpub.childNumber }) ?? true
    else { return false }
    // The fingerprint of a master key is its own; that of its child is in the child.
    let claimed = xpub.depth == 0 ? xpub.fingerprint : xpub.parentFingerprint
    return xpub.depth > 1 || claimed == origin.fingerprint
  }

  /// Reads `[d34db33f/84h/0h/0h]xpub...`; whether the two agree is not asked.
  public init(parsing text: some StringProtocol) throws(ExtendedKeyError) {
    guard text.first == "[" else {
      throw .path(position: 1, reason: "an origin in brackets is expected")
    }
    // A fingerprint and 255 steps of 12 characters at most.
    guard let close = text.prefix(8 + 12 * 255 + 2).firstIndex(of: "]") else {
      throw .path(position: 1, reason: "the bracket is never closed")
    }
    let origin = try KeyOrigin(parsing: text[text.index(after: text.startIndex)..<close])
    self.init(stated: origin, xpub: try Xpub(parsing: text[text.index(after: close)...]))
  }

  /// The network the key is for.
  public var network: KeyNetwork { xpub.network }

  /// The script whose standard path this is; nil for other paths.
  public var script: StandardAccount? { StandardAccount(path: origin.path, on: network) }
}

extension AccountKey: CustomStringConvertible {
  /// The canonical text: `[d34db33f/84h/0h/0h]xpub...`.
  public var description: String { "[\(origin)]\(xpub)" }
}
