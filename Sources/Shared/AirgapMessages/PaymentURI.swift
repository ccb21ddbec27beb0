public import BitcoinPrimitives
internal import Bytes
internal import Refusals

/// A request to be paid: a `bitcoin:` URI (BIP-21, BIP-321).
///
/// Everything in it is foreign text, and nothing in it is signed by anybody.
public struct PaymentURI: Hashable, Sendable {
  /// As it came.
  public let text: String
  /// The addresses that it offers, in its order: the one before the question mark, then those of parameters.
  public let addresses: [String]
  /// How much is asked for.
  public let amount: Amount?
  /// What the recipient is called.
  public let label: String?
  /// What it is for.
  public let message: String?
  /// Ways to pay that are not made here, each once: `lightning`, `lno`, `sp`.
  public let otherWays: [String]

  /// What a request comes to on a network.
  public struct Choice: Hashable, Sendable {
    /// The address to pay.
    public let address: Address
    /// What else is offered, for a person: other addresses and other ways to pay.
    public let leftOut: [String]

    /// What was left out, as a sentence; nil where nothing was.
    public var words: String? {
      leftOut.isEmpty
        ? nil
        : "The request also offers other ways, which were left out: \(leftOut.joined(separator: ", "))."
    }
  }

  /// The most bytes of one.
  public static let limit = 4_096
  private static let scheme = "bitcoin:"
  /// The ways that BIP-321 names and nobody here makes.
  private static let ways = ["lightning", "lno", "sp"]

  /// Whether a text is meant as such a URI.
  public static func isOne(_ text: some StringProtocol) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  /// Reads one of at most ``limit`` bytes.
  ///
  /// - Throws: ``PaymentURIError`` for a parameter that is wrong, stands twice, or is required and not known.
  public init(parsing text: String) throws(PaymentURIError) {
    guard text.utf8.count <= Self.limit else { throw .form("is longer than \(Self.limit) bytes") }
    guard Self.isOne(text) else { throw .form("does not begin with bitcoin:") }
    self.text = text
    let rest = text.dropFirst(Self.scheme.count)
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    var addresses = mark == rest.startIndex ? [] : [String(rest[..<mark])]
    var single: [String: String] = [:]
    var ways: Set<String> = []
    for part in rest[mark...].dropFirst().split(separator: "&") {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let name = part[..<equals].lowercased()
      let value = try Self.decoded(part[equals...].dropFirst())
      let isRequired = name.hasPrefix("req-")
      let plain = isRequired ? String(name.dropFirst(4)) : name
      switch plain {
      case _ where Network.segwitPrefixes.contains(plain):
        guard value.lowercased().hasPrefix(plain + "1") else {
          throw .form("has an address under \(plain) that does not begin with \(plain)1")
        }
        addresses.append(value)
      case "lightning", "lno", "sp":
        ways.insert(plain)
      case "amount", "label", "message", "pop":
        guard single.updateValue(value, forKey: plain) == nil else {
          throw .form("has \(plain) twice")
        }
        if plain == "pop", isRequired { throw .required("a proof of payment") }
      default:
        if isRequired { throw .required(ForeignText.shown(plain, limit: 40)) }
      }
    }
    self.addresses = addresses
    amount = try single["amount"].map { text throws(PaymentURIError) in try Self.amount(text) }
    label = single["label"]
    message = single["message"]
    otherWays = Self.ways.filter { ways.contains($0) }
    guard !addresses.isEmpty || !otherWays.isEmpty else { throw .form("has no address to pay") }
  }

  /// A request to pay one address.
  ///
  /// - Throws: ``PaymentURIError`` when it would be longer than ``limit``.
  public init(
    paying address: Address, amount: Amount?, label: String?, message: String?
  ) throws(PaymentURIError) {
    let parameters: [(String, String?)] = [
      ("amount", amount.map(Self.number)), ("label", label.map(Self.encoded)),
      ("message", message.map(Self.encoded)),
    ]
    let said = parameters.compactMap { name, value in value.map { "\(name)=\($0)" } }
    let query = said.isEmpty ? "" : "?" + said.joined(separator: "&")
    try self.init(parsing: Self.scheme + address.string + query)
  }

  /// The same text with the scheme and a segwit address in capitals, which a QR code holds in fewer modules
  /// (BIP-173, BIP-321); other addresses stay as they are, since their letters count.
  public var textForQR: String {
    let head = text.prefix { $0 != "?" }
    let address = head.dropFirst(Self.scheme.count)
    let isBech32 = Network.segwitPrefixes.contains { address.lowercased().hasPrefix($0 + "1") }
    return isBech32 ? head.uppercased() + text.dropFirst(head.count) : text
  }

  /// Whether it says nothing but one address.
  public var isAddressAlone: Bool {
    addresses.count == 1 && amount == nil && label == nil && message == nil && otherWays.isEmpty
  }

  /// The address to pay on a network: the first that is one of it.
  ///
  /// - Throws: ``PaymentURIError`` when there is none; of a mistyped address what is wrong with it.
  public func choice(on network: Network) throws(PaymentURIError) -> Choice {
    var chosen: (index: Int, address: Address)?
    var mistyped: AddressError?
    var foreign: AddressError?
    for (index, text) in addresses.enumerated() where chosen == nil {
      do throws(AddressError) {
        chosen = (index, try Address(parsing: text, on: network))
      } catch .wrongNetwork(let found, let expected) {
        foreign = foreign ?? .wrongNetwork(found: found, expected: expected)
      } catch {
        mistyped = mistyped ?? error
      }
    }
    // One that is damaged stands before it: what else is damaged?
    if let mistyped { throw .address(mistyped) }
    guard let chosen else {
      if addresses.count == 1, let foreign { throw .address(foreign) }
      guard addresses.isEmpty else { throw .noAddress(on: network) }
      throw .onlyOtherWays(otherWays)
    }
    let others = addresses.indices.filter { $0 != chosen.index }
      .map { "the address \(ForeignText.shown(addresses[$0], limit: 100))" }
    return Choice(address: chosen.address, leftOut: others + otherWays.map { Self.name(of: $0) })
  }

  /// What the request calls itself, for the screen; nil when it does not.
  public var words: String? {
    let parts = [label, message].compactMap { $0 }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    return "The request describes itself as: "
      + parts.map { ForeignText.shown($0) }.joined(separator: ", ")
  }

  // MARK: Parts

  static func name(of way: String) -> String {
    switch way {
    case "lightning": "a Lightning invoice"
    case "lno": "a Lightning offer"
    default: "a silent payment"
    }
  }

  /// Bitcoin, as digits with a point or without; nothing else may stand there.
  private static func amount(_ text: String) throws(PaymentURIError) -> Amount {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
      let amount = try? Amount(parsing: text + "BTC")
    else { throw .form("has an amount that is not a number of bitcoin such as 20.3") }
    return amount
  }

  /// Bitcoin without zeros at the end: `20.3`.
  private static func number(_ amount: Amount) -> String {
    var text = amount.btc[...]
    guard text.contains(".") else { return String(text) }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// Everything but the unreserved characters of RFC 3986 as `%` and two capital digits.
  private static func encoded(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f, 0x7e:
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result += "%" + Hex.encode([byte]).uppercased()
      }
    }
    return result
  }

  private static func decoded(_ text: Substring) throws(PaymentURIError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let pair = String(rest.prefix(2)), let value = try? Hex.decode(pair).first else {
        throw .form("has a percent sign without two hexadecimal digits")
      }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw .form("has text that is not UTF-8")
    }
    return decoded
  }
}
