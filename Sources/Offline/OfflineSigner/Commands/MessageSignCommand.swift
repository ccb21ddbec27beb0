internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SeedForms
internal import SignedMessages
internal import SignerHome
internal import TerminalUI
internal import TransactionReview

/// `message sign`: a text, shown whole, signed by an address of a registered wallet.
struct MessageSignCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "sign",
    abstract: "Shows a text whole, asks, and signs it by an address of a wallet.",
    discussion: """
      Takes the request of `online-coordinator message request`, the line
      `signmessage PATH ascii:TEXT` of Specter, SeedSigner and others, and
      Coldcard's JSON or text file. A path must lead to an address of the wallet.

        offline-signer message sign request.png --wallet savings-wpkh-0 \\
          --out signed.txt
        offline-signer message sign camera --wallet savings-wpkh-0 --out terminal

      The answer is a signed message, which `message check` and other programs
      read. No coin moves, also where a proof of funds shows some: the transaction
      that is signed cannot be in a block. The question shows the whole text and
      asks for characters of the address. --yes answers it in rehearsals, and on
      mainnet only if the vault's setting unattended-signing is on. A text that
      nobody can read (a hash, a transaction, Base64) is not signed.

      Forms
        bip322       the default; for addresses of every kind
        bip322-full  the same with the whole transaction
        bip137       for addresses of one key that are not taproot: what older
                     programs read, and the default for requests of others

      Coins of several wallets
        A proof of funds shows coins of the one wallet that signs it. A coin of
        another wallet is refused where its transaction is in the request. Ask for a
        proof for each wallet; what other programs make of several wallets is read by
        `message verify`.

      Wallets of several keys
        If signatures are missing, the answer is a PSBT that no network takes. Each
        cosigner gives the request and what the others have signed:

          offline-signer message sign request.txt --wallet family --out one.psbt
          offline-signer message sign request.txt one.psbt --wallet family \\
            --out signed.txt
      """)

  @Argument(
    help: ArgumentHelp(
      "The request: file, picture, folder of pictures, `-`, `camera` or `paste`; then what cosigners have signed.",
      valueName: "input"))
  var inputs: [String]

  @Option(help: ArgumentHelp("The wallet whose address signs.", valueName: "wallet"))
  var wallet: EntryName

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp("How it is signed: bip322, bip322-full or bip137.", valueName: "form"))
  var form: MessageForm?

  @Option(
    help: ArgumentHelp(
      "Consent in advance to `real-coins`: a rehearsal with keys that are valid on mainnet.",
      valueName: "name"))
  var accept: [RuleArgument] = []

  @OptionGroup var output: OutputOptions
  @OptionGroup var consent: SignerConsentOptions
  @OptionGroup var seedPassphrase: SeedPassphraseOptions
  @OptionGroup var common: SignerCommonOptions

  /// What this command line says to what holds the seeds.
  var task: KeeperTask {
    .text(
      TextOptions(
        wallet: wallet, form: form, consent: consent, seedPassphrase: seedPassphrase,
        accepted: accept))
  }

  func run(in session: SignerSession) throws(ProgramError) {
    let target = try output.target()
    try session.requireVault()
    let console = session.console
    let keeper = KeeperClient(
      session.environment.keeper ?? KeeperServer(session, for: task))
    let (contents, (request, others)) = try session.contents(from: keeper) {
      () throws(ProgramError) in
      try read(on: console)
    }
    let text = try RequestedText(
      request, of: try contents.requiredWallet(wallet), as: form, on: contents.knownNetwork())
    var draft = text.draft
    for (name, psbt) in others {
      try hinted(during: ForeignText.shown(name)) { () throws(MessageError) in
        try draft.addSignatures(of: psbt)
      }
    }
    let (made, log) = try keeper.sign(
      TextRequest(
        wallet: wallet.text, text: request.text, form: text.form, branch: text.place.branch,
        index: text.place.index, address: text.address.string, coins: text.shown))
    let head = LogHead(count: log.count, hash: log.hash)
    console.talk(
      "The log of this signer has \(head.text). Write both down: if it ever has fewer entries, or "
        + "`log verify --entries \(head.count)` shows other words, an older vault was put back.")
    guard let signature = try text.signature(of: made, in: &draft) else {
      return try pass(on: draft, head, to: target, console)
    }
    let file = SignedMessageFile(
      message: String(decoding: request.text, as: UTF8.self), address: text.address.string,
      signature: signature.text)
    try target.write(.signedMessage(file), as: output.format, on: console)
    report(
      "Signed the text with the address \(text.address.string) (\(text.form.words)). \(output.destination)",
      text, head, console)
  }

  /// The request, and what cosigners made of it.
  private func read(
    on console: Console
  ) throws(ProgramError) -> (MessageRequest, [(String, PSBT)]) {
    var request: MessageRequest?
    var others: [(String, PSBT)] = []
    for input in inputs {
      let message = try MessageInput(input).message(on: console)
      switch message {
      case .messageRequest(let read) where request == nil: request = read
      case .psbt(let bytes):
        others.append(
          (
            input,
            try hinted(during: ForeignText.shown(input)) { () throws(PSBTError) in
              try PSBT(decoding: bytes, limits: .qr)
            }
          ))
      default:
        throw ProgramError(
          "\(ForeignText.shown(input)) holds \(message.kind), not "
            + (request == nil ? "a text to sign" : "what a cosigner has signed of it"),
          hint: "name one request (`online-coordinator message request`), then PSBTs of cosigners")
      }
    }
    guard let request else {
      throw ProgramError(
        "a PSBT alone does not say which text it signs",
        hint: "name the request as well: message sign REQUEST PSBT --wallet \(wallet)")
    }
    return (request, others)
  }

  /// Writes what cosigners still have to sign.
  private func pass(
    on draft: MessageDraft, _ head: LogHead, to target: MessageOutput, _ console: Console
  ) throws(ProgramError) {
    try target.write(.psbt(draft.psbt.encoded()), as: output.format, on: console)
    let sentence =
      "Signed, but signatures of cosigners are missing. \(output.destination) Give it to one of them, with the request."
    guard output.out != "-" else { return console.talk(sentence) }
    console.result(
      sentences: sentence,
      json: ["complete": .bool(false), "out": .string(output.out), "log": head.json])
  }

  private func report(
    _ sentence: String, _ text: RequestedText, _ head: LogHead, _ console: Console
  ) {
    // Standard output belongs to the signed message when that is where it goes.
    guard output.out != "-" else { return console.talk(sentence) }
    console.result(
      sentences: sentence,
      json: [
        "complete": .bool(true), "address": .string(text.address.string),
        "form": .string(text.form.rawValue), "out": .string(output.out), "log": head.json,
      ])
  }
}
