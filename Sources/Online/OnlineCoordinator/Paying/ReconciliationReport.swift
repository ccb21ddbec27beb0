internal import AirgapMessages
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletTypes

/// What `reconcile` says.
struct ReconciliationReport {
  private let result: Reconciliation
  private let logs: [SigningLogExport]
  private let wallets: [Reconciliation.Wallet]
  /// Wallets of this home that no log names.
  private let notInLogs: [String]
  private let console: Console

  init(
    _ result: Reconciliation, logs: [SigningLogExport], wallets: [Reconciliation.Wallet],
    notInLogs: [String], console: Console
  ) {
    self.result = result
    self.logs = logs
    self.wallets = wallets
    self.notInLogs = notInLogs
    self.console = console
  }

  // MARK: For a person

  /// Tables and sentences.
  var text: String {
    var parts = logs.map { console.wrappedResult(Self.head(of: $0)) }
    let states = wallets.compactMap { wallet in
      wallet.spends.points.last.map {
        "\(wallet.name) as of block \($0.height), \(UTCTime($0.time).text) UTC."
      }
    }
    parts += states.map(console.wrappedResult)
    if !result.signed.isEmpty { parts.append(console.shown(signedTable)) }
    let shown = result.unsigned.filter { $0.verdict == .alarm || $0.verdict == .unclear }
    if !shown.isEmpty {
      parts.append("Spent without an entry in the log:")
      parts.append(console.shown(Self.table(of: shown)))
    }
    parts += sentences.map(console.wrappedResult)
    return parts.joined(separator: "\n\n")
  }

  private static func head(of log: SigningLogExport) -> String {
    let entries = counted(log.count, "entry", plural: "entries")
    let part =
      log.leftOut == 0
      ? "" : ", of which the export has the newest \(counted(log.entries.count, "payment"))"
    return
      "Log of a signer, exported on \(UTCTime(log.made).text) UTC: \(entries)\(part), words: "
      + "\(log.words). Compare the number and the words with those that the signer shows."
  }

  private var signedTable: Table {
    var table = Table([
      "signed (UTC)", .init("wallet", .left, leaves: 2), .init("payment", .right, leaves: 1),
      .init("sent BTC", .right), .init("what became of it", .left, .wraps),
      .init("transaction", .left, .goesBelow),
    ])
    for signed in result.signed {
      var transaction = "\(signed.entry.txid)"
      if case .replaced(let other, _) = signed.fate { transaction += ", replaced by \(other)" }
      table.add([
        UTCTime(signed.entry.time).text, name(of: signed), signed.payment.map { "\($0)" } ?? "",
        signed.entry.sent.flatMap { try? Amount(satoshis: $0) }?.btc ?? "unknown",
        Self.words(for: signed.fate), transaction,
      ])
    }
    return table
  }

  /// The wallets as this home calls them, else as the signer did.
  private func name(of signed: Reconciliation.Signed) -> String {
    signed.wallets.isEmpty ? signed.entry.wallet : signed.wallets.joined(separator: ", ")
  }

  private static func words(for fate: Reconciliation.Fate) -> String {
    switch fate {
    case .confirmed(let height?): "confirmed in block \(height)"
    case .confirmed(nil): "confirmed"
    case .pending: "in the mempool"
    case .replaced(_, let height?): "replaced in block \(height)"
    case .replaced(_, nil): "replaced in the mempool"
    case .unclear: "unclear: its coins are spent"
    case .unseen: "not seen"
    case .elsewhere: "not compared"
    }
  }

  private static func table(of unsigned: [Reconciliation.Unsigned]) -> Table {
    var table = Table([
      .init("block", .right), .init("wallet", .left, leaves: 1), .init("lost BTC", .right),
      .init("", .left, .wraps), .init("transaction", .left, .goesBelow),
    ])
    for one in unsigned {
      let spend = one.spend
      table.add([
        spend.height.map { spend.spender == .unknown ? "by \($0)" : "\($0)" } ?? "pending",
        one.wallet, (try? Amount(satoshis: max(0, spend.loss)))?.btc ?? "unknown",
        one.verdict == .alarm ? "NOT SIGNED HERE" : "unclear",
        spend.spender.txid.map { "\($0)" } ?? "unknown; it spent \(spend.coins[0])",
      ])
    }
    return table
  }

