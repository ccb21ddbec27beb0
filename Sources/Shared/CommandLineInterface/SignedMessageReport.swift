public import BitcoinPrimitives
public import Bytes
internal import Hashes
internal import Refusals
public import SignedMessages
public import TerminalUI
internal import TextLayout

/// A signed message that was checked, as a person and a script read it.
public struct SignedMessageReport: Sendable {
  /// The message, byte by byte as it was checked.
  public let message: [UInt8]
  /// The address that signed.
  public let address: Address
  /// The signature.
  public let signature: MessageSignature
  /// What it proves.
  public let verdict: MessageVerdict

  init(
    message: [UInt8], address: Address, signature: MessageSignature, verdict: MessageVerdict
  ) {
    self.message = message
    self.address = address
    self.signature = signature
    self.verdict = verdict
  }

  /// More lines of a text than this are not shown: who relies on it compares its hash.
  private static let lineLimit = 60
  private static let characterLimit = 4_000

  /// Sentences that say what is proved; `coins` is what a node says about the coins of a proof of funds, one for
  /// each, or nothing where none was asked.
  public func sentences(coins: [String]? = nil) -> String {
    var lines = [
      "The signature is valid. Whoever can spend from this address signed the text below.",
      "",
      "Address (\(networkWords)):",
      address.grouped,
      address.string,
      "",
    ]
    lines += text
    lines.append("")
    lines.append("It is \(signature.form).")
    if verdict.hasOtherHeader {
      lines.append(
        "Its first byte is for another kind of address, as older programs write it: the key is that of this one."
      )
    }
    if verdict.lockTime.rawValue != 0 {
      lines.append("It holds only from \(verdict.lockTime) on.")
    }
    if let age = verdict.age {
      lines.append("It holds only for a coin of the address that is at least \(age) old.")
    }
    if !verdict.coins.isEmpty { lines += funds(coins) }
    lines.append(
      """
      A signature does not say when it was made, and it may be a copy. To be sure, ask for a signature of a text \
      that you choose yourself.
      """)
    return lines.joined(separator: "\n")
  }

  /// An address of a test network may be the same on several.
  private var networkWords: String { address.network.isMainnet ? "mainnet" : "of a test network" }

  /// The text between marks, and how much of it is shown.
  private var text: [String] {
    if message.isEmpty { return ["The text is empty."] }
    let isText = String(validating: message, as: UTF8.self) != nil
    let whole =
      isText
      ? String(decoding: message, as: UTF8.self)
      : ForeignText.shown(bytes: message, limit: Self.characterLimit)
    let lines = whole.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: line)
        return String(scalars)
      }
    let isWhole = lines.count <= Self.lineLimit && message.count <= Self.characterLimit
    var shown: [String] = ["Text (\(message.count) bytes):"]
    var left = Self.characterLimit
    for line in lines.prefix(Self.lineLimit) where left > 0 {
      shown.append(TextWrapping.mark + ForeignText.shown(line, limit: left))
      left -= line.unicodeScalars.count
    }
    if !isWhole {
      shown.append(
        "Only its beginning is shown. The SHA-256 of all of it is \(Hex.encode(SHA256.hash(message).bytes))."
      )
    }
    if !isText { shown.append("The text is not UTF-8: bytes appear above as \\x{..}.") }
    if isText, lines.contains(where: { !ForeignText.isPlain($0) }) {
      shown.append(
        "It contains characters that a screen does not show; they appear above as \\u{..}.")
    }
    if shown.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) {
      shown.append("It contains letters outside ASCII; some look like others.")
    }
    return shown
  }

  private func funds(_ node: [String]?) -> [String] {
    let sum = verdict.coins.reduce(Int64(0)) { $0 + $1.output.rawValue }
    var lines = [
      "",
      "It shows \(verdict.coins.count) coins of \((try? Amount(satoshis: sum)).map { "\($0)" } ?? "\(sum) sat") in all, as the signer says:",
    ]
    for (index, coin) in verdict.coins.enumerated() {
      let amount = coin.output.amount.map { "\($0)" } ?? "\(coin.output.rawValue) sat"
      let says = node.map { ": " + $0[index] } ?? ""
      lines.append("  \(amount)  \(coin.outPoint)\(says)")
    }
    if node == nil {
      lines.append(
        "Nothing here says that these coins exist and are unspent: only a node knows that.")
    }
    lines.append("The list proves nothing about coins that are not on it.")
    return lines
  }

  /// The same for scripts; `coins` as in ``sentences(coins:)``, true where the coin is there as claimed.
  public func json(coins: [Bool]? = nil) -> JSONValue {
    let list = verdict.coins.enumerated().map { index, coin in
      JSONValue.object([
        "outpoint": .string("\(coin.outPoint)"), "amount": .integer(Int(coin.output.rawValue)),
        "script": .string(coin.output.scriptPubKey.hex),
        "unspent": coins.map { .bool($0[index]) } ?? .null,
      ])
    }
    return .object([
      "valid": .bool(true), "address": .string(address.string),
      "mainnet": .bool(address.network.isMainnet), "form": .string(signature.name),
      "message": String(validating: message, as: UTF8.self).map { .string($0) } ?? .null,
      "hash": .string(Hex.encode(SHA256.hash(message).bytes)),
      "lockTime": .integer(Int(verdict.lockTime.rawValue)),
      "sequence": .integer(Int(verdict.sequence)), "coins": .array(list),
    ])
  }

  /// Why nobody should rely on it though nothing was found wrong; nil where there is no doubt.
  public var doubt: ProgramError? {
    let what: String
    switch verdict.doubt {
    case nil: return nil
    case .version(let number): what = "its transaction has version \(number), not 0 or 2"
    case .upgrade(let input):
      what = "the script of input \(input) uses what is kept for later versions of bitcoin"
    }
    return ProgramError(
      "the signature can be neither confirmed nor refuted: \(what)", rule: .r20,
      hint: "do not rely on it; ask for a signature by an address of a kind in use today")
  }
}
