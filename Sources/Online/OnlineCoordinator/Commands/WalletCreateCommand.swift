internal import AirgapMessages
internal import AirgapTransfer
internal import ArgumentParser
internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage

/// The command `wallet create`.
struct WalletCreateCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Makes a wallet from what signers exported: one key, or several people's.",
    discussion: """
        online-coordinator wallet create savings account.png
        online-coordinator wallet create family --threshold 2 \\
            Alice=alice.png Bob=bob.json Carol=carol.txt

      One account makes a wallet of the script that it was exported for. Several
      keys make a wallet in which --threshold of them sign: account exports of any
      kind mixed (crypto-account QR codes, Coldcard's JSON, [fingerprint/path]xpub,
      BSMS key records), all for one script: wsh, sh-wsh, sh or tr. Keys are
      sorted in each script (BIP-67) unless --unsorted. Keys that claim the same
      origin but differ are refused, also if one is in another wallet here.

      A name in front of a key, NAME=KEY, says who holds it; payments then names
      people. A redeem script by itself, or a multisig: payload, makes the wallet it
      belongs to, and --profile chance makes such a wallet: the keys themselves, in
      the order given, one address. Keys that were exported with --profile chance
      make such a wallet without this option.

      If one key, or some of the keys, can spend without the others, you are asked
      about that separately (--accept stranger).

      Compare the first addresses and the four Words with those of every signer
      before anything is paid in.
      """)

  /// Wallets of other programs that are not as the standards have them.
  enum Profile: String, ExpressibleByArgument, CaseIterable {
    case chance
  }

  @Argument(help: "A name for the wallet.")
  var name: String

  @Argument(
    help: ArgumentHelp(
      "An exported key, with NAME= in front if you like: file, picture, folder, `-`, `camera`, `paste`, text.",
      valueName: "key"))
  var inputs: [String]

  @Option(help: ArgumentHelp("How many of the keys have to sign.", valueName: "m"))
  var threshold: Int?

  @Option(
    help: ArgumentHelp("The kind of script; what the keys say unless given.", valueName: "type"))
  var script: StandardAccount?

  @Flag(help: "Keep the keys in the order given, in place of sorting them in each script.")
  var unsorted = false

  @Option(help: ArgumentHelp("A wallet as another program makes it: chance.", valueName: "program"))
  var profile: Profile?

  @Option(
    name: .customLong("bsms-token"),
    help: ArgumentHelp(
      "File with the tokens of encrypted BSMS records, one a line.", valueName: "file"))
  var tokenFile: String?

  @OptionGroup var new: NewWalletOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [name] }

  func run(in session: CoordinatorSession) async throws {
    try new.validated()
    let tokens = try BSMSTokens.read(tokenFile, on: session.console)
    let cosigners = inputs.map { CosignerInput($0) }
    var messages: [AirgapMessage] = []
    for cosigner in cosigners {
      do throws(ProgramError) {
        messages.append(try cosigner.message(tokens, on: session.console))
      } catch {
        throw cosigners.count > 1 ? cosigner.named(error) : error
      }
    }
    guard let first = messages.first else {
      throw ProgramError(
        "no key was given", hint: "give the keys that the signers exported", exitCode: .wrongUsage)
    }
    let store = try session.store()
    let network = try await session.network(new.network, for: first, store)
    let made =
      messages.count == 1 && profile == nil && (threshold == nil || !isKey(first))
      ? try existing(first, cosigners[0], on: network, session.console)
      : try several(messages, cosigners, on: network, session.console)
    let wallet = try new.add(name, made, on: network, in: session, store)
    try new.report(wallet, store, on: session.console)
  }

  private func isKey(_ message: AirgapMessage) -> Bool {
    (try? message.cosignerKeys().isEmpty) == false
  }

  /// The wallet of one account, or one that is whole already.
  private func existing(
    _ message: AirgapMessage, _ input: CosignerInput, on network: Network, _ console: Console
  ) throws -> NewWallet {
    var wallet = try WalletInput(message: message, script: script)
      .wallet(on: network, console)
    let found = wallet.descriptor.multisig?.threshold ?? 1
    guard threshold == nil || threshold == found else {
      throw ProgramError(
        "this wallet needs \(found) signatures, not \(threshold ?? 0)",
        hint: "leave --threshold out to take it as it is", exitCode: .wrongUsage)
    }
    if let label = input.label, wallet.descriptor.keys.count == 1 { wallet.labels = [0: label] }
    return wallet
  }

  private func several(
    _ messages: [AirgapMessage], _ inputs: [CosignerInput], on network: Network,
    _ console: Console
  ) throws -> NewWallet {
    guard let threshold else {
      throw ProgramError(
        "--threshold is missing: it says how many of the \(messages.count) keys must sign",
        hint: "add --threshold, for two of three: --threshold 2", exitCode: .wrongUsage)
    }
    // A Chance key is exported with the path of another script: the profile says what it is for.
    let wanted = profile == .chance ? nil : script
    guard profile == nil || script == nil || script == .sh else {
      throw ProgramError(
        "Chance's wallets are legacy: sh", hint: "leave --script out", exitCode: .wrongUsage)
    }
    try BSMSTokens.requireOwn(messages, inputs)
    var cosigners: [Cosigner] = []
    for (message, input) in zip(messages, inputs) {
      let cosigner = try Cosigner(message, input, script: wanted, on: network)
      for warning in cosigner.key.warnings { console.warn("\(cosigner.place): \(warning)") }
      cosigners.append(cosigner)
    }
    // Nobody but Chance has cosigners' keys there: they are meant for its wallet unless --script says.
    let isChance =
      profile == .chance || script == nil && cosigners.allSatisfy(\.key.isChance)
    if profile == nil, isChance {
      console.talk(
        "These are keys of the Chance wallet, so this is the wallet that Chance makes of them: one "
          + "address, the keys in the order given. For another one add --script sh.")
    } else if !isChance, cosigners.allSatisfy(\.key.isChance) {
      console.warn(
        "the Chance wallet cannot open this wallet; to make one that it can, add --profile chance"
      )
    }
    let multisig = NewMultisig(
      threshold: threshold, cosigners: cosigners, script: script, isSorted: !unsorted,
      isChance: isChance)
    let descriptor = try multisig.descriptor(console)
    return NewWallet(descriptor, labels: multisig.labels(in: descriptor))
  }
}

