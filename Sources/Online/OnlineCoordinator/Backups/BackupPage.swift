internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups

/// What a backup holds, for a person and as JSON; everything in it is foreign text.
///
/// All of it, not a count: whoever has the key can have written it, and what is brought back names
/// addresses to be paid to.
struct BackupPage {
  let document: BackupDocument
  /// The container: `sealed` or `aewb`.
  let kind: String
  /// The seed whose key opened it.
  let key: KeyFolder.Entry

  var text: String {
    var lines = ["A backup of \(key.network.name), opened with the key of \(key.fingerprint)."]
    if let records = document.records {
      lines.append(
        "The backup says that it was written on \(UTCTime(records.written).text) (UTC).")
      for wallet in records.wallets { lines += ["", self.text(wallet)] }
      if !records.nodes.isEmpty { lines.append("") }
      lines += records.nodes.map(self.text)
      if !records.recipients.isEmpty { lines.append("") }
      lines += records.recipients.map {
        "recipient \(ForeignText.name($0.name)): \(ForeignText.shown($0.address, limit: 200))"
      }
    } else {
      lines.append("Another program wrote it: it holds notes and no wallet.")
    }
    lines += notes
    return lines.joined(separator: "\n")
  }

  /// The last question, with what a person should still know when the page has left the screen.
  var question: String {
    let wallets = (document.records?.wallets ?? []).map { wallet -> String in
      let checksum = wallet.descriptor.split(separator: "#").last.map(String.init) ?? ""
      return "\(ForeignText.name(wallet.name)) (\(ForeignText.name(checksum)))"
    }
    guard !wallets.isEmpty else { return "Restore these notes into this home?" }
    let count =
      wallets.count == 1
      ? "1 wallet with the checksum of its descriptor"
      : "\(wallets.count) wallets with the checksum of each descriptor"
    return "\(count): \(wallets.joined(separator: ", ")).\n"
      + "Restore this backup into this home?"
  }

  // MARK: A wallet

  private func text(_ wallet: BackupWallet) -> String {
    let name = ForeignText.name(wallet.name)
    var lines: [String]
    let descriptor = try? Descriptor(
      parsing: wallet.descriptor, checksum: .required, on: key.network)
    let people = Dictionary(wallet.people.map { (Int($0.position), $0.name) }) { first, _ in first }
    if let descriptor, !descriptor.needsPrivateKey,
      let page = try? WalletPage(
        name: name, network: key.network, descriptor: descriptor, labels: people
      ).text()
    {
      lines = [page]
    } else {
      lines = ["wallet \(name), whose descriptor cannot be read"]
    }
    let next = wallet.next.map(String.init).joined(separator: " and ")
    lines.append(
      "  handed out so far  \(next.isEmpty ? "nothing" : next) (by branch), birth height "
        + "\(wallet.birthHeight), gap limit \(wallet.gapLimit)")
    lines += wallet.labels.map { label in
      var words = [label.label.isEmpty ? "no text" : ForeignText.shown(label.label)]
      if label.others["spendable"] == false { words.append("frozen") }
      if let tag = label.others["tag"]?.stringValue {
        words.append("tag \(ForeignText.shown(tag))")
      }
      return "  label on \(ForeignText.shown(label.type)) \(ForeignText.shown(label.ref)): "
        + words.joined(separator: ", ")
    }
    for payment in wallet.payments { lines += text(payment, of: name, descriptor) }
    return lines.joined(separator: "\n")
  }

