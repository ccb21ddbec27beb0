/// One step of a derivation path: an index below 2^31, hardened or not (BIP-32).
public struct ChildNumber: Hashable, Sendable {
  /// The number as it is serialized: the index, plus 2^31 when hardened.
  public let rawValue: UInt32

  /// Takes the number as it is serialized.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The unhardened child with this index; throws when it is not below 2^31.
  public init(_ index: UInt32) throws(ExtendedKeyError) {
    guard index < Self.hardenedBit else { throw .indexTooLarge(UInt64(index)) }
    rawValue = index
  }

  /// The hardened child with this index; throws when it is not below 2^31.
  public init(hardened index: UInt32) throws(ExtendedKeyError) {
    guard index < Self.hardenedBit else { throw .indexTooLarge(UInt64(index)) }
    rawValue = index | Self.hardenedBit
  }

  /// What is added to the index of a hardened child: 2^31.
  public static let hardenedBit: UInt32 = 0x8000_0000

  /// The index, without the hardened bit: below 2^31.
  public var index: UInt32 { rawValue & ~Self.hardenedBit }

  /// Whether the private key is needed to derive this child.
  public var isHardened: Bool { rawValue & Self.hardenedBit != 0 }

  /// The same index, hardened.
  public var hardened: ChildNumber { ChildNumber(rawValue: rawValue | Self.hardenedBit) }

  /// The next child of the same kind; nil after the last one.
  public var next: ChildNumber? {
    index == Self.hardenedBit - 1 ? nil : ChildNumber(rawValue: rawValue + 1)
  }
}

extension ChildNumber: Comparable {
  public static func < (left: ChildNumber, right: ChildNumber) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension ChildNumber: CustomStringConvertible {
  /// The index in decimal, followed by `h` when hardened.
  public var description: String { isHardened ? "\(index)h" : "\(index)" }
}