  /// What the tables do not say.
  private var sentences: [String] {
    var lines: [String] = []
    let unseen = result.signed.count { $0.fate == .unseen }
    if unseen > 0 {
      lines.append(
        """
        \(counted(unseen, "payment")) \(unseen == 1 ? "was" : "were") signed and not seen: whoever has the \
        signatures can still send \(unseen == 1 ? "it" : "them"). To rule that out, spend one of the coins \
        in another payment.
        """)
    }
    let elsewhere = result.signed.count { $0.fate == .elsewhere }
    if elsewhere > 0 {
      lines.append(
        """
        \(counted(elsewhere, "payment")) could not be compared: the coins are of no wallet in this home, or \
        the signer no longer remembers them.
        """)
    }
    if result.unsigned.contains(where: { $0.verdict == .unclear }) {
      lines.append(
        """
        Unclear transactions spend coins that were signed for, and this home cannot tell whether they are \
        what was signed: their bytes are missing. `sync --whole` with a node that has all blocks finds out.
        """)
    }
    lines += [
      said(.others, Self.others, one: Self.others),
      said(
        .before, "are older than the wallet's registration at the signer, and were not judged",
        one: "is older than the wallet's registration at the signer, and was not judged"),
      said(.leftOut, Self.leftOut, one: Self.leftOut),
    ].compactMap(\.self)
    if !notInLogs.isEmpty {
      lines.append("Not in the log, and not compared: \(notInLogs.joined(separator: ", ")).")
    }
    let marks = Set(wallets.map(\.mark))
    let missing = Set(logs.flatMap(\.wallets).filter { !marks.contains($0.mark) }.map(\.name))
    if !missing.isEmpty {
      let names = missing.sorted().prefix(Self.mostNamed).map { ForeignText.shown($0, limit: 60) }
      lines.append(
        "In the log, but not in this home, and not compared: \(names.joined(separator: ", "))"
          + (missing.count > names.count ? ", and \(missing.count - names.count) more." : "."))
    }
    if result.alarms.isEmpty, result.found > 0 {
      lines.append(
        result.unsigned.isEmpty
          ? "Every transaction that spent coins of these wallets is in the signer's log."
          : "All other transactions that spent coins of these wallets are in the signer's log.")
    }
    return lines
  }

  private static let others =
    "needed no signature of this signer: others can spend from the wallet"
  private static let leftOut =
    "may be among the entries that the export left out: export the whole log to a file"

  /// The most wallets that are named.
  private static let mostNamed = 20

  private func said(
    _ verdict: Reconciliation.Verdict, _ words: String, one: String
  ) -> String? {
    let count = result.unsigned.count { $0.verdict == verdict }
    guard count > 0 else { return nil }
    return "\(counted(count, "transaction")) without an entry \(count == 1 ? one : words)."
  }

  /// What ends the command with an error; nil where nothing was spent that was not signed.
  var trouble: ProgramError? {
    let alarms = result.alarms
    guard !alarms.isEmpty else { return nil }
    let names = Set(alarms.map(\.wallet)).sorted().joined(separator: ", ")
    return ProgramError(
      "\(counted(alarms.count, "transaction")) spent coins of \(names) and "
        + "\(alarms.count == 1 ? "is" : "are") not in the log of the signer",
      hint:
        "if you did not sign with another vault, an older one, or `sign --seed`, somebody else has the "
        + "keys: move the other coins to a new seed at once")
  }

  // MARK: For scripts

  /// The whole result.
  var json: JSONValue {
    [
      "alarm": .bool(!result.alarms.isEmpty), "found": .integer(result.found),
      "logs": .array(
        logs.map { log in
          [
            "entries": .integer(log.count), "leftOut": .integer(log.leftOut),
            "words": .string(log.words), "head": .string(log.head.hex),
            "made": .integer(log.made),
          ]
        }),
      "wallets": .array(
        wallets.map { wallet in
          [
            "wallet": .string(wallet.name),
            "height": wallet.spends.points.last.map { .integer($0.height) } ?? .null,
            "incompleteFrom": wallet.spends.gap.map { .integer($0) } ?? .null,
          ]
        }),
      "notInLogs": .array(notInLogs.map { .string($0) }),
      "signed": .array(result.signed.map(Self.json)),
      "unsigned": .array(result.unsigned.map(Self.json)),
    ]
  }

  private static func json(_ signed: Reconciliation.Signed) -> JSONValue {
    var (state, height, other): (String, JSONValue, JSONValue) = ("", .null, .null)
    switch signed.fate {
    case .confirmed(let found):
      (state, height) = ("confirmed", found.map { .integer($0) } ?? .null)
    case .pending: state = "pending"
    case .replaced(let txid, let found):
      (state, height) = ("replaced", found.map { .integer($0) } ?? .null)
      other = .string("\(txid)")
    case .unclear: state = "unclear"
    case .unseen: state = "unseen"
    case .elsewhere: state = "not-compared"
    }
    return [
      "time": .integer(signed.entry.time), "txid": .string("\(signed.entry.txid)"),
      "wallets": .array(signed.wallets.map { .string($0) }),
      "sent": signed.entry.sent.map { .integer($0) } ?? .null, "state": .string(state),
      "height": height, "replacedBy": other,
      "payment": signed.payment.map { .integer($0) } ?? .null,
    ]
  }

  private static func json(_ unsigned: Reconciliation.Unsigned) -> JSONValue {
    [
      "wallet": .string(unsigned.wallet), "verdict": .string(unsigned.verdict.rawValue),
      "txid": unsigned.spend.spender.txid.map { .string("\($0)") } ?? .null,
      "height": unsigned.spend.height.map { .integer($0) } ?? .null,
      "lost": .integer(unsigned.spend.loss),
      "coins": .array(unsigned.spend.coins.map { .string("\($0)") }),
    ]
  }
}
