/// A message with its address and signature, as one text that programs pass around.
///
/// Two spellings are in use: the signature begins with `BEGIN BITCOIN SIGNATURE` and ends with `END BITCOIN
/// SIGNATURE`, or with `BEGIN SIGNATURE` and `END BITCOIN SIGNED MESSAGE`. No standard has them; both come from
/// signed mail (RFC 4880, "cleartext signature").
public struct SignedMessageFile: Hashable, Sendable {
  /// The message, without the line break before the signature; line breaks within it are LF.
  public let message: String
  /// The address, as it stands in the text.
  public let address: String
  /// The signature, as it stands in the text.
  public let signature: String

  /// Takes the parts; a message must not hold a line of the frame, see ``isFramed``.
  public init(message: String, address: String, signature: String) {
    self.message = message
    self.address = address
    self.signature = signature
  }

  private static let begin = "-----BEGIN BITCOIN SIGNED MESSAGE-----"
  private static let middles = ["-----BEGIN BITCOIN SIGNATURE-----", "-----BEGIN SIGNATURE-----"]
  private static let ends = [
    "-----END BITCOIN SIGNATURE-----", "-----END BITCOIN SIGNED MESSAGE-----",
  ]

  /// Whether a text is meant to be one.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    text.drop(while: \.isWhitespace).hasPrefix(begin)
  }

  /// Reads the text of a signed message.
  ///
  /// - Throws: ``MessageError/form(_:what:)`` when a line of the frame is missing, stands twice, or when there are not one
  ///   address and one signature: two readers must not see two messages.
  public init(parsing text: some StringProtocol) throws(MessageError) {
    let lines = Self.lines(of: text)
    func only(_ wanted: [String], _ name: String) throws(MessageError) -> Int {
      let found = lines.indices.filter { wanted.contains(Self.trimmed(lines[$0])) }
      guard let first = found.first else {
        throw .form("signed message", what: "its line \(name) is missing")
      }
      guard found.count == 1 else {
        throw .form("signed message", what: "its line \(name) stands there more than once")
      }
      return first
    }
    let begin = try only([Self.begin], Self.begin)
    let middle = try only(Self.middles, Self.middles[0])
    let end = try only(Self.ends, Self.ends[0])
    guard begin < middle, middle < end, lines[..<begin].allSatisfy({ Self.trimmed($0).isEmpty }),
      lines[(end + 1)...].allSatisfy({ Self.trimmed($0).isEmpty })
    else {
      throw .form("signed message", what: "its lines are not in order, or stand among others")
    }
    // Lines such as "Version: 1" or "Comment: ..." may stand before the address, as in signed mail.
    let rest = lines[(middle + 1)..<end].map(Self.trimmed)
      .filter { !$0.isEmpty && !$0.contains(": ") }
    guard rest.count >= 2 else {
      throw .form("signed message", what: "there are not both an address and a signature")
    }
    message = lines[(begin + 1)..<middle].joined(separator: "\n")
    address = rest[0]
    signature = rest[1...].joined()
  }

  /// Lines without their ends: LF, or CR LF.
  private static func lines(of text: some StringProtocol) -> [String] {
    // By scalars: CR LF is one Character.
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: line.last == "\r" ? line.dropLast() : line)
      return String(scalars)
    }
  }

  private static func trimmed(_ line: String) -> String {
    String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Whether the message has no line of the frame in it, so that the text reads back as what it was made of.
  public var isFramed: Bool {
    Self.lines(of: message).allSatisfy { line in
      !([Self.begin] + Self.middles + Self.ends).contains(Self.trimmed(line))
    } && !message.unicodeScalars.contains("\r")
  }

  /// The text, ending with a line feed.
  public var text: String {
    """
    \(Self.begin)
    \(message)
    \(Self.middles[0])
    \(address)
    \(signature)
    \(Self.ends[0])

    """
  }
}
