internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import PaymentSigning
internal import Refusals
internal import SignerHome
internal import TerminalUI
internal import TransactionReview

/// `log export`: the log for the coordinator's `reconcile`.
struct LogExportCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes the log for the coordinator, which compares it with the chain.",
    discussion: """
      The coordinator says which payments were signed and never seen, and raises an
      alarm for each that was seen and never signed here:

        offline-signer log export --out log.txt
        online-coordinator reconcile log.txt

      The export holds no secret: the transactions and our coins in them, amounts,
      times, and of each registered wallet its name, a mark that only somebody who
      knows the wallet can recognize, and whether others can spend from it.
      Recipients, what was acknowledged and texts that were signed stay here.

      A file holds the whole log, up to \(SigningLogExport.mostEntries) entries and 16 MB. QR codes
      (.png, .gif, a folder, terminal) hold the newest entries, as many as fit into
      \(qrBytes) bytes, about 100; --last chooses how many.

      The words shown are those of `log verify`. reconcile shows them too.
      """)

  @OptionGroup var output: OutputOptions

  @Option(help: ArgumentHelp("Only so many of the newest entries.", valueName: "count"))
  var last: Int?

  @OptionGroup var common: SignerCommonOptions

  /// What a person holds to a camera without losing patience: about 30 QR codes.
  static let qrBytes = 12_000

  func run(in session: SignerSession) throws(ProgramError) {
    if let last, last < 1 {
      throw ProgramError(
        "--last must be 1 or more", hint: "leave it out for as many entries as fit",
        exitCode: .wrongUsage)
    }
    let target = try output.target()
    let contents = try session.contents()
    let whole = try contents.logExport(now: session.now)
    let export =
      last.map { whole.newest($0) }
      ?? (target.isQRCodes ? whole.newest(within: Self.qrBytes) : whole.newest())
    let head = LogHead(contents.log)
    if contents.wallets.count > SigningLogExport.mostWallets {
      session.console.warn(
        "the export names only the first \(SigningLogExport.mostWallets) of "
          + "\(contents.wallets.count) wallets: the others are not compared")
    }
    try target.write(.signingLog(export), as: output.format, on: session.console)
    let text =
      "\(Self.sentence(export, head, hasMore: last == nil && target.isQRCodes)) \(output.destination)"
      + "\nWords: \(head.words) (`reconcile` shows the same)"
    guard output.out != "-" else { return session.console.talk(text) }
    session.console.result(
      sentences: text,
      json: [
        "entries": .integer(export.entries.count), "leftOut": .integer(export.leftOut),
        "wallets": .integer(export.wallets.count), "out": .string(output.out), "log": head.json,
      ])
  }

  private static func sentence(
    _ export: SigningLogExport, _ head: LogHead, hasMore: Bool
  ) -> String {
    if export.leftOut == 0 { return "Exported the log: \(head.entries)." }
    let fix = hasMore ? "; a .txt file holds more" : ""
    return "Exported the newest \(export.entries.count) of \(head.entries)\(fix)."
  }
}

extension VaultContents {
  /// The log and the registered wallets as they cross the gap.
  func logExport(now: Int64) throws(ProgramError) -> SigningLogExport {
    let context = try reviewContext(now: now)
    let wallets = zip(self.wallets, context.wallets).prefix(SigningLogExport.mostWallets).map {
      stored, registered in
      SigningLogExport.Wallet(
        name: stored.name.cut(to: SigningLogExport.longestName),
        mark: SigningLogExport.mark(of: registered.descriptor), registered: stored.registered,
        needsSigner: registered.trust == .sole || registered.trust == .joint)
    }
    return SigningLogExport(
      network: context.network.identity, head: log.head, count: log.count,
      texts: log.count { $0.text != nil }, made: now, wallets: wallets,
      entries: log.filter { $0.text == nil }.map(SigningLogExport.Entry.init))
  }
}

extension SigningLogExport.Entry {
  /// What of an entry reconciling needs.
  init(_ record: SigningRecord) {
    let amount: (Int64) -> Int64? = { (try? Amount(satoshis: $0))?.satoshis }
    self.init(
      time: record.time, wallet: record.wallet.cut(to: SigningLogExport.longestName),
      txid: Txid(record.txid), unsignedTxid: record.unsignedTxid.map { Txid($0) },
      sent: amount(record.sent), fee: amount(record.fee),
      coins: record.ownCoins.map { OutPoint(txid: Txid($0.txid), vout: $0.vout) })
  }
}

extension String {
  /// As much of it as fits into so many bytes of UTF-8, whole characters only.
  fileprivate func cut(to bytes: Int) -> String {
    var size = 0
    return String(
      prefix { character in
        size += character.utf8.count
        return size <= bytes
      })
  }
}
