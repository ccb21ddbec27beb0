internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import TransactionReview
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
    // A name that nobody compared says nothing about an address.
    let compared = recipients.filter(\.isCompared).map { ($0.address.string, $0.name) }
    names = Dictionary(compared) { first, _ in first }
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
      guard found.isCompared else {
        throw ProgramError(
          "the name \(found.name) came from a backup, and nobody has compared its address here",
          hint: "compare it with what the recipient tells you, then `recipient add \(found.name) "
            + "\(found.address)`")
      }
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

  /// What stands beside the addresses of a transaction: the name, and in quotes a label that was given with it.
  ///
  /// Without the quotes, or with quotes of its own, a label that somebody else wrote could pass for a name.
  func beside(_ labels: [String: String], _ transaction: Transaction) -> [String: String] {
    var beside = labels.mapValues { "\"\($0.replacing("\"", with: "'"))\"" }
    for output in transaction.outputs {
      guard let address = Address(script: output.scriptPubKey, network: network)?.string,
        let name = names[address]
      else { continue }
      beside[address] = beside[address].map { "\(name) \($0)" } ?? name
    }
    return beside
  }

  /// The warnings about labels that are a name of the address book and stand with another address.
  ///
  /// A table comes from somebody else.
  func findings(on labels: [String: String]) -> [Finding] {
    labels.sorted { $0.key < $1.key }.compactMap { address, label in
      let name = label.lowercased()
      guard let known = recipients.first(where: { $0.isCompared && $0.name.lowercased() == name }),
        known.address.string != address, let other = try? Address(parsing: address, on: network)
      else { return nil }
      return Finding(
        rule: .r30, severity: .warn,
        message: "the label \(known.name) of the table is a name of the address book, "
          + "and stands with another address",
        details: [
          "in the table:", other.grouped, "in the address book:", known.address.grouped,
        ],
        mend: "ask the recipient, by another route than the one by which the table came",
        consent: Finding.Consent(
          name: CoordinatorConsent.lookAlike.rawValue, sentence: "I compared the whole address"))
    }
  }
}
