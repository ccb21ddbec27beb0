internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What happened to a wallet, as a line and as JSON.
struct EventReport {
  /// The line.
  let text: String
  /// The object; the line is in it as `text`.
  let json: JSONObject

  /// The most addresses that are named.
  private static let mostAddresses = 20

  /// What a wallet's things are called.
  struct Labels {
    let wallet: WalletRecord
    let transactions: [String: String]
    let outputs: [String: String]
    let addresses: [String: String]

    init(_ wallet: WalletRecord, _ store: Store) throws {
      self.wallet = wallet
      transactions = try store.labels(.transaction, of: wallet)
      outputs = try store.labels(.output, of: wallet)
      addresses = try store.labels(.address, of: wallet)
    }
  }

  init(_ recorded: RecordedEvent, _ labels: Labels, _ store: Store) throws {
    let event = recorded.event
    let details = try store.details(of: event, in: labels.wallet)
    // Of what comes the addresses that got it, of what leaves whom it was paid to.
    let outputs = event.net > 0 || details.others.isEmpty ? details.own : details.others
    let addresses = outputs.prefix(Self.mostAddresses).compactMap {
      Address(script: $0.scriptPubKey, network: labels.wallet.network)?.string
    }
    let label = Self.label(event, addresses, details.payment, labels)
    text = Self.words(
      event, labels.wallet.name, addresses, outputs.count, label, details.payment)
    json = [
      "number": .integer(recorded.number), "event": .string(event.kind.rawValue),
      "wallet": .string(labels.wallet.name),
      "txid": event.txid.map { .string("\($0)") } ?? .null,
      "coin": Self.coin(event).map { .string("\($0)") } ?? .null,
      "amount": .integer(event.net), "received": .integer(event.received),
      "spent": .integer(event.spent), "height": event.height.map { .integer($0) } ?? .null,
      "earlierHeight": event.earlierHeight.map { .integer($0) } ?? .null,
      "replacedBy": event.replacedBy.map { .string("\($0)") } ?? .null,
      "addresses": .array(addresses.map { .string($0) }), "label": .string(label),
      "payment": details.payment.map { .integer($0.number) } ?? .null,
      "syncedHeight": .integer(recorded.tip), "text": .string(text),
    ]
  }

  private static func coin(_ event: WalletEvent) -> OutPoint? {
    if case .unknownSpend(let coin) = event.subject { coin } else { nil }
  }

  /// The label of the transaction or coin, else those of its addresses, else what its payment was called.
  private static func label(
    _ event: WalletEvent, _ addresses: [String], _ payment: HistoryEntry.OwnPayment?,
    _ labels: Labels
  ) -> String {
    if let label = event.txid.flatMap({ labels.transactions["\($0)"] }) { return label }
    if let label = coin(event).flatMap({ labels.outputs["\($0)"] }) { return label }
    var seen: Set<String> = []
    let found = addresses.compactMap { labels.addresses[$0] }
      .filter { seen.insert($0).inserted }
    guard found.isEmpty else { return found.joined(separator: ", ") }
    // A payment without a label is called by its recipients, which are named already.
    guard let summary = payment?.summary, !addresses.contains(where: { summary.contains($0) })
    else { return "" }
    return summary
  }

  private static func words(
    _ event: WalletEvent, _ wallet: String, _ addresses: [String], _ count: Int, _ label: String,
    _ payment: HistoryEntry.OwnPayment?
  ) -> String {
    let amount = HistoryPage.btc(Int64(clamping: event.net.magnitude))
    let more = count > 1 ? " and \(counted(count - 1, "other"))" : ""
    let isGain = event.net > 0
    // What the wallet loses has the fee in it; the recipients get less.
    let way = isGain ? " at" : ", fee included, to"
    let place = addresses.first.map { "\(way) \($0)\(more)" } ?? ""
    let block = event.height.map { "in block \($0)" } ?? "not confirmed yet"
    let sum = "\(isGain ? "+" : "-")\(amount) BTC\(place)"
    let what =
      switch event.kind {
      case .arrived: "\(amount) BTC arrived\(place), \(block)"
      case .left:
        coin(event).map {
          "coin \($0), \(amount) BTC, was spent; the node cannot tell by which transaction"
        }
          ?? "\(amount) BTC left\(place), \(block)"
      case .confirmed:
        "confirmed \(block): \(sum)"
          + (event.earlierHeight.map { " (blocks were replaced: it was in block \($0))" } ?? "")
      case .unconfirmed: "NOT CONFIRMED ANY MORE, its block was replaced: \(sum)"
      case .vanished: vanished(event, sum)
      case .corrected: "more is known of a transaction: \(sum), \(block)"
      }
    var parts = ["\(wallet): \(what)"]
    if !label.isEmpty { parts.append("\"\(ForeignText.shown(label))\"") }
    if let payment { parts.append("payment \(payment.number)") }
    if let txid = event.txid { parts.append("transaction \(txid)") }
    return parts.joined(separator: "; ")
  }

  private static func vanished(_ event: WalletEvent, _ sum: String) -> String {
    if let coin = coin(event) {
      return event.replacedBy.map { "coin \(coin) was spent by transaction \($0)" }
        ?? "coin \(coin) is unspent again"
    }
    return "VANISHED, neither in the chain nor in the mempool: \(sum)"
      + (event.replacedBy.map { "; transaction \($0) took its place" } ?? "")
  }
}

extension CoordinatorSession {
  /// The most events of one sync that are said in lines.
  private static let mostEvents = 20

  /// What happened to some wallets since an event; oldest first.
  func reports(
    after number: Int64, of wallets: [WalletRecord], _ store: Store
  ) throws -> [EventReport] {
    var labels: [String: EventReport.Labels] = [:]
    return try store.events(after: number, of: wallets).compactMap { event in
      guard let wallet = wallets.first(where: { $0.name == event.wallet }) else { return nil }
      let known = try labels[event.wallet] ?? EventReport.Labels(wallet, store)
      labels[event.wallet] = known
      return try EventReport(event, known, store)
    }
  }

  /// Says what a sync found to have changed.
  func say(_ reports: [EventReport]) {
    for report in reports.prefix(Self.mostEvents) { console.talk(report.text) }
    if reports.count > Self.mostEvents {
      console.talk("\(counted(reports.count - Self.mostEvents, "more event")): see `history`")
    }
  }
}
