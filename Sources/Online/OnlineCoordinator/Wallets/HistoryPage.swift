internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The history of a wallet as a table, as JSON and as comma-separated values.
struct HistoryPage {
  private let wallet: WalletRecord
  private let tip: Int
  private let labels: (transactions: [String: String], outputs: [String: String])
  private let addresses: [String: String]
  private let book: WalletAddresses
  /// Transactions that show an address which looks like a known one (R30).
  private let lookAlikes: Set<Txid>

  init(_ wallet: WalletRecord, tip: Int, lookAlikes: Set<Txid>, _ store: Store) throws {
    self.lookAlikes = lookAlikes
    self.wallet = wallet
    self.tip = tip
    labels = (
      try store.labels(.transaction, of: wallet), try store.labels(.output, of: wallet)
    )
    addresses = try store.labels(.address, of: wallet)
    book = try WalletAddresses(wallet, store)
  }

  // MARK: Forms

  func table(_ entries: [HistoryEntry]) -> Table {
    var table = Table([
      .init("transaction", .left, .goesBelow, leaves: 1), .init("date (UTC)", leaves: 5),
      .init("block", .right, leaves: 2), .init("BTC", .right),
      .init("fee sat", .right, leaves: 4), .init("balance", .right),
      .init("payment", .right, leaves: 6),
      .init("label", .left, .wraps, leaves: 3), .init("to", .left, .goesBelow),
    ])
    for entry in entries {
      var name = "spent; this node cannot tell by which transaction"
      var block = entry.height.map { "\($0)" } ?? "pending"
      switch entry.cause {
      case .transaction(let txid): name = "\(txid)"
      case .unknownSpend(_, let height): block = "by \(height)"
      }
      table.add([
        name, Self.date(entry) ?? "unknown", block,
        Self.signed(entry.net) + (entry.mayMissSpends ? "?" : ""),
        entry.fee.map { "\($0)" } ?? "", Self.btc(entry.balance),
        entry.payment.map { "\($0.number)" } ?? "",
        isLookAlike(entry) ? "LOOK-ALIKE \(label(entry))" : label(entry),
        shortRecipients(entry),
      ])
    }
    return table
  }

  func json(_ entry: HistoryEntry) -> JSONValue {
    var coin = JSONValue.null
    if case .unknownSpend(let outPoint, _) = entry.cause { coin = .string("\(outPoint)") }
    return [
      "txid": entry.txid.map { .string("\($0)") } ?? .null, "coin": coin,
      "height": entry.height.map { .integer($0) } ?? .null,
      "time": entry.time.map { .integer($0) } ?? .null,
      "confirmations": .integer(entry.height.map { max(0, tip - $0 + 1) } ?? 0),
      "received": .integer(entry.received), "spent": .integer(entry.spent),
      "net": .integer(entry.net), "fee": entry.fee.map { .integer($0) } ?? .null,
      "balance": .integer(entry.balance),
      "recipients": .array(
        entry.recipients.map { output in
          [
            "address": address(output).map { .string($0) } ?? .null,
            "script": .string(output.scriptPubKey.hex), "amount": .integer(output.rawValue),
          ]
        }),
      "payment": entry.payment.map { .integer($0.number) } ?? .null,
      "label": .string(label(entry)), "lookAlike": .bool(isLookAlike(entry)),
      "mayMissSpends": .bool(entry.mayMissSpends),
    ]
  }

  /// Amounts in BTC; "in" and "out" are what the wallet gained or lost, the fee included, so that each
  /// balance is the one before it plus the one and less the other.
  func csv(_ entries: [HistoryEntry]) -> [UInt8] {
    var text = CSVText()
    text.add(
      [
        "date (UTC)", "block", "txid", "coin", "in (BTC)", "out (BTC)", "fee (BTC)",
        "balance (BTC)", "recipients", "label", "payment", "complete",
      ].map { .own($0) })
    for entry in entries {
      var coin = ""
      var block = entry.height.map { "\($0)" } ?? ""
      if case .unknownSpend(let outPoint, let height) = entry.cause {
        (coin, block) = ("\(outPoint)", "by \(height)")
      }
      let recipients = entry.recipients.map { "\(name($0)) \(Self.btc($0.rawValue))" }
      text.add([
        .own(Self.date(entry) ?? ""), .own(block), .own(entry.txid.map { "\($0)" } ?? ""),
        .own(coin), .own(entry.net > 0 ? Self.btc(entry.net) : ""),
        .own(entry.net < 0 ? Self.btc(0 &- entry.net) : ""), .own(entry.fee.map(Self.btc) ?? ""),
        .own(Self.btc(entry.balance)), .own(recipients.joined(separator: " ")),
        .foreign(label(entry)), .own(entry.payment.map { "\($0.number)" } ?? ""),
        .own(entry.mayMissSpends ? "no" : "yes"),
      ])
    }
    return text.bytes
  }

  // MARK: Parts

  /// When it was confirmed; nil where nobody told.
  private static func date(_ entry: HistoryEntry) -> String? {
    if let time = entry.time { return UTCTime(time).text }
    return entry.height == nil && entry.txid != nil ? "pending" : nil
  }

  private func isLookAlike(_ entry: HistoryEntry) -> Bool {
    entry.txid.map(lookAlikes.contains) ?? false
  }

  /// Its own label, else those of the coins and addresses that it paid to, else what its payment was
  /// called.
  private func label(_ entry: HistoryEntry) -> String {
    if let label = entry.txid.flatMap({ labels.transactions["\($0)"] }) { return label }
    var seen: Set<String> = [""]
    // Addresses are derived for it, and outpoints written: only where a label may be found.
    let isLabelled = !labels.outputs.isEmpty || !addresses.isEmpty
    let received = (isLabelled ? entry.receipts : []).map { receipt in
      labels.outputs["\(receipt.outPoint)"] ?? addresses[book.address(receipt.place)] ?? ""
    }
    let paid = entry.recipients.map { output in
      address(output).flatMap { addresses[$0] } ?? ""
    }
    let found = (received + paid).filter { seen.insert($0).inserted }.joined(separator: ", ")
    if !found.isEmpty { return found }
    // A payment without a label is called by its recipients, which have a column of their own.
    guard let summary = entry.payment?.summary,
      !entry.recipients.contains(where: { address($0).map(summary.contains) ?? false })
    else { return "" }
    return summary
  }

  private func address(_ output: TxOut) -> String? {
    Address(script: output.scriptPubKey, network: wallet.network)?.string
  }

  /// The address, or what the script is where it has none.
  private func name(_ output: TxOut) -> String {
    if let address = address(output) { return address }
    return output.scriptPubKey.isUnspendable ? "OP_RETURN" : "a script without an address"
  }

  private func shortRecipients(_ entry: HistoryEntry) -> String {
    guard let first = entry.recipients.first else { return "" }
    let others = entry.recipients.count - 1
    return name(first) + (others > 0 ? " and \(counted(others, "other"))" : "")
  }

  /// Satoshis as bitcoin with eight decimals.
  static func btc(_ satoshis: Int64) -> String {
    let fraction = String(satoshis.magnitude % 100_000_000)
    let zeros = String(repeating: "0", count: 8 - fraction.count)
    return "\(satoshis < 0 ? "-" : "")\(satoshis.magnitude / 100_000_000).\(zeros)\(fraction)"
  }

  private static func signed(_ satoshis: Int64) -> String {
    satoshis < 0 ? btc(satoshis) : "+\(btc(satoshis))"
  }
}
