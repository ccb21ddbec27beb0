internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import NodeClients
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage
internal import WalletTypes

/// What this home keeps, as a document; what an earlier one had and this version does not know is
/// kept in it.
enum BackupWriting {
  /// The most bytes of previous transactions that go along with a payment.
  ///
  /// A PSBT of many inputs holds a hundred megabytes of them, and a backup at most sixteen of
  /// anything (R18). Amounts and signatures are always included.
  static let previousLimit = 1 << 20
  /// The most bytes of PSBTs with such transactions in one backup.
  private static let allPreviousLimit = 6 << 20

  static func document(
    _ snapshot: StoreSnapshot, on network: Network, now: Int64
  ) throws(ProgramError) -> BackupDocument {
    let earlier = try snapshot.document.map { bytes throws(ProgramError) in
      try hinted { () throws(BackupError) in try BackupDocument(parsing: bytes) }
    }
    var document = earlier ?? BackupDocument(isMainnet: network.isMainnet)
    document.isMainnet = network.isMainnet
    var records = CoordinatorRecords(network: network.identity, written: max(0, now))
    records.others = earlier?.records?.others ?? JSONObject()
    var room = allPreviousLimit
    records.wallets = snapshot.wallets.map { wallet in
      let text = wallet.wallet.descriptor.canonical
      return entry(
        wallet, earlier?.records?.wallets.first { $0.descriptor == text }, room: &room)
    }
    records.nodes = snapshot.nodes.map { node in
      entry(node, earlier?.records?.nodes.first { $0.name == node.name })
    }
    records.recipients = snapshot.recipients.map { recipient in
      var entry = BackupRecipient(name: recipient.name, address: recipient.address.string)
      entry.others =
        earlier?.records?.recipients.first { $0.name == entry.name }?.others ?? JSONObject()
      return entry
    }
    document.records = records
    note(snapshot, earlier, in: &document)
    return document
  }

  private static func entry(
    _ snapshot: WalletSnapshot, _ earlier: BackupWallet?, room: inout Int
  ) -> BackupWallet {
    let wallet = snapshot.wallet
    var entry = BackupWallet(
      name: wallet.name, descriptor: wallet.descriptor.canonical,
      birthHeight: Int64(wallet.birthHeight), gapLimit: Int64(wallet.gapLimit),
      next: snapshot.next)
    entry.others = earlier?.others ?? JSONObject()
    for (position, name) in snapshot.people.sorted(by: { $0.key < $1.key }) {
      var person = BackupPerson(position: Int64(position), name: name)
      person.others =
        earlier?.people.first { $0.position == person.position }?.others ?? JSONObject()
      entry.people.append(person)
    }
    entry.labels = labels(snapshot.labels, earlier?.labels ?? [])
    let txids = Dictionary(
      snapshot.payments.map { ($0.number, $0.unsigned.txid.bytes) }
    ) { first, _ in first }
    for (payment, packet) in zip(snapshot.payments, snapshot.packets) {
      let bytes = packet.bytes(withPreviousUpTo: min(previousLimit, room))
      // The others carry none of the transactions that they spend.
      if payment.final == nil, payment.standing != .cancelled { room = max(0, room - bytes.count) }
      var kept = BackupPayment(
        number: payment.number, state: payment.stateInBackups,
        unsigned: payment.unsigned.encoded(), psbt: bytes,
        final: payment.final?.encoded(), fee: payment.fee.satoshis, summary: payment.summary,
        created: max(0, payment.created), isGivenUp: payment.standing == .cancelled,
        ladder: payment.ladder?.ladder, step: payment.ladder.map { Int64($0.step ?? 0) },
        // Which step comes after which follows from their numbers.
        replacedBy: payment.isReplacedByStep ? nil : payment.replacedBy.flatMap { txids[$0] })
      kept.others =
        earlier?.payments.first { $0.unsigned == kept.unsigned }?.others ?? JSONObject()
      entry.payments.append(kept)
    }
    return entry
  }

  /// Lines of labels, with what an earlier document alone has of them.
  private static func labels(
    _ lines: [LabelLine], _ earlier: [BackupLabel]
  ) -> [BackupLabel] {
    func key(_ type: String, _ reference: String, _ origin: JSONValue?) -> String {
      "\(type) \(reference) \(origin?.stringValue ?? "")"
    }
    let before = Dictionary(
      earlier.map { (key($0.type, $0.ref, $0.others["origin"]), $0.others) }
    ) { first, _ in first }
    var written: Set<String> = []
    var labels = lines.map { line in
      var label = BackupLabel(type: line.type, ref: line.reference, label: line.text ?? "")
      label.others = line.others
      if let isSpendable = line.isSpendable { label.others["spendable"] = .bool(isSpendable) }
      if let tag = line.tag { label.others["tag"] = .string(tag) }
      let name = key(line.type, line.reference, line.others["origin"])
      written.insert(name)
      // Restored by a version that kept the members in the document alone.
      if label.others.members.isEmpty, var others = before[name] {
        (others["spendable"], others["tag"]) = (nil, nil)
        label.others = others
      }
      return label
    }
    // Kinds of labels that are not shown here belong to somebody else's program.
    labels += earlier.filter {
      LabelKind(rawValue: $0.type) == nil
        && !written.contains(key($0.type, $0.ref, $0.others["origin"]))
    }
    return labels
  }

  /// A node without its user and password, and without the path of its cookie file.
  private static func entry(_ node: NodeRecord, _ earlier: BackupNode?) -> BackupNode {
    let parsed = try? NodeURL(parsing: node.url)
    var entry = BackupNode(
      name: node.name, url: parsed?.withoutLogin ?? "", hadPassword: parsed?.user != nil,
      hadCookie: node.cookie != nil, proxy: node.proxy, certificate: node.certificate)
    entry.others = earlier?.others ?? JSONObject()
    return entry
  }

  /// Labels of transactions are memos as well, where other programs look for them.
  private static func note(
    _ snapshot: StoreSnapshot, _ earlier: BackupDocument?, in document: inout BackupDocument
  ) {
    var memos: [Bytes32: String] = [:]
    for label in snapshot.wallets.flatMap(\.labels) where label.kind == .transaction {
      guard let text = label.text, let txid = try? Bytes32(reversedHex: label.reference),
        memos[txid] == nil
      else { continue }
      memos[txid] = text
    }
    // What was a label here when it was restored, and is not one now, was removed since.
    let before = Set(
      (earlier?.records?.wallets ?? []).flatMap(\.labels)
        .filter { $0.type == LabelKind.transaction.rawValue }
        .compactMap { try? Bytes32(reversedHex: $0.ref) })
    for index in document.transactions.indices {
      let txid = document.transactions[index].txid
      if let memo = memos.removeValue(forKey: txid) {
        document.transactions[index].memo = memo
      } else if before.contains(txid) {
        document.transactions[index].memo = nil
      }
    }
    document.transactions.removeAll(where: \.isEmpty)
    document.transactions += memos.sorted { $0.key < $1.key }.map {
      TransactionNote(txid: $0.key, memo: $0.value)
    }
  }
}
