internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI

/// A request to be paid: a `bitcoin:` URI (BIP-21, BIP-321).
///
/// Everything in it is foreign text.
struct PaymentURI: Equatable {
  /// The address before the question mark; nil when there is none.
  let address: String?
  /// Segwit addresses by the prefix that they are given under, such as `bc` or `tb`.
  let segwit: [(prefix: String, address: String)]
  let amount: Amount?
  let label: String?
  let message: String?
  /// Ways to pay that are not made here: `lightning`, `lno`, `sp`.
  let otherWays: [String]

  static func == (left: Self, right: Self) -> Bool {
    left.address == right.address && left.amount == right.amount && left.label == right.label
      && left.message == right.message && left.otherWays == right.otherWays
      && left.segwit.map(\.address) == right.segwit.map(\.address)
  }

  private static let scheme = "bitcoin:"

  /// Whether a text is meant as such a URI.
  static func isOne(_ text: String) -> Bool {
    text.prefix(scheme.count).lowercased() == scheme
  }

  /// Reads one of at most 4,096 bytes.
  ///
  /// - Throws: `ProgramError` for a parameter that is wrong, stands twice, or is required and not known.
  init(parsing text: String) throws(ProgramError) {
    guard text.utf8.count <= 4_096 else { throw Self.wrong("is longer than 4096 bytes") }
    guard Self.isOne(text) else { throw Self.wrong("does not begin with bitcoin:") }
    let rest = text.dropFirst(Self.scheme.count)
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    let body = String(rest[..<mark])
    address = body.isEmpty ? nil : body
    var parameters: [String: String] = [:]
    var segwit: [(prefix: String, address: String)] = []
    for part in rest[mark...].dropFirst().split(separator: "&") {
      let equals = part.firstIndex(of: "=") ?? part.endIndex
      let name = part[..<equals].lowercased()
      let value = try Self.decoded(part[equals...].dropFirst())
      let plain = name.hasPrefix("req-") ? String(name.dropFirst(4)) : name
      switch plain {
      case "bc", "tb", "bcrt":
        guard value.lowercased().hasPrefix(plain + "1") else {
          throw Self.wrong("has an address under \(plain) that does not begin with \(plain)1")
        }
        segwit.append((plain, value))
      case "amount", "label", "message", "lightning", "lno", "sp", "pop":
        guard parameters.updateValue(value, forKey: plain) == nil else {
          throw Self.wrong("has \(plain) twice")
        }
        if plain == "pop", name != plain {
          throw Self.wrong("requires a proof of payment, which this program cannot make")
        }
      default:
        guard name == plain else {
          let shown = ForeignText.shown(plain, limit: 40)
          throw Self.wrong("requires \(shown), which this program does not know")
        }
      }
    }
    self.segwit = segwit
    amount = try parameters["amount"].map { text throws(ProgramError) in try Self.amount(text) }
    label = parameters["label"]
    message = parameters["message"]
    otherWays = ["lightning", "lno", "sp"].filter { parameters[$0] != nil }
    guard address != nil || !segwit.isEmpty || !otherWays.isEmpty else {
      throw Self.wrong("has no address to pay")
    }
  }

  /// The address to pay on a network: the one before the question mark, else the first of the network's.
  ///
  /// - Throws: `ProgramError` when there is none.
  func address(on network: Network) throws(ProgramError) -> Address {
    let chosen = address ?? segwit.first { $0.prefix == network.hrp }?.address
    guard let chosen else {
      guard segwit.isEmpty else {
        throw ProgramError(
          "the bitcoin: URI has no address on \(network.name)", rule: .r11,
          hint: "pay from a wallet on its network, or ask for an address on \(network.name)")
      }
      throw ProgramError(
        "the bitcoin: URI can be paid only by \(otherWays.joined(separator: ", "))",
        hint: "ask for a bitcoin address: this program pays nothing else")
    }
    return try hinted { () throws(AddressError) in try Address(parsing: chosen, on: network) }
  }

  /// What the request calls itself, for the screen; nil when it does not.
  var words: String? {
    let parts = [label, message].compactMap { $0 }.filter { !$0.isEmpty }
    guard !parts.isEmpty else { return nil }
    return "The request describes itself as: "
      + parts.map { ForeignText.shown($0) }.joined(separator: ", ")
  }

  // MARK: Parts

  /// Bitcoin, as digits with a point or without; nothing else may stand there.
  private static func amount(_ text: String) throws(ProgramError) -> Amount {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }),
      let amount = try? Amount(parsing: text + "BTC")
    else { throw wrong("has an amount that is not a number of bitcoin such as 20.3") }
    return amount
  }

  private static func decoded(_ text: Substring) throws(ProgramError) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let pair = String(rest.prefix(2)), let value = try? Hex.decode(pair).first else {
        throw wrong("has a percent sign without two hexadecimal digits")
      }
      rest = rest.dropFirst(2)
      bytes.append(value)
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw wrong("has text that is not UTF-8")
    }
    return decoded
  }

  private static func wrong(_ what: String) -> ProgramError {
    ProgramError(
      "the bitcoin: URI \(what) (BIP-321)",
      hint: "ask for a new one, or give --to ADDRESS=AMOUNT with the address and amount",
      exitCode: .wrongUsage)
  }
}
