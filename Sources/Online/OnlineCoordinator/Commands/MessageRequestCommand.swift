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
internal import SignedMessages
internal import TerminalUI
internal import WalletFiles
internal import WalletStorage
internal import WalletTypes

/// The command `message request`.
struct MessageRequestCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "request",
    abstract: "Asks a signer to sign a text by an address of a wallet.",
    discussion: """
      Writes the request as QR codes or as a file. The signer shows the whole text
      and asks; the answer is checked with `message check`.

        online-coordinator message request savings 0 --text "I hold this address" \\
          --out request.png
        offline-signer message sign request.png --wallet savings-wpkh-0 \\
          --out signed.txt
        online-coordinator message check signed.txt

      A proof of funds shows coins beside the address: all confirmed ones of the
      wallet (up to 500), or those of --coin. No coin moves. Whoever reads it sees
      that they belong together: coins with different tags need --mix-tags. The
      wallet is synced first; the result says up to which block its coins are known.

      Forms
        --as leaves the form to this project's signer. For others: signmessage (the
        line that Specter, SeedSigner, Jade and Krux read) and coldcard (its JSON).
        They name one key by its path, and know no proof of funds.
      """)

  @Argument(help: "The wallet's name.")
  var wallet: String

  @Argument(
    help: ArgumentHelp(
      "The address that is to sign, or its index among the receiving addresses.",
      valueName: "index|address"))
  var signer: String

  @Option(help: "The text.")
  var text: String?

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp(
      "A file whose every byte is the text, a line break at its end too.", valueName: "path"))
  var file: String?

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "How it is to be signed: bip322 (unless given), bip322-full or bip137.", valueName: "form"))
  var form: MessageForm?

  @Flag(name: .customLong("proof-of-funds"), help: "Show coins of the wallet beside the address.")
  var showsFunds = false

  @Option(
    help: ArgumentHelp(
      "With --proof-of-funds: show exactly this coin; several may be given.",
      valueName: "coin"))
  var coin: [CoinArgument] = []

  @Flag(
    name: .customLong("mix-tags"),
    help: "With --proof-of-funds: allow coins with different tags, or with none, in one proof.")
  var mixTags = false

  @OptionGroup var output: OutputOptions
  @OptionGroup var offline: OfflineOptions
  @OptionGroup var common: CoordinatorCommonOptions

  var freeTexts: [String] { [text].compactMap(\.self) }

  func validate() throws {
    if (text == nil) == (file == nil) {
      throw ValidationError("Give --text or --from, one of them.")
    }
    if !coin.isEmpty, !showsFunds {
      throw ValidationError("--coin works only with --proof-of-funds")
    }
    if mixTags, !showsFunds {
      throw ValidationError("--mix-tags works only with --proof-of-funds")
    }
    if showsFunds, form == .bip137 {
      throw ValidationError("a proof of funds is signed as BIP-322: leave --format out")
    }
    if showsFunds, namesPath {
      throw ValidationError("a proof of funds needs this project's own form: leave --as out")
    }
  }

  /// Whether the form that is written names a key by its path.
  private var namesPath: Bool { output.format == .signMessage || output.format == .coldcard }

  func run(in session: CoordinatorSession) async throws {
    let target = try output.target()
    let bytes = try message()
    let store = try session.store()
    // A text alone shows no money, and asks nobody.
    let record =
      showsFunds
      ? try await session.refreshed(wallet, store, offline) : try session.wallet(wallet, store)
    let age = showsFunds ? try SyncAge(of: record, in: store, now: session.now) : nil
    let place = try place(in: record, store)
    let derived = try record.descriptor.derived(branch: place.branch, index: place.index)
    guard let address = Address(script: derived.scriptPubKey, network: record.network) else {
      throw ProgramError(
        "the scripts of \(wallet) have no addresses", hint: "ask for an address of another wallet")
    }
    if form == .bip137 { try requireOneKey(derived) }
    let coins = try coins(of: record, store)
    let shown = coins.map {
      MessageRequest.Coin(
        outPoint: $0.outPoint, amount: $0.amount.satoshis,
        place: MessageRequest.Place(branch: $0.branch, index: $0.index))
    }
    let previous = try previous(of: coins, record, store)
    guard !MessageRequest.hasTooMuch(previous, for: shown) else {
      throw ProgramError(
        "the transactions of these coins come to more than \(MessageRequest.mostPrevious) bytes",
        rule: .r18, hint: "show fewer coins with --coin")
    }
    let request = MessageRequest(
      text: bytes, signer: try signer(address, place, derived), form: form, coins: shown,
      previous: previous)
    try target.write(.messageRequest(request), as: output.format, on: session.console)
    report(address, place, coins, age, session.console)
  }

  // MARK: What is asked for

  private func message() throws(ProgramError) -> [UInt8] {
    let bytes: [UInt8]
    if let text {
      bytes = Array(text.utf8)
    } else {
      bytes = try hinted { () throws(FileError) in
        try BoundedFile.read(file ?? "", limit: MessageRequest.mostText)
      }
      if let kind = SecretDetector.kind(of: String(decoding: bytes, as: UTF8.self)) {
        throw ProgramError(
          "\(ForeignText.shown(file ?? "")) holds \(kind)", rule: .r22,
          hint: "a seed belongs on no machine with a network: move its coins to a new one")
      }
    }
    _ = try hinted { () throws(MessageError) in try SignableText.text(of: bytes) }
    return bytes
  }

  private func place(in record: WalletRecord, _ store: Store) throws -> ScriptPlace {
    guard record.descriptor.alternatives.count == 1 else {
      throw ProgramError(
        "\(record.name) is a combo wallet: it has several addresses at one place",
        hint: "import one kind of address, as in wpkh(KEY) in place of combo(KEY)")
    }
    if let index = UInt32(signer), index < ChildNumber.hardenedBit {
      return ScriptPlace(branch: 0, index: index)
    }
    let address: Address
    do throws(AddressError) {
      address = try Address(parsing: signer, on: record.network)
    } catch {
      throw ProgramError(
        "\(ForeignText.shown(signer)) is neither an index nor an address: \(error)",
        hint: "give the index that `receive` showed, or the whole address")
    }
    guard let found = try store.scripts(of: record).first(where: { $0.script == address.script })
    else {
      throw ProgramError(
        "\(address.string) is not an address that \(record.name) has looked for", rule: .r30,
        hint: "run `sync \(record.name)`, or name the wallet that the address belongs to")
    }
    return ScriptPlace(branch: found.branch, index: found.index)
  }

  private func requireOneKey(_ script: DerivedScript) throws(ProgramError) {
    guard !script.scriptPubKey.isP2PKH, !script.scriptPubKey.isP2WPKH,
      script.redeemScript?.isP2WPKH != true
    else { return }
    throw ProgramError(
      "BIP-137 is defined for addresses of one key that are not taproot", rule: .r20,
      hint: "leave --format out: BIP-322 is for addresses of every kind")
  }

  private func signer(
    _ address: Address, _ place: ScriptPlace, _ script: DerivedScript
  ) throws(ProgramError) -> MessageRequest.Signer {
    guard namesPath else {
      return .address(
        address.string, MessageRequest.Place(branch: place.branch, index: place.index))
    }
    guard let key = script.keys.first, script.keys.count == 1, !key.origin.path.steps.isEmpty else {
      throw ProgramError(
        "this form names one key by its path, and the keys of \(wallet) are several or have none",
        hint: "leave --as out")
    }
    let kind: MessageRequest.KeyScript =
      script.scriptPubKey.isP2PKH
      ? .p2pkh
      : script.scriptPubKey.isP2WPKH
        ? .p2wpkh : script.scriptPubKey.isP2TR ? .p2tr : .p2shP2WPKH
    return .path(key.origin.path, script: kind)
  }

  private func coins(of record: WalletRecord, _ store: Store) throws -> [WalletCoin] {
    guard showsFunds else { return [] }
    let shown = try namedCoins(of: record, store)
    let totals = TagTotal.all(of: shown)
    guard mixTags || totals.count < 2 else {
      throw ProgramError(
        "the coins have different tags, and one proof would link them for its reader: "
          + TagTotal.words(totals),
        hint:
          "name coins with one tag with --coin; if the reader may see that they belong together, "
          + "add --mix-tags")
    }
    return shown
  }

  private func namedCoins(of record: WalletRecord, _ store: Store) throws -> [WalletCoin] {
    let known = try store.coins(of: record).filter { $0.height != nil }
    guard !coin.isEmpty else {
      guard !known.isEmpty else {
        throw ProgramError(
          "\(wallet) has no confirmed coin to show",
          hint: "run `sync \(wallet)`, or leave "
            + "--proof-of-funds out")
      }
      guard known.count <= MessageRequest.mostCoins else {
        throw ProgramError(
          "\(wallet) has \(known.count) coins, and a proof of funds shows at most "
            + "\(MessageRequest.mostCoins)", rule: .r18,
          hint: "name those that are to be shown with --coin")
      }
      return known
    }
    var chosen: [WalletCoin] = []
    for named in try coin.outPoints(of: record, in: store)
    where !chosen.contains(where: { $0.outPoint == named }) {
      guard let found = known.first(where: { $0.outPoint == named }) else {
        throw ProgramError(
          "\(named) is not a confirmed and unspent coin of \(wallet)",
          hint: "`coins \(wallet)` lists them")
      }
      chosen.append(found)
    }
    guard chosen.count <= MessageRequest.mostCoins else {
      throw ProgramError(
        "a proof of funds shows at most \(MessageRequest.mostCoins) coins", rule: .r18,
        hint: "make several")
    }
    return chosen
  }

  /// The transactions that made the coins, where no signature commits to an amount.
  private func previous(
    of coins: [WalletCoin], _ record: WalletRecord, _ store: Store
  ) throws -> [PreviousTransaction] {
    guard let coin = coins.first else { return [] }
    let script = try record.descriptor.derived(branch: coin.branch, index: coin.index)
    let isSegwit =
      script.scriptPubKey.witnessProgram != nil || script.redeemScript?.witnessProgram != nil
    guard !isSegwit else { return [] }
    let wanted = Set(coins.map(\.outPoint.txid))
    let known = try store.previousTransactions(wanted, of: record)
    if let missing = coins.first(where: { known[$0.outPoint.txid] == nil }) {
      throw ProgramError(
        "the transaction of the coin \(missing.outPoint) is not known, and no signature commits to its amount",
        rule: .r01, hint: "name other coins with --coin, or sync with a node that is not pruned")
    }
    return wanted.sorted().compactMap { known[$0] }
  }

  private func report(
    _ address: Address, _ place: ScriptPlace, _ coins: [WalletCoin], _ age: SyncAge?,
    _ console: Console
  ) {
    let total = coins.reduce(Int64(0)) { $0 + $1.amount.satoshis }
    let funds =
      coins.isEmpty
      ? ""
      : " It shows \(counted(coins.count, "coin")), "
        + "\((try? Amount(satoshis: total))?.btc ?? "?") BTC in all"
        + (age.map { ", \($0.words)." } ?? ".")
    let sentence =
      "Asks for a signature by \(address.string) (\(place.branch)/\(place.index)).\(funds) "
      + "\(output.destination) Give it to the signer: message sign \(output.fileOrName) --wallet WALLET --out FILE"
    guard output.out != "-" else { return console.talk(sentence) }
    console.result(
      sentences: sentence,
      json: [
        "address": .string(address.string), "branch": .integer(place.branch),
        "index": .integer(place.index), "coins": .integer(coins.count),
        "amount": .integer(total), "height": age?.height.map { .integer($0) } ?? .null,
        "syncedAt": age?.syncedAt.map { .integer($0) } ?? .null, "out": .string(output.out),
      ])
  }
}
