internal import Bytes
internal import Hashes

/// The name that FullyNoded 2 gives a wallet in a node: the SHA-256 of its receiving descriptor.
///
/// The text is that of the first branch with its checksum, in the spelling that the node printed:
/// Bitcoin Core once wrote hardened steps with `'` only, and today keeps whichever marker it was
/// given. The same wallet therefore has two names.
public struct NodeWalletName: Hashable, Sendable {
  /// Of the text with `'`, the canonical one: 64 lower-case hexadecimal digits.
  public let text: String
  /// Of the text with `h`.
  public let otherSpelling: String

  /// Computes both names of a descriptor.
  ///
  /// - Throws: ``DescriptorError`` when its first branch cannot be written.
  public init(_ descriptor: Descriptor) throws(DescriptorError) {
    guard let receiving = try descriptor.expanded().first else { throw .noSuchBranch(0, count: 0) }
    text = Self.name(try DescriptorChecksum.appended(to: receiving.textWithApostrophes))
    otherSpelling = Self.name(receiving.canonical)
  }

  /// Whether a name is one of the two.
  public func matches(_ name: some StringProtocol) -> Bool {
    let lower = name.lowercased()
    return lower == text || lower == otherSpelling
  }

  /// Whether a text has the shape of such a name: 64 hexadecimal digits.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    text.utf8.count == 64 && (try? Hex.decode(text)) != nil
  }

  private static func name(_ text: String) -> String {
    Hex.encode(SHA256.hash(Array(text.utf8)).bytes)
  }
}

extension Descriptor {
  /// The canonical text without checksum, its origins spelt with `'` in place of `h`.
  ///
  /// The other letters `h` (in `sh`, in keys) stay: only what stands in brackets is a path.
  public var textWithApostrophes: String {
    var isOrigin = false
    return String(
      textWithoutChecksum.map { character in
        switch character {
        case "[": isOrigin = true
        case "]": isOrigin = false
        case "h" where isOrigin: return "'"
        default: break
        }
        return character
      })
  }
}