/// The tokens of a BSMS setup, as a file has them.
enum BSMSTokens {
  /// Refuses a token of 128 bits under which two signers sent records: each is given to one alone.
  static func requireOwn(
    _ messages: [AirgapMessage], _ inputs: [CosignerInput]
  ) throws {
    var holders: [BSMSToken: String] = [:]
    for (message, input) in zip(messages, inputs) {
      guard case .keyRecord(let record) = message, case .extended = record.token else { continue }
      if let other = holders.updateValue(input.place, forKey: record.token) {
        throw ProgramError(
          "\(input.place) and \(other) were encrypted with the same token, but each signer should have its own",
          rule: .r23,
          hint: "give each signer a token of its own: `bsms token --extended N`")
      }
    }
  }

  /// Reads tokens, one a line; none when there is no file.
  static func read(_ path: String?, on console: Console) throws -> [BSMSToken] {
    guard let path else { return [] }
    let text = try PrivateInput(path).textButNoSeed("BSMS token", on: console) { bytes in
      SecretDetector.kind(ofSymbol: Array(bytes)) == nil
        && bytes.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x46).contains($0) || (0x61...0x66).contains($0)
            || $0 == 0x0a || $0 == 0x0d || $0 == 0x20
        }
    }
    let lines = text.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      .split(whereSeparator: \.isWhitespace)
    var tokens: [BSMSToken] = []
    for line in lines {
      tokens.append(try BSMSToken(parsing: line))
    }
    guard (1...100).contains(tokens.count) else {
      throw ProgramError(
        "there is no token in the file",
        hint: "put one token on each line: 16 or 32 hexadecimal digits")
    }
    return tokens
  }
}
