internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import PaymentBuilding
internal import TerminalUI

/// The options of `pay` about which coins it chooses, and why.
struct CoinChoiceOptions: ParsableArguments {
  @Flag(help: "Take the cheapest choice of coins at every fee rate; it mostly spends large coins.")
  var cheapest = false

  @Flag(
    help: "Say why these coins were chosen, what else was weighed, and how much could be saved.")
  var explain = false
}

/// The options of `pay` about where the payment goes: needed but for a dry run, which writes nothing.
struct PayOutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where to write: a name ending with .psbt .txt .dat .png .gif .pdf or /, `-`, or `terminal`.",
      valueName: "output"))
  var out: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "The form to write it in; each kind of output has its own default.", valueName: "format"))
  var format: PayloadFormat?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp("Who reads it: sets form, density and speed for them.", valueName: "peer"))
  var peer: Peer?

  @Flag(help: "Overwrite an existing file or folder.")
  var force = false

  @Flag(
    name: .customLong("dry-run"),
    help:
      "Say what it would cost and spend: nothing is recorded, written or asked, no coin is held.")
  var dryRun = false

  func validate() throws {
    guard dryRun else {
      guard out != nil else {
        throw ValidationError("Missing expected argument '--out <output>' (or --dry-run)")
      }
      return
    }
    if out != nil || force { throw ValidationError("--dry-run writes nothing: leave --out out") }
  }

  /// As other commands have them; without a name where nothing is written.
  var output: OutputOptions {
    var options = OutputOptions()
    options.out = out ?? ""
    options.format = format
    options.peer = peer
    options.force = force
    return options
  }
}

/// The option of `pay` that reads recipients from a table.
struct RecipientTableOptions: ParsableArguments {
  @Option(
    name: .customLong("to-csv"),
    help: ArgumentHelp(
      "Pay the recipients of a table: ADDRESS,AMOUNT,LABEL in each line; - for standard input.",
      valueName: "input"))
  var toCSV: String?
}

/// The options of `pay` about what the transaction is beside its recipients.
struct PayContentOptions: ParsableArguments {
  @Flag(
    name: .customLong("subtract-fee"),
    help: "Take the fee from what the recipients get, in equal parts.")
  var subtractFee = false

  @Option(
    name: .customLong("subtract-fee-from"),
    help: ArgumentHelp(
      "Take the fee from this recipient; from several, in equal parts.", valueName: "address"))
  var subtractFeeFrom: [String] = []

  @Option(
    help: ArgumentHelp(
      "Put these bytes, in hex, into it for everybody to read (OP_RETURN, at most 80 bytes).",
      valueName: "hex"))
  var data: String?

  @Option(
    name: .customLong("data-text"),
    help: ArgumentHelp("The same with a text.", valueName: "text"))
  var dataText: String?

  @Option(
    name: .customLong("lock-time"),
    help: ArgumentHelp(
      "Let it confirm only after this block or time: 900000, 2030-01-31, 2030-01-31T12:00 (UTC).",
      valueName: "when"))
  var lockTime: LockTimeArgument?

  func validate() throws {
    if subtractFee, !subtractFeeFrom.isEmpty {
      throw ValidationError("give --subtract-fee for all recipients, or --subtract-fee-from")
    }
    if data != nil, dataText != nil {
      throw ValidationError("give --data or --data-text, not both")
    }
  }

  /// Fills a request with them; a payload has no place for data or a lock time.
  ///
  /// - Throws: `ProgramError`.
  func fill(_ request: inout PaymentRequest, _ book: KnownRecipients) throws(ProgramError) {
    request.feePayers = try feePayers(among: request.recipients, book)
    request.data = try bytes()
    request.notBefore = lockTime?.value
    guard request.form == .payload else { return }
    for (isGiven, option) in [
      (request.data != nil, data == nil ? "--data-text" : "--data"),
      (request.notBefore != nil, "--lock-time"),
    ] where isGiven {
      throw ProgramError(
        "a multisig payload has no place for \(option)", hint: "leave --as multisig out",
        exitCode: .wrongUsage)
    }
  }

  private func bytes() throws(ProgramError) -> [UInt8]? {
    if let dataText { return Array(dataText.utf8) }
    guard let data else { return nil }
    do throws(BytesError) {
      return try Hex.decode(data)
    } catch {
      throw ProgramError(
        "--data: \(error)", hint: "give two hexadecimal digits a byte; for a text: --data-text",
        exitCode: .wrongUsage)
    }
  }

  private func feePayers(
    among recipients: [Recipient], _ book: KnownRecipients
  ) throws(ProgramError) -> Set<Int> {
    if subtractFee { return Set(recipients.indices) }
    var payers: Set<Int> = []
    for text in subtractFeeFrom {
      let address = try hinted(during: "--subtract-fee-from") { () throws(ProgramError) in
        try book.address(text)
      }
      let found = recipients.indices.filter { recipients[$0].address.script == address.script }
      guard !found.isEmpty else {
        throw ProgramError(
          "--subtract-fee-from: nothing is paid to \(address)", hint: "name one of the recipients",
          exitCode: .wrongUsage)
      }
      payers.formUnion(found)
    }
    return payers
  }
}
