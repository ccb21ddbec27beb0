public import ExtendedKeys

/// A key of a descriptor as a person finds it: its place, and its fingerprint or how its text
/// begins.
public struct KeyName: Hashable, Sendable {
  /// As in `key 2 [b8688df1]`, or without an origin `key 2 (tpubDC5FSnBi...)`; counted from 1.
  public let text: String

  /// Names a public key at a position counted from 0.
  public init(_ key: KeyExpression, at position: Int) {
    text = "key \(position + 1) \(key.mark)"
  }
}

extension KeyName: CustomStringConvertible {
  public var description: String { text }
}

extension KeyExpression {
  /// What tells this key from others at a glance: `[b8688df1]`, or without an origin
  /// `(tpubDC5FSnBi...)`.
  public var mark: String {
    if let origin { return "[\(origin.fingerprint)]" }
    return switch material {
    case .single(let key): "(\("\(key)".prefix(12))...)"
    case .xOnly(let key): "(\("\(key)".prefix(12))...)"
    case .extended(let xpub): "(\("\(xpub)".prefix(12))...)"
    }
  }
}

extension Descriptor {
  /// The first key that says that it belongs to the other kind of networks; nil when none does.
  public func key(foreignTo network: KeyNetwork) -> KeyName? {
    keys.enumerated().first { $0.element.network.map { $0 != network } == true }
      .map { KeyName($0.element, at: $0.offset) }
  }
}
