internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import NodeClients
internal import Refusals
internal import TerminalUI
internal import WalletBackups
internal import WalletStorage
internal import WalletTypes

/// A document that was opened, checked whole before anything of it is kept.
struct BackupRestoring {
  let network: Network
  /// The document, with memos that became labels noted as such.
  private(set) var document: BackupDocument
  let wallets: [RestoredWallet]
  /// Nodes that need no login: they come back, and none of them is in use.
  let nodes: [NodeRecord]
  /// The names of the address book.
  let recipients: [NamedRecipient]
  /// Nodes that a password or a cookie file led to: no backup brings either, they are added again by
  /// hand.
  let lockedNodes: [LockedNode]

  /// A node that does not come back, and what it lacks.
  struct LockedNode: Equatable {
    enum Lack: Equatable {
      case password
      /// The file on the machine that wrote the backup; nil when the backup does not name it.
      case cookie(path: String?)
    }

    let name: String
    /// Without user and password.
    let url: String
    let lack: Lack

    /// What adds it again.
    ///
    /// A name or a URL that a person cannot type as it stands there, because it is long, not ASCII or
    /// means something to a shell, is left for them to fill in.
    var command: String {
      let typed = Self.canBeTyped(name) ? name : "NAME"
      switch lack {
      case .password: return "node add \(typed) URL"
      case .cookie: return "node add \(typed) \(Self.canBeTyped(url) ? url : "URL") --cookie PATH"
      }
    }

