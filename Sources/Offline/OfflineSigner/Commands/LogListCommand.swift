internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import EncryptedVault
internal import Hashes
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI

/// `log list`, or `log` alone: what was signed.
struct LogListCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists what this signer has signed.",
    discussion: """
      Times are those of this machine's clock. The log remembers coins and
      recipients, so that no payment is signed twice by mistake (R33), and which
      coins were ours (R12); it says how many entries are too old for that.

      It knows what was signed, not what was sent. What was signed later tells some
      of it: "used" means that a later payment spends the change, "replaced" that
      another payment spends one of the coins. The others are open: whoever has their
      signatures can still send them. --open lists only these. The coordinator says
      what became of them: `log export` here, `reconcile` there.

      "text" is a text that was signed (`message sign`), with the address, the form
      and how it begins.

      Below the list stand the words of the log: see `log verify`.
      """)

  @Option(help: ArgumentHelp("Show the newest ones only.", valueName: "count"))
  var last: Int?

  @Flag(help: "Show only payments that are not known to have been sent or replaced.")
  var open = false

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    let log = try session.contents().log
    let sequels = log.sequels
    let all = zip(log, sequels).filter { !open || $0.1 == .open || $0.1 == .unknown }
    let shown = all.suffix(max(0, last ?? all.count))
    var table = Table([
      "TIME (UTC)", "WALLET", .init("SENT BTC", .right), .init("FEE BTC", .right, leaves: 3),
      .init("SINCE", leaves: 4), .init("ACKNOWLEDGED", .left, .wraps, leaves: 1),
      .init("TRANSACTION", .left, .goesBelow, leaves: 2),
    ])
    for (record, sequel) in shown {
      let isText = record.text != nil
      table.add([
        UTCTime(record.time).text, record.wallet, isText ? "" : Self.btc(record.sent),
        isText ? "" : Self.btc(record.fee), Self.word(for: sequel),
        record.accepted.map(\.name).joined(separator: " "),
        record.text.map(Self.words) ?? Txid(record.txid).description,
      ])
    }
    let console = session.console
    let nothing = log.isEmpty ? "Nothing was signed yet." : "No payment is open."
    let list = shown.isEmpty ? nothing : console.shown(table)
    let head = console.wrappedResult("The log has \(LogHead(log).text).")
    console.result(
      text: "\(list)\n\n\(head)",
      json: .array(shown.map { Self.json($0.0, $0.1) }))
    sayForgotten(log, on: console)
  }

  private static func word(for sequel: SigningLog.Sequel) -> String {
    switch sequel {
    case .usedLater: "used"
    case .replaced: "replaced"
    case .open: "open"
    case .unknown: "unknown"
    case .text: "text"
    }
  }

  /// Which text was signed, by its beginning.
  private static func words(of text: LoggedText) -> String {
    let isWhole = SHA256.hash(Array(text.beginning.utf8)) == text.hash
    return "\(text.address) (\(text.form)): "
      + ForeignText.shown(text.beginning, limit: LoggedText.longestBeginning)
      + (isWhole ? "" : "...")
  }

  /// Says of how many entries the recipients are not remembered, or not any more, and of how many our coins.
  private func sayForgotten(_ log: SigningLog, on console: Console) {
    guard let last = log.last(where: { !$0.hasDetails }) else { return }
    console.talk(
      """
      The recipients of \(Self.payments(log.count { !$0.hasDetails })), the last of them signed on \
      \(UTCTime(last.time).date), are not remembered: they are older than the newest \
      \(VaultContents.mostLogDetails) coins and recipients, or were signed by an earlier version. If one of \
      them is asked for again out of other coins, this signer will not notice (R33): compare with the list above.
      """)
    guard let last = log.last(where: { !$0.hasOwnCoins }) else { return }
    console.talk(
      """
      Of \(Self.payments(log.count { !$0.hasOwnCoins })), the last of them signed on \
      \(UTCTime(last.time).date), not even our own coins are remembered: this signer will not notice if one \
      of them is spent again (R33) or shown as another person's (R12).
      """)
  }

  private static func payments(_ count: Int) -> String {
    counted(count, "payment")
  }

  private static func btc(_ satoshis: Int64) -> String {
    (try? Amount(satoshis: satoshis))?.btc ?? "unknown"
  }

  private static func json(_ record: SigningRecord, _ sequel: SigningLog.Sequel) -> JSONValue {
    if let text = record.text {
      return [
        "time": .integer(record.time), "wallet": .string(record.wallet), "since": .string("text"),
        "address": .string(text.address), "form": .string(text.form),
        "hash": .string(text.hash.hex), "beginning": .string(text.beginning),
        "coins": .integer(text.coins), "amount": .integer(text.amount),
        "accepted": .array(record.accepted.map { .string($0.name) }),
        "answers": .array(record.accepted.map(json)),
      ]
    }
    return [
      "time": .integer(record.time), "wallet": .string(record.wallet),
      "txid": .string(Txid(record.txid).description), "sent": .integer(record.sent),
      "fee": .integer(record.fee), "lockTime": .integer(record.lockTime),
      "since": .string(word(for: sequel)),
      "remembered": .bool(record.hasDetails), "coinsRemembered": .bool(record.hasOwnCoins),
      "accepted": .array(record.accepted.map { .string($0.name) }),
      "answers": .array(record.accepted.map(json)),
    ]
  }
  /// How a warning was acknowledged: the words that were typed, or null with what stands in their place.
  private static func json(_ acceptance: LoggedAcceptance) -> JSONValue {
    let (by, words): (String, JSONValue) =
      switch acceptance.answer {
      case .typed(let words): ("typed", .string(words))
      case .option: ("--accept", .null)
      case .notKept: ("not kept", .null)
      }
    return ["name": .string(acceptance.name), "by": .string(by), "words": words]
  }
}
