internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import Refusals
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The command `label import`.
struct LabelImportCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Reads labels that another program wrote (BIP-329).",
    discussion: """
        online-coordinator label import savings --from labels.jsonl

      The file is imported whole or not at all: a line that is wrong is named by its
      number. A line with `spendable: false` freezes its coin, and one with a `tag`
      tags its coin or address: `pay` spends that coin only where the tag is named.

      If the file says something else than what is written here, nothing is imported
      unless --replace or --keep says which of the two counts. --replace unfreezes no
      coin unless you add --unfreeze. What a line leaves out stays as it is.

      Lines about other accounts, keys, and coins that this wallet does not have are
      kept, and exported again.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Option(help: ArgumentHelp("The file; - for standard input.", valueName: "input"))
  var from: String

  @Flag(help: "Where the file differs from what is written here, take the file's.")
  var replace = false

  @Flag(help: "Where the file differs from what is written here, keep what is here.")
  var keep = false

  @Flag(help: "Let --replace unfreeze coins, too.")
  var unfreeze = false

  @OptionGroup var common: CoordinatorCommonOptions

  func validate() throws {
    if replace, keep { throw ValidationError("give --replace or --keep, not both") }
    if unfreeze, !replace { throw ValidationError("--unfreeze needs --replace") }
  }

  func run(in session: CoordinatorSession) async throws {
    let store = try session.store()
    let record = try session.wallet(wallet, store)
    let bytes =
      from == "-"
      ? try BoundedFile.read(
        descriptor: 0, limit: LabelFile.byteLimit, named: "standard input")
      : try BoundedFile.read(from, limit: LabelFile.byteLimit)
    if let kind = SecretDetector.kind(ofSymbol: bytes) { throw Self.secret(kind, in: "the file") }
    let file = try LabelFile(parsing: bytes, on: record.network)
    for line in file.lines { try Self.refuseSecrets(in: line) }
    let long = file.lines.count { ($0.text?.count ?? 0) > 255 }
    let report = try store.importLabels(
      file.lines, to: record, onConflict: replace ? .replace : keep ? .keep : .refuse,
      mayUnfreeze: unfreeze)
    if long > 0 {
      session.console.warn(
        """
        \(counted(long, "label")) longer than 255 characters: they are kept whole, and other programs \
        may cut them
        """)
    }
    if !report.conflicts.isEmpty {
      let shown = report.conflicts.prefix(10).map { "  \(ForeignText.shown($0))" }
      let more = report.conflicts.count - shown.count
      session.console.talk(
        (["\(replace ? "Replaced" : "Kept") what was written here about:"] + shown
          + (more > 0 ? ["  and \(more) more"] : [])).joined(separator: "\n"))
    }
    if !report.unfrozen.isEmpty {
      let more = report.unfrozen.count - min(report.unfrozen.count, 10)
      session.console.warn(
        "unfrozen: \(report.unfrozen.prefix(10).joined(separator: ", "))"
          + (more > 0 ? ", and \(more) more" : ""))
    }
    try Self.warnOfFrozen(record, store, session.console)
    session.console.result(
      sentences: """
        Read \(counted(file.lines.count, "line")): \(report.added) new, \(report.changed) changed, \
        \(report.unchanged) as before. \(Self.unused(report.unused)) \
        Frozen: \(counted(report.frozen.count, "coin")), unfrozen: \(report.unfrozen.count). \
        \(Self.tagged(report.tagged))
        """,
      json: [
        "wallet": .string(wallet), "lines": .integer(file.lines.count),
        "repeated": .integer(file.repeated), "added": .integer(report.added),
        "changed": .integer(report.changed), "unchanged": .integer(report.unchanged),
        "unused": .integer(report.unused),
        "frozen": .array(report.frozen.map { .string($0) }),
        "unfrozen": .array(report.unfrozen.map { .string($0) }),
        "tagged": .array(
          report.tagged.sorted { $0.key < $1.key }.map { tag, count in
            [
              "tag": .string(tag), "coins": .integer(count.coins),
              "addresses": .integer(count.addresses),
            ]
          }),
        "conflicts": .array(report.conflicts.map { .string($0) }),
      ])
  }

  /// Names payments that `broadcast` refuses now, because of what the file froze or what was frozen before.
  private static func warnOfFrozen(
    _ record: WalletRecord, _ store: Store, _ console: Console
  ) throws {
    var warnings: [String] = []
    for payment in try store.payments(of: record) where payment.waitsToBeSent {
      for coin in try store.frozenCoins(of: payment) where warnings.count < 20 {
        warnings.append("payment \(payment.number) \(payment.words(about: coin))")
      }
    }
    for warning in warnings { console.warn(warning) }
  }

  private static func unused(_ count: Int) -> String {
    count == 0
      ? "This wallet uses all of them."
      : "This wallet does not use \(count) of them, and keeps them."
  }

  /// What was tagged, since `pay` takes such coins only where their tag is named.
  private static func tagged(_ tags: [String: LabelImport.Tagged]) -> String {
    guard !tags.isEmpty else { return "Tagged: nothing." }
    let sorted = tags.sorted { $0.key < $1.key }
    let shown = sorted.prefix(10).map { tag, count in
      let things = [
        count.coins > 0 ? counted(count.coins, "coin") : nil,
        count.addresses > 0
          ? counted(count.addresses, "address", plural: "addresses") : nil,
      ]
      return "\(tag) (\(things.compactMap(\.self).joined(separator: ", ")))"
    }
    let more = sorted.count - shown.count
    return "Tagged: \(shown.joined(separator: ", "))"
      + (more > 0 ? " and \(counted(more, "more tag"))." : ".")
  }

  /// Refuses a line with a secret in what people write, or where a public key should be: labels go into
  /// every backup and every export.
  private static func refuseSecrets(in line: LabelLine) throws(ProgramError) {
    if let kind = SecretDetector.kind(ofSymbol: Array(line.reference.utf8)) {
      throw secret(kind, in: "a line of type \(ForeignText.shown(line.type))")
    }
    let place =
      "the line about \(ForeignText.shown(line.type)) \(ForeignText.shown(line.reference))"
    for text in [line.text, line.tag].compactMap({ $0 }) {
      if let kind = SecretArguments.kind(in: [text]) ?? SecretArguments.kind(inLabel: text) {
        throw secret(kind, in: place)
      }
    }
    var values = line.others.members.map(\.value)
    while let value = values.popLast() {
      switch value {
      case .string(let text):
        if let kind = SecretArguments.kind(in: [text]) { throw secret(kind, in: place) }
      case .array(let elements): values += elements
      case .object(let object): values += object.members.map(\.value)
      default: break
      }
    }
  }

  /// The refusal, without a word of what is secret.
  private static func secret(_ kind: String, in place: String) -> ProgramError {
    ProgramError(
      "\(place) contains \(kind)", rule: .r22, hint: "remove it from the file"
    ).refusingSecret(
      hint: NetworkedSecret.advice(on: kind)
        + "; if it is a transaction id, put words before it, as in: refund of ID")
  }
}
