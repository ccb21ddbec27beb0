internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import WalletStorage

/// The address book on one network, as arguments name its recipients.
struct KnownRecipients {
  private let network: Network
  private let recipients: [NamedRecipient]
  /// Networks on which other names are.
  private let others: [Network: [NamedRecipient]]
  /// The names by address.
  let names: [String: String]

  init(on network: Network, in store: Store) throws {
    self.network = network
    recipients = try store.recipients(on: network)
    var others: [Network: [NamedRecipient]] = [:]
    for other in try store.networksOfRecipients() where other != network {
      others[other] = try store.recipients(on: other)
    }
    self.others = others
    names = Dictionary(recipients.map { ($0.address.string, $0.name) }) { first, _ in first }
  }

  /// The address that a text is or names.
  ///
  /// - Throws: `ProgramError` for a name that is not on this network, or what is wrong with an address.
  func address(_ text: some StringProtocol) throws(ProgramError) -> Address {
    guard NamedRecipient.isName(text) else {
      return try hinted { () throws(AddressError) in try Address(parsing: text, on: network) }
    }
    let name = text.lowercased()
    if let found = recipients.first(where: { $0.name.lowercased() == name }) {
      return found.address
    }
    let elsewhere = others.filter { $0.value.contains { $0.name.lowercased() == name } }.keys
    if let other = elsewhere.map(\.name).min() {
      throw ProgramError(
        "the recipient \(text) has an address of \(other), and this is a payment on \(network.name)",
        hint: "give the address itself, or add one of this network: `recipient add`")
    }
    throw ProgramError(
      "\(ForeignText.shown(String(text), limit: 64)) is neither an address nor the name of a recipient",
      hint: "run `recipient list` to see the names, or check the address")
  }

  /// What stands beside the addresses of a transaction: the name, and a label that was given with it.
  func beside(_ labels: [String: String], _ transaction: Transaction) -> [String: String] {
    var beside = labels
    for output in transaction.outputs {
      guard let address = Address(script: output.scriptPubKey, network: network)?.string,
        let name = names[address]
      else { continue }
      beside[address] = labels[address].map { "\(name) (\($0))" } ?? name
    }
    return beside
  }
}
