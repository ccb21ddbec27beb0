internal import BitcoinPrimitives
internal import Bytes
internal import TerminalUI
internal import WalletBackups

/// What a backup holds, for a person and as JSON; everything in it is foreign text.
struct BackupPage {
  let document: BackupDocument
  /// The container: `sealed` or `aewb`.
  let kind: String
  /// The seed whose key opened it.
  let key: KeyFolder.Entry

  var text: String {
    var lines = ["A backup of \(key.network.name), opened with the key of \(key.fingerprint)."]
    if let records = document.records {
      lines.append("Written on \(UTCTime(records.written).text) (UTC).")
      for wallet in records.wallets {
        var parts = [
          "\(wallet.labels.count) labels", "\(wallet.payments.count) payments on their way",
        ]
        if !wallet.people.isEmpty { parts.append("\(wallet.people.count) people") }
        lines.append("  wallet \(ForeignText.name(wallet.name))  \(parts.joined(separator: ", "))")
      }
      for node in records.nodes {
        let note = node.hadPassword ? "  its password is not in the backup" : ""
        lines.append(
          "  node \(ForeignText.name(node.name))  \(ForeignText.shown(node.url))\(note)")
      }
    } else {
      lines.append("Another program wrote it: it holds notes and no wallet.")
    }
    lines.append("  \(document.transactions.count) transactions with notes")
    return lines.joined(separator: "\n")
  }

  var json: JSONObject {
    [
      "container": .string(kind), "network": .string(key.network.name),
      "key": .string("\(key.fingerprint)"),
      "written": document.records.map { .integer($0.written) } ?? .null,
      "transactions": .integer(document.transactions.count),
      "wallets": .array(
        (document.records?.wallets ?? []).map { wallet in
          [
            "name": .string(wallet.name), "descriptor": .string(wallet.descriptor),
            "labels": .integer(wallet.labels.count),
            "payments": .array(wallet.payments.map { .integer($0.number) }),
          ]
        }),
      "nodes": .array((document.records?.nodes ?? []).map { .string($0.name) }),
    ]
  }
}