  private func text(
    _ payment: BackupPayment, of wallet: String, _ descriptor: Descriptor?
  ) -> [String] {
    let title =
      "  payment \(payment.number)\(Self.place(of: payment)), called \(ForeignText.shown(payment.summary))"
      + (payment.isGivenUp
        ? ", cancelled after it was \(payment.state == "sent" ? "sent" : "signed"): it may still confirm"
        : "")
    guard let transaction = try? Transaction(decoding: payment.unsigned),
      let contents = try? PaymentContents(
        of: transaction, own: ownOutputs(payment, transaction, descriptor), spending: nil,
        wallet: wallet, on: key.network, isFinished: false)
    else { return [title + ", which cannot be read"] }
    let rows = contents.outputs.map {
      "    \($0.isOwn ? "back" : "pays")  \($0.amount.btc)  \($0.payee)"
    }
    return [title] + rows + ["    fee   \(payment.fee) sat, as the backup says"]
  }

  /// Where it stands in a fee ladder; empty for a payment by itself.
  private static func place(of payment: BackupPayment) -> String {
    guard let ladder = payment.ladder, let step = payment.step else { return "" }
    return step > 0 ? ", step \(step) of ladder \(ladder)" : ", the cancel of ladder \(ladder)"
  }

  /// The outputs that the wallet derives where the PSBT says they are.
  private func ownOutputs(
    _ payment: BackupPayment, _ transaction: Transaction, _ descriptor: Descriptor?
  ) -> Set<Int> {
    guard let descriptor, let packet = try? PSBT(decoding: payment.psbt),
      packet.outputs.count == transaction.outputs.count
    else { return [] }
    var own: Set<Int> = []
    for (position, output) in packet.outputs.enumerated() {
      let paths =
        output.bip32Derivations.prefix(1).map(\.origin.path)
        + output.tapBIP32Derivations.prefix(1).map(\.origin.path)
      guard let step = paths.first?.steps.last, !step.isHardened else { continue }
      for branch in 0..<descriptor.scriptBranchCount {
        let derived = try? descriptor.derived(branch: branch, index: step.index)
        if derived?.scriptPubKey == transaction.outputs[position].scriptPubKey {
          own.insert(position)
        }
      }
    }
    return own
  }

  // MARK: A node

  /// A node, with what of it does not come back.
  private func text(_ node: BackupNode) -> String {
    let url = try? NodeURL(parsing: node.url)
    // A URL that cannot be read may hold a password all the same.
    var parts = [
      "node \(ForeignText.name(node.name))", url?.withoutLogin ?? "a URL that cannot be read",
    ]
    if let proxy = node.proxy { parts.append("through the proxy \(ForeignText.shown(proxy))") }
    if node.certificate != nil { parts.append("with a certificate of its own") }
    if node.hadPassword || url?.user != nil {
      parts.append("will not be restored: its password is not in the backup")
    } else if node.hadCookie || node.cookie != nil {
      let path = node.cookie.map { " \(ForeignText.shown($0))" } ?? ""
      parts.append("will not be restored: it needs its cookie file\(path)")
    } else {
      parts.append("not in use until you choose it")
    }
    return parts.joined(separator: "  ")
  }

  // MARK: Notes

  private var notes: [String] {
    var lines = document.transactions.compactMap { note -> String? in
      let words = [note.memo, note.recipient, note.sender].compactMap { $0 }.filter { !$0.isEmpty }
      guard !words.isEmpty else { return nil }
      return "  note on \(note.txid.reversedHex): "
        + words.map { ForeignText.shown($0) }.joined(separator: ", ")
    }
    lines += document.accounts.compactMap { account in
      account.label.map { "  account \(account.index) is called \(ForeignText.shown($0))" }
    }
    lines.append("  \(counted(document.transactions.count, "transaction")) with notes")
    return lines
  }

  // MARK: JSON

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
            "next": .array(wallet.next.map { .integer($0) }),
            "labels": .integer(wallet.labels.count),
            "payments": .array(wallet.payments.map { .integer($0.number) }),
          ]
        }),
      "nodes": .array((document.records?.nodes ?? []).map { .string($0.name) }),
      "recipients": .array(
        (document.records?.recipients ?? []).map {
          ["name": .string($0.name), "address": .string($0.address)]
        }),
    ]
  }
}
