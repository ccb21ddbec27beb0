internal import ArgumentParser
internal import BitcoinPrimitives
internal import Bytes
internal import CommandLineInterface
internal import Descriptors
internal import Refusals
internal import TerminalUI
internal import WalletStorage
internal import WalletTypes

/// What `wallet create` and `wallet import` have in common.
struct NewWalletOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The network; that of the node in use unless given.", valueName: "net"))
  var network: NetworkName?

  @Option(
    name: .customLong("birth-height"),
    help: ArgumentHelp(
      "No coin is older than this block; earlier blocks are not searched.", valueName: "block"))
  var birthHeight: Int?

  @Option(
    name: .customLong("gap-limit"),
    help: ArgumentHelp(
      "How many addresses to watch after the last one used or handed out; 20 unless the wallet "
        + "states another number.",
      valueName: "n"))
  var gapLimit: Int?

  @OptionGroup var acceptance: AcceptanceOptions

  static let gapLimits = 1...10_000
  static let birthHeights = 0...10_000_000

  /// Refuses numbers that make no sense, before anything is read.
  func validated() throws {
    guard Self.gapLimits.contains(gapLimit ?? 20), Self.birthHeights.contains(birthHeight ?? 0)
    else {
      throw ProgramError(
        "the gap limit must be from 1 to 10000, and the birth height 0 or more",
        hint: "leave them out",
        exitCode: .wrongUsage)
    }
  }

  /// Adds the wallet to the records; what was typed goes before what a file said.
  func add(
    _ name: String, _ new: NewWallet, on network: Network, in session: CoordinatorSession,
    _ store: Store
  ) throws -> WalletRecord {
    try new.requireAddress(on: network)
    guard !new.descriptor.keys.isEmpty else {
      throw ProgramError(
        "this descriptor names an address or a script and no key: no signer can check its addresses or "
          + "spend from it", rule: .r23,
        hint: "take the wallet from the signer: `account export` or `wallet export`")
    }
    let least = WalletInput.birthHeight(of: new.descriptor, on: network)
    let said = new.birthHeight.map { max(Int($0), least) }
    let birth = min(birthHeight ?? said ?? least, Self.birthHeights.upperBound)
    var gap = gapLimit ?? new.gapLimit.map { Int($0) } ?? 20
    if !Self.gapLimits.contains(gap) {
      session.console.warn("the file asks for a gap limit of \(gap); the nearest allowed is taken")
      gap = min(max(gap, Self.gapLimits.lowerBound), Self.gapLimits.upperBound)
    }
    let limit = gap
    let known = try store.wallets()
    // Before anything is asked: two names for one wallet are two accounts of the same coins.
    let overlap = try store.overlap(of: new.descriptor, gapLimit: limit, on: network)
    if let overlap { throw ProgramError(overlap) }
    try KeyAgreement.require(
      of: new.descriptor, with: known.map { (name: $0.name, descriptor: $0.descriptor) })
    try acceptance.acknowledgeLoneSpenders(of: new.descriptor, on: session.console)
    try acceptance.acknowledgeBranches(of: new.descriptor, on: session.console)
    let wallet = try store.addWallet(
      name: name, network: network, descriptor: new.descriptor, birthHeight: birth,
      gapLimit: limit, keyLabels: new.labels)
    session.remind(of: [wallet])
    return wallet
  }

  /// Says what the new wallet is.
  func report(_ wallet: WalletRecord, _ store: Store, on console: Console) throws {
    let page = try WalletPage(wallet, store)
    let text = try page.text()
    var object = try page.json()
    object["birthHeight"] = .integer(wallet.birthHeight)
    object["gapLimit"] = .integer(wallet.gapLimit)
    console.result(sentences: text, json: .object(object))
  }
}
