import ArgumentParser
import BitcoinPrimitives
import Bytes
import Descriptors
import EncryptedVault
import ParallelWork
import TerminalUI

/// `address verify`: says whether an address is ours.
struct AddressVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Says whether an address belongs to a registered wallet.",
    discussion: """
      Looks through both branches of every wallet, up to the index given by
      --up-to, or 1,000 past the highest known one. Ends with 1 when the address
      is not found.

        offline-signer address verify bc1q...
      """)

  @Argument(help: "The whole address; a bitcoin: link is taken too.")
  var address: String

  @Option(
    name: .customLong("up-to"),
    help: ArgumentHelp("The last index to look at, below 1,000,000.", valueName: "index"))
  var last: IndexArgument?

  @OptionGroup var common: CommonOptions

  func run(in session: Session) throws(ProgramError) {
    let contents = try session.openVault().contents
    let wanted = try parsed(on: contents.knownNetwork())
    guard let found = try find(wanted, in: contents, session.console) else {
      throw ProgramError(
        "no registered wallet has the address \(wanted.string) (R30)",
        hint: "do not use it, unless its index is beyond what was looked at (--up-to)")
    }
    report(found, wanted, on: session.console)
  }

  private struct Found {
    let wallet: String
    /// The wallet and the true steps to the address, in words.
    let place: String
    let branch: Int
    let index: UInt32
  }

  private func parsed(on network: Network) throws(ProgramError) -> Address {
    var text = address[...]
    if text.lowercased().hasPrefix("bitcoin:") { text = text.dropFirst(8).prefix { $0 != "?" } }
    return try hinted { () throws(AddressError) in try Address(parsing: text, on: network) }
  }

  private func find(
    _ wanted: Address, in contents: VaultContents, _ console: Console
  ) throws(ProgramError) -> Found? {
    if let last, last.value >= 1_000_000 {
      throw ProgramError(
        "--up-to \(last.value) is not below 1,000,000 (R07)", hint: "no honest wallet goes so far",
        exitCode: .wrongUsage)
    }
    for wallet in contents.wallets {
      // A combo owns each kind of script of its key.
      for form in try wallet.parsedDescriptor().alternatives {
        if let found = try find(wanted, in: form, of: wallet, console) { return found }
      }
    }
    return nil
  }

  /// Looks through the branches of one kind of script of a wallet.
  private func find(
    _ wanted: Address, in descriptor: Descriptor, of wallet: EncryptedVault.RegisteredWallet,
    _ console: Console
  ) throws(ProgramError) -> Found? {
    for branch in 0..<descriptor.branchCount {
      let highest = branch == 0 ? wallet.highestReceive : wallet.highestChange
      let end = descriptor.isRange ? Int(last?.value ?? ((highest ?? 0) + 1_000)) + 1 : 1
      let prepared = try hinted { () throws(DescriptorError) in try descriptor.branch(branch) }
      let progress = console.progress("looking through \(wallet.name)", unit: "addresses")
      defer { progress.end() }
      for start in stride(from: 0, to: end, by: 1_000) {
        progress.update(start, of: end)
        let matches = ParallelMap.results(count: min(1_000, end - start)) { offset in
          (try? prepared.script(at: UInt32(start + offset)).scriptPubKey) == wanted.script
        }
        if let offset = matches.firstIndex(of: true) {
          let index = UInt32(start + offset)
          return Found(
            wallet: wallet.name,
            place: descriptor.place(named: wallet.name, branch: branch, index: index),
            branch: branch, index: index)
        }
      }
    }
    return nil
  }

  private func report(_ found: Found, _ address: Address, on console: Console) {
    console.result(
      text: """
        It is ours: \(found.place) on \(address.network.name)
        \(address.grouped)
        """,
      json: [
        "address": .string(address.string), "wallet": .string(found.wallet),
        "index": .integer(found.index), "change": .bool(found.branch == 1),
        "network": .string(address.network.name),
      ])
  }
}
