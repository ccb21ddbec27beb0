/// What a descriptor's text says besides its scripts (BIP-393): `?bh=800000&gl=30`.
///
/// Lower bounds of what is needed to find all coins when the text was written. They are not part of
/// what a descriptor is: two that differ in them alone are equal.
public struct DescriptorAnnotations: Hashable, Sendable {
  /// An annotation that is not known here.
  public struct Pair: Hashable, Sendable {
    /// Lower-case letters.
    public let key: String
    /// A decimal number of any size without leading zeros.
    public let value: String
  }

  /// `bh`: the height of the block at or after which the wallet first received.
  public var birthHeight: UInt32?
  /// `gl`: how many addresses in a row may be unused before the search ends.
  public var gapLimit: UInt32?
  /// `ml`: the highest label to look for, in wallets of silent payments (BIP-352).
  public var maxLabel: UInt32?
  /// The others, in their order: ignored, and written again.
  public let unknown: [Pair]

  /// No annotations.
  public static let none = DescriptorAnnotations()

  /// Puts annotations together.
  public init(birthHeight: UInt32? = nil, gapLimit: UInt32? = nil, maxLabel: UInt32? = nil) {
    self.init(birthHeight: birthHeight, gapLimit: gapLimit, maxLabel: maxLabel, unknown: [])
  }

  private init(birthHeight: UInt32?, gapLimit: UInt32?, maxLabel: UInt32?, unknown: [Pair]) {
    self.birthHeight = birthHeight
    self.gapLimit = gapLimit
    self.maxLabel = maxLabel
    self.unknown = unknown
  }

  /// The most annotations that are read.
  public static let maxCount = 64

  /// Whether there are none.
  public var isEmpty: Bool { self == .none }

  /// Reads what follows the question mark; throws as BIP-393 demands.
  ///
  /// `offset` is where it begins in the whole text.
  init(parsing text: ArraySlice<UInt8>, offset: Int) throws(DescriptorError) {
    var known: [String: UInt32] = [:]
    var unknown: [Pair] = []
    var seen: Set<String> = []
    let pairs = text.split(
      separator: UInt8(ascii: "&"), maxSplits: Self.maxCount, omittingEmptySubsequences: false)
    for pair in pairs {
      let position = offset + pair.startIndex - text.startIndex
      guard seen.count < Self.maxCount else {
        throw .annotation("comes after \(Self.maxCount) others, too many", offset: position)
      }
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      guard !name.isEmpty, name.count <= 64, name.allSatisfy({ (0x61...0x7a).contains($0) }),
        name.count < pair.count
      else { throw .annotation("is not of the form bh=800000", offset: position) }
      let value = pair.dropFirst(name.count + 1)
      guard !value.isEmpty, value.count <= 64, value.allSatisfy({ (0x30...0x39).contains($0) }),
        value.count == 1 || value.first != 0x30
      else {
        throw .annotation("needs a whole number without leading zeros", offset: position)
      }
      let key = String(decoding: name, as: UTF8.self)
      guard seen.insert(key).inserted else {
        throw .annotation("appears twice", offset: position)
      }
      let digits = String(decoding: value, as: UTF8.self)
      guard Self.names.contains(key) else {
        unknown.append(Pair(key: key, value: digits))
        continue
      }
      guard let number = UInt32(digits) else {
        throw .annotation("is above 4294967295", offset: position)
      }
      known[key] = number
    }
    self.init(
      birthHeight: known["bh"], gapLimit: known["gl"], maxLabel: known["ml"], unknown: unknown)
  }

  private static let names: Set<String> = ["bh", "gl", "ml"]
}

extension DescriptorAnnotations: CustomStringConvertible {
  /// The text with its question mark, `?bh=800000&gl=30`; empty when there are none.
  public var description: String {
    var pairs: [String] = []
    if let birthHeight { pairs.append("bh=\(birthHeight)") }
    if let gapLimit { pairs.append("gl=\(gapLimit)") }
    if let maxLabel { pairs.append("ml=\(maxLabel)") }
    for pair in unknown { pairs.append("\(pair.key)=\(pair.value)") }
    return pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&")
  }
}
