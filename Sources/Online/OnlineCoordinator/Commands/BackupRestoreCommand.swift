internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletBackups
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The command `backup restore`.
struct BackupRestoreCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restores wallets, labels, people and payments from a backup.",
    discussion: """
        online-coordinator backup key --from key.png
        online-coordinator backup restore drawbridge.backup
        online-coordinator sync
        online-coordinator backup restore --server https://backups.example.org

      From a folder that `backup auto` was given it takes the newest backup that
      opens, and says which; it tries at most 50 files and follows no link. A wallet
      that is here already keeps its name and what it has; only what it lacks is
      added. A server may give an old backup: its date is shown. Indices that were
      handed out stay used. Either everything is restored, or nothing.

      Whoever has the backup key can write a backup: all that comes from it is
      listed before you agree, and a wallet that `wallet import` would ask about
      or refuse is asked about here too (--accept R07, R23 or stranger). Its nodes
      are not used until you choose one (node use NAME); one with a password or a
      cookie file is named, and you add it again by hand. A payment that had been
      sent can be broadcast again, or is found on the chain.
      """)

  @Argument(help: "The backup, or the folder of backups that wrote themselves.")
  var file: String?

  @OptionGroup var server: BackupServerOptions

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var consent: CoordinatorConsentOptions
  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws {
    let input = try await server.input(file, session)
    let restoring = try BackupRestoring(input.document, on: input.key.network)
    let store = try session.store()
    try requireAgreement(of: restoring.wallets, with: store)
    let page = BackupPage(document: input.document, kind: input.file.kind, key: input.key)
    if consent.yes {
      session.console.talk(page.text)
    } else {
      try session.console.showBeforeQuestion(page.text)
    }
    try tellWhatIsHere(restoring, store, session.console)
    try acknowledgeNew(restoring, with: store, session.console)
    guard try consent.agrees(to: page.question, on: session.console) else {
      throw ProgramError("declined: nothing was changed", hint: "answer yes to restore it")
    }
    let before = try store.restoredDocument(on: restoring.network)
    let earlier = try before.map { try BackupDocument(parsing: $0) }
    let document = restoring.document.keeping(earlier)
    let report = try store.restore(
      restoring.wallets, nodes: restoring.nodes, recipients: restoring.recipients,
      document: document.encoded(), on: restoring.network)
    for recipient in report.keptRecipients {
      session.console.warn(
        """
        the recipient \(recipient.name) of the backup, with \(recipient.address), was not added: its name or its address \
        is in the address book already, or the book is full (`recipient list`)
        """)
    }
    session.warnOfHandedOut(store)
    if !report.recipients.isEmpty {
      session.console.warn(
        """
        \(counted(report.recipients.count, "recipient")) came back with the backup: compare the addresses before you \
        pay by name (`recipient list`)
        """)
    }
    for node in restoring.lockedNodes { warn(of: node, session.console) }
    if !report.nodes.isEmpty {
      let names = report.nodes.joined(separator: ", ")
      session.console.warn(
        "no node of the backup is in use yet: check the address of \(names), then `node use NAME`")
    }
    if document.records == nil {
      session.console.warn("the backup holds no wallet: its notes are kept for the next backup")
    }
    say(report, restoring, from: input.path, session)
  }

  /// Says of which wallets only what they lack is taken.
  private func tellWhatIsHere(
    _ restoring: BackupRestoring, _ store: Store, _ console: Console
  ) throws {
    let known = try store.wallets()
    for wallet in restoring.wallets {
      let same = known.first { $0.isSame(as: wallet.descriptor, on: restoring.network) }
      guard let same else { continue }
      console.talk(
        """
        The wallet \(ForeignText.name(wallet.name)) is here already as \(same.name): it keeps what it has, \
        and gets the labels, names, payments and used indices that it lacks.
        """)
    }
  }

  /// Has each wallet that is new here acknowledged as `wallet import` does.
  ///
  /// What it refuses is a warning here: an earlier version may have taken that wallet, and its backup
  /// must come back.
  private func acknowledgeNew(
    _ restoring: BackupRestoring, with store: Store, _ console: Console
  ) throws {
    let known = try store.wallets()
    for wallet in restoring.wallets
    where !known.contains(where: { $0.isSame(as: wallet.descriptor, on: restoring.network) }) {
      let text = Array(wallet.descriptor.canonical.utf8)
      do throws(WalletFileError) {
        for warning in try WalletFile(reading: text, on: restoring.network).warnings {
          console.warn("the wallet \(ForeignText.name(wallet.name)): \(warning)")
        }
      } catch {
        try acceptance.acknowledge(
          [
            Finding(
              rule: .r23, severity: .warn,
              message: "the backup holds the wallet \(ForeignText.name(wallet.name)), which "
                + "`wallet import` would refuse: \(error)",
              mend: error.hint)
          ], on: console)
      }
      try acceptance.acknowledgeLoneSpenders(
        of: wallet.descriptor, named: wallet.name, on: console)
      try acceptance.acknowledgeBranches(of: wallet.descriptor, named: wallet.name, on: console)
    }
  }

  /// Says how to have a node again whose login no backup brings.
  private func warn(of node: BackupRestoring.LockedNode, _ console: Console) {
    let name = ForeignText.name(node.name)
    let url = ForeignText.shown("\(node.url)")
    switch node.lack {
    case .password:
      console.warn(
        """
        the node \(name) (\(url)) was not restored, because its password is not in the backup: \
        add it again with `\(node.command)`
        """)
    case .cookie(let path):
      let named = path.map { " \(ForeignText.shown($0))" } ?? ""
      console.warn(
        """
        the node \(name) (\(url)) was not restored, because it needs its cookie file\(named): add \
        it again with `\(node.command)`
        """)
    }
  }

  /// Refuses a backup whose wallets contradict each other, or one that is here, about a key (R08).
  private func requireAgreement(
    of restored: [RestoredWallet], with store: Store
  ) throws {
    var known = try store.wallets()
      .map { (name: $0.name, descriptor: $0.descriptor) }
    for wallet in restored {
      try KeyAgreement.require(of: wallet.descriptor, named: wallet.name, with: known)
      known.append((name: wallet.name, descriptor: wallet.descriptor))
    }
  }

  private func say(
    _ report: RestoreReport, _ restoring: BackupRestoring, from path: String,
    _ session: CoordinatorSession
  ) {
    var lines = report.wallets.map {
      $0.wasHere
        ? "\($0.name) was here already: what it lacked was added" : "\($0.name) was restored"
    }
    lines.append(
      "\(counted(report.labels, "label")), \(counted(report.payments.count, "payment")), "
        + "\(counted(report.nodes.count, "node"))"
        + (report.recipients.isEmpty ? "." : ", \(counted(report.recipients.count, "recipient"))."))
    lines.append("Next, run `sync`: it finds the coins on the chain, from the birth height on.")
    session.console.result(
      sentences: lines.joined(separator: "\n"),
      json: [
        "from": .string(path), "network": .string(restoring.network.name),
        "wallets": .array(
          report.wallets.map { ["name": .string($0.name), "wasHere": .bool($0.wasHere)] }),
        "labels": .integer(report.labels),
        "payments": .array(report.payments.map { .integer($0) }),
        "nodes": .array(report.nodes.map { .string($0) }),
        "recipients": .array(report.recipients.map { .string($0) }),
        "nodesWithoutPassword": .array(
          restoring.lockedNodes.filter { $0.lack == .password }.map { .string($0.name) }),
        "nodesWithoutCookie": .array(
          restoring.lockedNodes.filter { $0.lack != .password }.map { .string($0.name) }),
      ])
  }
}
