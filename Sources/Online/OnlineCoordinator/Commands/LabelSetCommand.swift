internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// The command `label set`, which `label` alone means too.
struct LabelSetCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract:
      "Labels an address, a coin or a transaction, tags an address or a coin, or removes either.",
    discussion: """
        online-coordinator label savings bcrt1q... "rent, May"
        online-coordinator label savings 12 "from the exchange"
        online-coordinator label savings 12 --tag exchange

      Without a text the label is removed. --tag fences a coin off from the others,
      or all coins that an address gets: `pay` spends it only when told so. The tag
      of a coin itself counts before that of its address.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(
    help: "An address, a coin (its number in `coins`, or TXID:VOUT) or a transaction (TXID).")
  var reference: String

  @Argument(help: "The label, at most 255 characters.")
  var text: String?

  @Option(
    help: ArgumentHelp(
      "Tag the coin or address: up to 64 letters, digits and . _ - +", valueName: "name"))
  var tag: TagArgument?

  @Flag(name: .customLong("no-tag"), help: "Remove the tag.")
  var noTag = false

  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [text, tag?.name].compactMap(\.self) }

  func validate() throws {
    if tag != nil, noTag { throw ValidationError("give --tag or --no-tag, not both") }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    guard text?.count ?? 0 <= 255 else {
      throw ProgramError(
        "the label is longer than 255 characters", hint: "shorten it", exitCode: .wrongUsage)
    }
    let (kind, name) = try place(of: record, store)
    guard kind != .transaction || tag == nil && !noTag else {
      throw ProgramError(
        "a transaction has no tag", hint: "tag its coins: `coins \(wallet)` lists them",
        exitCode: .wrongUsage)
    }
    // With a tag alone the label stays.
    let isTagged = tag != nil || noTag
    let text = text ?? (isTagged ? nil : "")
    try store.setLabel(
      text, tag: tag.map { .set($0.name) } ?? (noTag ? .remove : .none), on: kind, name, of: record)
    var lines: [String] = []
    if let tag {
      lines.append("\(name): tag \(tag.name)")
    } else if noTag {
      let rest = try tagOfAddress(kind, name, record, store)
      lines.append(
        rest.map { "Removed the tag of the coin itself; it keeps the tag \($0), its address's." }
          ?? "Removed the tag.")
    }
    if let text {
      lines.append(text.isEmpty ? "Removed the label." : "\(name): \(ForeignText.shown(text))")
    }
    var object: JSONObject = ["ref": .string(name), "type": .string(kind.rawValue)]
    if let text { object["label"] = .string(text) }
    if isTagged { object["tag"] = tag.map { .string($0.name) } ?? .null }
    session.console.result(sentences: lines.joined(separator: "\n"), json: .object(object))
  }

  /// The tag that a coin still has without its own.
  private func tagOfAddress(
    _ kind: LabelKind, _ name: String, _ record: WalletRecord, _ store: Store
  ) throws -> String? {
    guard kind == .output else { return nil }
    return try store.coins(of: record).first { "\($0.outPoint)" == name }?.tag
  }

  private func place(
    of wallet: WalletRecord, _ store: Store
  ) throws -> (kind: LabelKind, reference: String) {
    guard let number = CoinArgument.number(reference) else {
      return try Self.place(reference, on: wallet.network)
    }
    return (.output, "\(try store.outPoint(numbered: number, of: wallet))")
  }

  /// What a reference of a person names, as it is kept.
  ///
  /// - Throws: `AddressError` when it is nothing that has a label.
  static func place(
    _ reference: String, on network: Network
  ) throws -> (kind: LabelKind, reference: String) {
    if let outPoint = try? OutPoint(parsing: reference) { return (.output, "\(outPoint)") }
    if let txid = try? Txid(parsing: reference) { return (.transaction, "\(txid)") }
    return (.address, try Address(parsing: reference, on: network).string)
  }
}
