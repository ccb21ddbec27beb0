internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import DurableFiles
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The command `signer-bridge`: what Bitcoin Core runs as its external signer.
struct SignerBridgeCommand: AsyncParsableCommand {
  static let name = "signer-bridge"

  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Lets Bitcoin Core use your signer as its external signer.",
    discussion: """
      Bitcoin Core runs this command itself when it is started with

        bitcoind -signer="online-coordinator signer-bridge --folder /home/me/gap"

      On a chain other than mainnet, name it, as in --chain regtest. Otherwise no
      signer is listed, and core-no-signer.log in the folder says why.

      This command cannot sign. It writes what the signer must see into the folder,
      and waits for the answer there. With --answer camera it waits for you to hold
      the answer in front of the camera. Bitcoin Core's window freezes
      meanwhile: do not force it to close.

      A payment is core-FOUR-WORDS.psbt and .gif: the signer shows the same words.
      Show it the picture, or carry the file; then put what the signer wrote into
      the folder, under any other name. Each signature is verified before Bitcoin
      Core gets it. A stick may be the folder: `offline-signer watch` answers there.
      Where Bitcoin Core says that it cannot sign, core-not-signed.log says why,
      and so does `doctor`.

      An address is core-KIND-ACCOUNT-INDEX.png and .txt. Compare it with the
      signer's (`address show NAME INDEX`, or `address verify --from FILE`). If it
      is the same, rename the .txt; with a camera, let the signer show it (--qr).
      If the window then shows nothing, the address was confirmed.

      To cancel, delete the .psbt or the .png. After --wait seconds it is
      cancelled by itself.

      Bitcoin Core learns the accounts of one key that have a wallet in this home:
      `account export` on the signer and `wallet create` here, for each kind of
      address. Results and errors have the form that Bitcoin Core reads.
      """)

  @Argument(help: "Bitcoin Core's: enumerate, getdescriptors, displayaddress or signtx.")
  var words: [String] = []

  @Option(
    help: ArgumentHelp("Where questions and answers lie; it must exist.", valueName: "folder"))
  var folder: String?

  @Option(
    help: ArgumentHelp(
      "Read the answer with a camera instead: camera, or camera:2 for another than the first.",
      valueName: "camera"))
  var answer: String?

  @Option(help: ArgumentHelp("How long an answer is awaited.", valueName: "seconds"))
  var wait = 600

  @Option(
    help: ArgumentHelp("Of several signers in this home, only this one.", valueName: "fingerprint"))
  var only: String?

  @Option(help: ArgumentHelp("Bitcoin Core's: which signer.", valueName: "hex"))
  var fingerprint: String?

  @Option(help: ArgumentHelp("The chain of Bitcoin Core, as it calls it.", valueName: "chain"))
  var chain: CoreChain = .main

  @Option(help: ArgumentHelp("Bitcoin Core's: which account.", valueName: "number"))
  var account: UInt32 = 0

  @Option(
    name: .customLong("desc"),
    help: ArgumentHelp("Bitcoin Core's: the descriptor of an address.", valueName: "descriptor"))
  var descriptor: String?

  @Flag(name: .customLong("stdin"), help: "Bitcoin Core's: more words are on standard input.")
  var readsInput = false

  /// The most seconds that an answer is awaited.
  static let longestWait = 86_400

  func validate() throws {
    guard (1...Self.longestWait).contains(wait) else {
      throw ValidationError("--wait needs a number of seconds from 1 to \(Self.longestWait)")
    }
    if let answer, answer != MessageInput.camera, !answer.hasPrefix(MessageInput.camera + ":") {
      throw ValidationError("--answer needs camera, or camera: and which one")
    }
  }

  func run() async throws {
    let environment = CoordinatorEnvironment.current
    let console = Console(screen: BridgeScreen(screen: environment.screen), json: true)
    var note: BridgeNote?
    do {
      let words = try allWords(environment)
      if Self.signing.contains(words.first ?? "") {
        note = .payment(in: folder, home: environment.home)
      }
      note?.remove()
      console.result(try result(of: words, in: environment, console))
    } catch {
      let said = Self.said(error)
      guard let note else { throw Self.forCore(said) }
      if !Self.isCancelled(error) { note.write(said) }
      // With another code than 0 Bitcoin Core's window ends, if the payment raises a fee: nothing catches that there.
      Console(screen: environment.screen, json: true).report(Self.forCore(said))
    }
  }

  /// Whether a person ended it, who knows why.
  private static func isCancelled(_ error: any Error) -> Bool {
    if case .cancelled? = error as? BridgeError { true } else { false }
  }

  /// What Bitcoin Core calls the question for signatures, since version 22 and before.
  private static let signing: Set<String> = ["signtx", "signtransaction"]

  /// What ended a question, as a sentence and what to do.
  private static func said(_ error: any Error) -> ProgramError {
    let error = error as? ProgramError ?? ProgramError(any: error)
    guard error.isSecretRefused else { return error }
    return error.refusingSecret(hint: NetworkedSecret.advice(on: error.message))
  }

  /// Bitcoin Core shows one line: what to do goes into it.
  private static func forCore(_ error: ProgramError) -> ProgramError {
    let words = "\(error.unruled)\(error.rule.map { " (\($0))" } ?? ""); \(error.hint)"
    let line = ProgramError(words, hint: error.hint, exitCode: error.exitCode)
    return error.isSecretRefused ? line.refusingSecret(hint: error.hint) : line
  }

  private func result(
    of words: [String], in environment: CoordinatorEnvironment, _ console: Console
  ) throws -> JSONValue {
    let accounts = try accounts(environment, console)
    switch words.first {
    case "enumerate": return try enumerated(accounts, home: environment.home, console)
    case "getdescriptors": return try descriptors(of: signer(accounts, "getdescriptors"))
    case "displayaddress":
      return try address(of: signer(accounts, "displayaddress"), environment, console)
    case let word? where Self.signing.contains(word):
      guard words.count == 2 else { throw BridgeError.noPayment }
      return try signed(words[1], by: signer(accounts, "signtx"), environment, console)
    default:
      throw BridgeError.unknownCommand(
        words.first.map { ForeignText.shown($0, limit: 40) } ?? "nothing")
    }
  }

  // MARK: What Bitcoin Core sends

  /// The largest PSBT in Base64, with its command.
  private static let inputLimit = MessageInput.fileLimit / 3 * 4 + 100

  /// The words of the command line, and those of standard input where it says that there are more.
  private func allWords(_ environment: CoordinatorEnvironment) throws -> [String] {
    guard readsInput else { return words }
    return try words + Self.words(of: environment.input(Self.inputLimit))
  }

  private static func words(of bytes: [UInt8]) throws -> [String] {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    return bytes.split(whereSeparator: blanks.contains).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The records, for a moment: they are closed again before anything is awaited.
  private func store(
    _ environment: CoordinatorEnvironment, _ console: Console
  ) throws -> Store {
    try CoordinatorSession(console: console, in: environment).store()
  }

  /// The accounts of this home.
  private func accounts(
    _ environment: CoordinatorEnvironment, _ console: Console
  ) throws -> [BridgeAccount] {
    let all = try BridgeAccount.all(in: store(environment, console))
    guard let only else { return all }
    let fingerprint = try Self.fingerprint(only)
    return all.filter { $0.origin.fingerprint == fingerprint }
  }

  /// A fingerprint; old versions of Bitcoin Core put it in quotes.
  private static func fingerprint(_ text: String) throws -> Fingerprint {
    try Fingerprint(parsing: text.filter { $0 != "\"" })
  }

  /// The accounts that a command is about; none of a fork, whose node calls its chain as Bitcoin Core does.
  private func signer(
    _ accounts: [BridgeAccount], _ command: String
  ) throws -> (fingerprint: Fingerprint, accounts: [BridgeAccount]) {
    guard let fingerprint else {
      throw BridgeError.lacks(option: "--fingerprint", command: command)
    }
    let signer = try Self.fingerprint(fingerprint)
    let known = accounts.filter {
      $0.origin.fingerprint == signer && $0.network.chain == chain && $0.network.forkHeight == nil
    }
    guard !known.isEmpty else {
      throw BridgeError.unknownSigner(signer, chain: chain.rawValue)
    }
    return (signer, known)
  }

  // MARK: Answers

  /// The signers that a wallet can be made of.
  ///
  /// Bitcoin Core asks for account 0 next, and where that ends with an error, its window ends with it. It does not say
  /// here which chain is meant: the person does, with `--chain`.
  private func enumerated(
    _ accounts: [BridgeAccount], home: String?, _ console: Console
  ) throws -> JSONValue {
    var seen: Set<Fingerprint> = []
    let signers = accounts.filter {
      $0.number == 0 && $0.network.chain == chain && $0.network.forkHeight == nil
    }
    .map(\.origin.fingerprint).filter { seen.insert($0).inserted }
    let note = BridgeNote.listing(in: folder, home: home)
    note.remove()
    if signers.isEmpty {
      // An error would end the window that raises a fee, in place of saying that there is no signer.
      let error = try BridgeError.noSigner(only.map(Self.fingerprint), chain: chain.rawValue)
      let why = ProgramError(error)
      note.write(why)
      console.warn("\(why.message); \(why.hint)")
    }
    return .array(
      signers.map {
        ["fingerprint": .string("\($0)"), "type": "drawbridge", "model": "Drawbridge"]
      })
  }

  private func descriptors(
    of signer: (fingerprint: Fingerprint, accounts: [BridgeAccount])
  ) throws -> JSONValue {
    let named = signer.accounts.filter { $0.number == account }
    guard !named.isEmpty else {
      throw BridgeError.noAccount(
        number: account, of: signer.fingerprint, chain: chain.rawValue)
    }
    let branches = try named.map { try $0.descriptor.expanded() }
    return [
      "receive": .array(branches.map { .string($0[0].canonical) }),
      "internal": .array(branches.map { .string($0[1].canonical) }),
    ]
  }

  private func address(
    of signer: (fingerprint: Fingerprint, accounts: [BridgeAccount]),
    _ environment: CoordinatorEnvironment, _ console: Console
  ) throws -> JSONValue {
    guard let descriptor else {
      throw BridgeError.lacks(option: "--desc", command: "displayaddress")
    }
    let asked: Descriptor
    do throws(DescriptorError) {
      asked = try Descriptor(parsing: descriptor)
    } catch {
      throw BridgeError.notAnAddress("\(error)")
    }
    guard asked.keys.count == 1, let origin = asked.keys[0].origin,
      let place = signer.accounts.lazy.compactMap({ $0.place(of: origin) }).first,
      let script = try? asked.derived(branch: 0, index: 0).scriptPubKey,
      try place.derived().scriptPubKey == script,
      let address = Address(script: script, network: place.account.network)
    else { throw BridgeError.foreignAddress(signer.fingerprint) }
    let question = BridgeQuestion(
      folder: try requiredFolder("displayaddress"), name: place.name,
      message: .plain(address.string),
      endings: [".png", ".txt"], limit: wait, convention: .renamed(".txt"))
    try question.answer(from: source, in: environment, on: console) { arrival in
      try Self.judge(arrival, showing: address, asking: place.name, on: console)
    }
    return ["address": .string(address.string)]
  }

  private func signed(
    _ text: String, by signer: (fingerprint: Fingerprint, accounts: [BridgeAccount]),
    _ environment: CoordinatorEnvironment, _ console: Console
  ) throws -> JSONValue {
    let folder = try requiredFolder("signtx")
    let packet = try PSBT(decoding: Base64.decode(text))
    let payment = try BridgePayment(
      packet, of: signer.fingerprint, in: signer.accounts, store(environment, console))
    if let complete = try payment.complete() {
      return ["psbt": .string(Base64.encode(complete.encoded()))]
    }
    let question = BridgeQuestion(
      folder: folder, name: payment.name, message: .psbt(packet.encoded()),
      endings: [".psbt", ".gif"], limit: wait, convention: .named)
    let signed = try question.answer(from: source, in: environment, on: console) { arrival in
      try Self.judge(arrival, for: payment, on: console)
    }
    // A coin may have been frozen, or taken by a payment, while the signer was waited for.
    try payment.requireFree(in: store(environment, console))
    return ["psbt": .string(Base64.encode(signed.encoded()))]
  }

  private var source: AnswerSource { answer.map { .camera($0) } ?? .folder }

  private func requiredFolder(_ command: String) throws -> String {
    guard let folder else {
      throw ProgramError(
        "\(command) lacks the folder for questions to the signer",
        hint: "start Bitcoin Core with -signer=\"online-coordinator signer-bridge --folder FOLDER\""
      )
    }
    return folder
  }

  // MARK: What comes back

  private static func judge(
    _ arrival: BridgeQuestion.Arrival, for payment: BridgePayment, on console: Console
  ) throws -> BridgeQuestion.Verdict<PSBT> {
    let returned: Returned
    do throws(ProgramError) {
      returned = try Returned(
        reading: MessageInput(arrival.path, limit: arrival.seconds), named: arrival.source,
        on: console)
    } catch {
      // A seed in a picture is said at once; a picture without a QR code is no answer yet.
      if error.isSecretRefused { throw error }
      return .other(error)
    }
    guard returned.unsigned != nil else {
      return .other(BridgeError.unsigned(source: returned.source))
    }
    do {
      return .answer(try payment.signed(by: returned))
    } catch let error as BridgeError {
      // A question lies beside its answer: this one, saved again or copied, and those of other runs.
      guard let file = arrival.file else { throw error }
      if case .unsigned = error, file.hasPrefix(BridgePayment.mark) { return .other(error) }
      if payment.isOfAnotherRun(returned, in: file) { return .other(error) }
      throw error
    }
  }

  private static func judge(
    _ arrival: BridgeQuestion.Arrival, showing address: Address, asking name: String,
    on console: Console
  ) throws -> BridgeQuestion.Verdict<Void> {
    // What `address show` prints names the place, and has the address in groups too: no copy of the question does.
    if let file = arrival.file, file.lowercased().hasSuffix(".txt"),
      let bytes = try? BoundedFile.read(arrival.path, limit: 10_000),
      isShown(address, in: String(decoding: bytes, as: UTF8.self))
    {
      return .answer(())
    }
    let message: AirgapMessage
    do throws(ProgramError) {
      message = try MessageInput(arrival.path, limit: arrival.seconds).message(on: console)
    } catch {
      if error.isSecretRefused { throw error }
      return .other(error)
    }
    guard case .address(let found) = message else {
      return .other(CollectError.notAPayment(kind: message.kind))
    }
    let source = ForeignText.shown(arrival.source, limit: 60)
    guard found == address.string else {
      let error = BridgeError.otherAddress(
        source: source, found: ForeignText.shown(found, limit: 100), expected: address.string)
      // Another run asks for another address; index 70 begins as index 7 does.
      if let file = arrival.file, file.hasPrefix(BridgePayment.mark),
        !file.hasPrefix(name) || file.dropFirst(name.count).first?.isNumber == true
      {
        return .other(error)
      }
      throw error
    }
    guard arrival.file == nil || arrival.isRenamed else {
      return .other(BridgeError.notRenamed(source: source, asked: name + ".txt"))
    }
    return .answer(())
  }

  /// Whether a text is what the signer prints for an address.
  private static func isShown(_ address: Address, in text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline)
    return lines.count == 3 && lines[1] == address.grouped && lines[2] == address.string
  }
}