    private static func canBeTyped(_ text: String) -> Bool {
      let marks = "-._:/@[]"
      return (1...100).contains(text.utf8.count) && text.first != "-"
        && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || marks.contains($0)) }
    }
  }

  /// How far an index may go: past that a signer refuses change, and no address is handed out (R07).
  private static let indexLimit: UInt32 = 1_000_000

  /// Checks a document for a network; throws with the wallet and the member named.
  init(_ document: BackupDocument, on network: Network) throws(ProgramError) {
    let records = document.records
    guard document.isMainnet == network.isMainnet,
      records == nil || records?.network == network.identity
    else {
      throw ProgramError(
        BackupError.otherNetwork(
          found: records?.network ?? (document.isMainnet ? "mainnet" : "a test network"),
          key: network.name))
    }
    self.network = network
    self.document = document
    Self.adoptMemos(&self.document)
    var wallets: [RestoredWallet] = []
    for wallet in self.document.records?.wallets ?? [] {
      wallets.append(try Self.wallet(wallet, on: network))
    }
    self.wallets = wallets
    var nodes: [NodeRecord] = []
    var locked: [LockedNode] = []
    for (position, node) in (records?.nodes ?? []).enumerated() {
      let (record, lack) = try Self.node(node)
      if let lack {
        locked.append(LockedNode(name: node.name, url: record.url, lack: lack))
      } else {
        nodes.append(record)
      }
      // The document goes into the next backup: what is not restored is not passed on either.
      self.document.records?.nodes[position].forget(lack, url: record.url)
    }
    (self.nodes, lockedNodes) = (nodes, locked)
    var recipients: [NamedRecipient] = []
    for recipient in records?.recipients ?? [] {
      let place = "the recipient \(ForeignText.name(recipient.name))"
      guard NamedRecipient.isName(recipient.name) else {
        throw ProgramError(
          BackupError.malformed(place: place, reason: "has a name that is not valid"))
      }
      let address = try hinted(during: place) { () throws(AddressError) in
        try Address(parsing: recipient.address, on: network)
      }
      recipients.append(NamedRecipient(name: recipient.name, address: address))
    }
    self.recipients = recipients
  }

  /// Memos that no wallet has as labels become those of the only wallet there is.
  private static func adoptMemos(_ document: inout BackupDocument) {
    guard var records = document.records, records.wallets.count == 1 else { return }
    let known = Set(records.wallets[0].labels.filter { $0.type == "tx" }.map(\.ref))
    for note in document.transactions {
      guard let memo = note.memo, !memo.isEmpty, !known.contains(note.txid.reversedHex) else {
        continue
      }
      records.wallets[0].labels.append(
        BackupLabel(type: "tx", ref: note.txid.reversedHex, label: memo))
    }
    document.records = records
  }

  private static func wallet(
    _ wallet: BackupWallet, on network: Network
  ) throws(ProgramError) -> RestoredWallet {
    let name = ForeignText.name(wallet.name)
    let descriptor: Descriptor
    do throws(DescriptorError) {
      descriptor = try Descriptor(parsing: wallet.descriptor, checksum: .required, on: network)
    } catch {
      throw ProgramError(error, during: "the wallet \(name)")
    }
    if let key = descriptor.hardenedKey {
      throw ProgramError(DescriptorError.hardenedStep(key: key), during: "the wallet \(name)")
    }
    let wrong = { (what: String) in
      ProgramError(BackupError.malformed(place: "the wallet \(name)", reason: what))
    }
    guard wallet.next.count <= descriptor.scriptBranchCount else {
      throw wrong("has more branches than its descriptor")
    }
    guard wallet.next.allSatisfy({ $0 <= indexLimit }) else {
      throw ProgramError(
        "the wallet \(name) hands out addresses beyond index \(indexLimit)", rule: .r07,
        hint: BackupError.malformed(place: "", reason: "").hint)
    }
    var people: [Int: String] = [:]
    for person in wallet.people { people[Int(person.position)] = person.name }
    var labels: [LabelLine] = []
    for label in wallet.labels {
      do throws(LabelFault) {
        labels.append(try LabelLine(label.json, on: network))
      } catch {
        // One of a type that is not used here stays in the document as it is.
        guard LabelKind(rawValue: label.type) == nil else {
          throw wrong("has a label that \(error.reason)")
        }
      }
    }
    var payments: [RestoredPayment] = []
    for payment in wallet.payments {
      payments.append(try Self.payment(payment, wrong))
    }
    try Self.requireLadders(payments, of: descriptor, wrong)
    return RestoredWallet(
      name: wallet.name, descriptor: descriptor, birthHeight: Int(wallet.birthHeight),
      gapLimit: Int(wallet.gapLimit), next: wallet.next, people: people, labels: labels,
      payments: payments)
  }

  private static func payment(
    _ payment: BackupPayment, _ wrong: (String) -> ProgramError
  ) throws(ProgramError) -> RestoredPayment {
    let place = "payment \(payment.number)"
    guard let state = PaymentRecord.State(rawValue: payment.state),
      [.draft, .complete, .sent].contains(state),
      let unsigned = try? Transaction(decoding: payment.unsigned),
      let fee = try? Amount(satoshis: payment.fee)
    else { throw wrong("has a \(place) that cannot be read") }
    guard let psbt = try? PSBT(decoding: payment.psbt), psbt.unsignedTransaction == unsigned else {
      throw wrong("has a \(place) whose PSBT is of another transaction")
    }
    var final: Transaction?
    if let bytes = payment.final {
      guard let finished = try? Transaction(decoding: bytes), finished.withoutUnlocking == unsigned
      else { throw wrong("has a \(place) that was finished as another transaction") }
      final = finished
    }
    // One that others broadcast was seen on the chain without its finished form.
    guard state == .sent || (state == .draft) == (final == nil) else {
      throw wrong("has a \(place) that is \(state.rawValue) and does not fit that")
    }
    // Whether it was sent the chain says, not the backup: until then it can be given up.
    guard state != .draft || !payment.isGivenUp else {
      throw wrong("has a \(place) that was cancelled before it was signed")
    }
    let restored: PaymentRecord.State =
      payment.isGivenUp ? .cancelled : final == nil ? .draft : .complete
    return RestoredPayment(
      number: payment.number, state: restored, unsigned: unsigned, psbt: StoredPacket(psbt),
      final: final, fee: fee, summary: payment.summary, created: payment.created,
      wasHandedOver: state == .sent,
      ladder: payment.ladder.map { ladder in
        LadderPlace(ladder: ladder, step: payment.step.flatMap { $0 > 0 ? Int($0) : nil })
      },
      replacedBy: payment.replacedBy.map { Txid($0) })
  }

  /// Takes payments as the steps of a fee ladder only where they are one payment at several fees, whose change is the
  /// wallet's own.
  ///
  /// Of one that was given up, those that nobody signed are not in the backup.
  private static func requireLadders(
    _ payments: [RestoredPayment], of descriptor: Descriptor, _ wrong: (String) -> ProgramError
  ) throws(ProgramError) {
    for ladder in Set(payments.compactMap(\.ladder?.ladder)).sorted() {
      // What takes the payment back last.
      let members = payments.filter { $0.ladder?.ladder == ladder }
        .sorted { $0.ladder?.step ?? .max < $1.ladder?.step ?? .max }
      guard Set(members.map { $0.ladder?.step ?? 0 }).count == members.count else {
        throw wrong("has a ladder \(ladder) with a step twice")
      }
      guard members.count > 1 else { continue }
      let shape: LadderShape
      do throws(LadderFault) {
        shape = try LadderShape(of: members.map(\.unsigned))
      } catch {
        throw wrong(
          "has a ladder \(ladder) that is not one payment: payment \(members[error.place].number) "
            + error.reason)
      }
      guard shape.all == Array(members.indices),
        (shape.cancel == nil) == members.allSatisfy({ $0.ladder?.step != nil })
      else {
        throw wrong("has a ladder \(ladder) whose steps are not in the order of their fees")
      }
      // They spend the same coins.
      let spent = members.map { member in
        member.unsigned.outputs.reduce(Int128(member.fee.satoshis)) { $0 + Int128($1.rawValue) }
      }
      guard Set(spent).count == 1 else {
        throw wrong("has a ladder \(ladder) whose fees do not fit its amounts")
      }
      for (place, member) in members.enumerated() {
        let change = place == shape.cancel ? 0 : shape.change
        guard let packet = try? member.psbt.psbt(),
          OwnOutputs.of(packet, member.unsigned, descriptor).contains(change)
        else {
          throw wrong("has a ladder \(ladder) whose change does not come back to the wallet")
        }
      }
    }
  }

  /// A node as it may come back, and what it lacks.
  ///
  /// Whoever made the backup chose the address: a node of it is never in use at once, has no login,
  /// and names no file of this machine, whose contents it would be sent.
  private static func node(
    _ node: BackupNode
  ) throws(ProgramError) -> (record: NodeRecord, lack: LockedNode.Lack?) {
    let place = "the node \(ForeignText.name(node.name))"
    do throws(NodeError) {
      let url = try NodeURL(parsing: node.url)
      // One that cannot be read would be left out on the way to the node, and the node asked directly.
      guard node.proxy.map({ HTTPClientTransport.Proxy(parsing: $0) != nil }) ?? true else {
        throw NodeError.malformedURL(reason: "its proxy is not host:port")
      }
      let certificate = try node.certificate.map { pem throws(NodeError) in
        try NodeCertificate(parsing: pem).pem
      }
      let record = NodeRecord(
        name: node.name, url: url.withoutLogin, cookie: nil, proxy: node.proxy,
        certificate: certificate, isActive: false)
      let lack: LockedNode.Lack? =
        if node.hadPassword || url.user != nil {
          .password
        } else if node.hadCookie || node.cookie != nil {
          .cookie(path: node.cookie)
        } else {
          nil
        }
      return (record, lack)
    } catch {
      throw ProgramError(error, during: place)
    }
  }
}

extension BackupNode {
  /// Leaves out a login, the path of a file, and that it was in use.
  fileprivate mutating func forget(
    _ lack: BackupRestoring.LockedNode.Lack?, url: String
  ) {
    hadPassword = lack == .password
    hadCookie = hadCookie || cookie != nil
    (self.url, cookie, isActive) = (url, nil, false)
  }
}

extension BackupLabel {
  /// The line of a file of labels that it stands for; one without a text says other things.
  fileprivate var json: JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "type", value: .string(type)), .init(name: "ref", value: .string(ref)),
    ]
    if !label.isEmpty { members.append(.init(name: "label", value: .string(label))) }
    return .object(JSONObject(members + others.members))
  }
}
