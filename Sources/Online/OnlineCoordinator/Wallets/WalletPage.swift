internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// What a wallet is, for people to compare: the policy in words, every key, the first addresses.
struct WalletPage {
  let name: String
  let network: Network
  let descriptor: Descriptor
  /// Who holds which key, by its place.
  let labels: [Int: String]

  init(name: String, network: Network, descriptor: Descriptor, labels: [Int: String] = [:]) {
    self.name = name
    self.network = network
    self.descriptor = descriptor
    self.labels = labels
  }

  init(_ wallet: WalletRecord, _ store: Store) throws {
    let labels = try store.keyLabels(of: wallet)
    self.init(
      name: wallet.name, network: wallet.network, descriptor: wallet.descriptor, labels: labels)
  }

  private var isCombo: Bool { descriptor.alternatives.count > 1 }

  /// How many signatures are needed, and what the script is.
  var policy: String {
    guard let policy = descriptor.multisig else {
      return descriptor.keys.count == 1
        ? "one key signs alone"
        : WalletPolicy(descriptor).map { "\($0) must sign" }
          ?? "as its descriptor says: \(descriptor.keys.count) keys"
    }
    let script =
      switch policy.wrapping {
      case .bare: "bare multisig"
      case .sh: "sh, legacy"
      case .shWsh: "sh(wsh), segwit within P2SH"
      case .wsh: "wsh, segwit"
      case .tr(let key):
        key.isUnspendable
          ? "tr, taproot, no key spends alone" : "tr, taproot, and its internal key spends alone"
      }
    let order = policy.isSorted ? "keys sorted (BIP-67)" : "keys in this order"
    return "\(policy.threshold) of \(policy.keys.count) keys must sign; \(script); \(order)"
  }

  /// The keys that sign, in the order of the descriptor, with their places.
  var signingKeys: [(position: Int, key: KeyExpression)] {
    descriptor.keys.enumerated().filter { !$0.element.isUnspendable }.map {
      (position: $0.offset, key: $0.element)
    }
  }

  /// What is said of a wallet whose descriptor is a `combo`.
  static let combo =
    "each of its keys stands for every kind of address that one key can have (pk, pkh, wpkh and sh(wpkh))"

  /// Of a `combo` the first address of each kind on a branch, with what the kind is called.
  private func kinds(
    branch: Int
  ) throws -> [(name: String, address: Address)] {
    try hinted { () throws(DescriptorError) in
      var found: [(name: String, address: Address)] = []
      for kind in descriptor.alternatives {
        let name = kind.canonical.prefix { $0 != "(" }
        if let address = try kind.address(branch: branch, index: 0, on: network) {
          found.append((name == "sh" ? "sh(wpkh)" : String(name), address))
        }
      }
      return found
    }
  }

  /// The first addresses of a branch; one when there is only one, and of a `combo` the first of each kind
  /// of script that has one.
  func addresses(
    branch: Int = 0, count: UInt32
  ) throws -> [Address] {
    if isCombo { return try kinds(branch: branch).map(\.address) }
    return try hinted { () throws(DescriptorError) in
      var addresses: [Address] = []
      for index in 0..<(descriptor.isRange ? count : 1) {
        if let address = try descriptor.address(branch: branch, index: index, on: network) {
          addresses.append(address)
        }
      }
      return addresses
    }
  }

  /// Everything, as text.
  func text(addresses count: UInt32 = 3) throws -> String {
    var lines = ["\(name) is a wallet on \(network.name): \(policy)."]
    for sentence in LoneSpenders.sentences(of: descriptor) { lines.append("  \(sentence) (R23)") }
    for note in LoneSpenders.notes(of: descriptor) { lines.append("  note: \(note)") }
    if let branches = descriptor.branchesToAcknowledge {
      lines.append("  UNUSUAL (R07): \(branches)")
    }
    if isCombo {
      lines.append("  A combo wallet: \(Self.combo).")
      lines.append("  It finds and spends their coins, and hands out no address (receive).")
    }
    for (number, entry) in signingKeys.enumerated() {
      let who = labels[entry.position].map { ForeignText.name($0) + "  " } ?? ""
      lines.append("  key \(number + 1)  \(who)\(entry.key)")
    }
    lines.append("  descriptor  \(descriptor.canonical)")
    if signingKeys.count > 1 {
      lines.append(
        "  checksum  \(descriptor.comparableChecksum): must be the same for everybody")
    }
    lines.append("  words  \(descriptor.checkWords) (compare with each signer)")
    lines.append("Compare the first addresses with those that every signer shows:")
    if isCombo {
      let columns: (String) -> String = { $0 + String(repeating: " ", count: 10 - $0.count) }
      for (name, address) in try kinds(branch: 0) {
        lines.append("  receive 0  \(place(0, 0))\(columns(name))\(address.grouped)")
      }
      for (name, address) in try descriptor.branchCount > 1 ? kinds(branch: 1) : [] {
        lines.append("  change  0  \(place(1, 0))\(columns(name))\(address.grouped)")
      }
      return lines.joined(separator: "\n")
    }
    for (index, address) in try addresses(count: count).enumerated() {
      lines.append("  receive \(index)  \(place(0, index))\(address.grouped)")
    }
    if descriptor.branchCount > 1 {
      for (index, address) in try addresses(branch: 1, count: 1).enumerated() {
        lines.append("  change  \(index)  \(place(1, index))\(address.grouped)")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The true steps to an address, where those are not the branch and index that everybody expects.
  private func place(_ branch: Int, _ index: Int) -> String {
    guard descriptor.unusualBranches != nil else { return "" }
    let steps = descriptor.steps(branch: branch, index: UInt32(clamping: index))
    return steps.map { "\($0): " } ?? ""
  }

  /// Everything, as members of an object.
  func json(addresses count: UInt32 = 3) throws -> JSONObject {
    let first = try addresses(count: count)
    var object: JSONObject = [
      "wallet": .string(name), "network": .string(network.name),
      "descriptor": .string(descriptor.canonical),
      "policy": .string(policy), "checksum": .string(descriptor.comparableChecksum),
      "words": .string("\(descriptor.checkWords)"),
      "notes": .array(LoneSpenders.notes(of: descriptor).map { .string($0) }),
      "branches": descriptor.branchesToAcknowledge.map { .string("\($0)") } ?? .null,
      "firstAddress": .string(first.first?.string ?? ""),
      "addresses": .array(first.map { .string($0.string) }),
      "keys": .array(
        signingKeys.map { entry in
          [
            "key": .string("\(entry.key)"),
            "fingerprint": entry.key.origin.map { .string("\($0.fingerprint)") } ?? .null,
            "label": labels[entry.position].map { .string($0) } ?? .null,
          ]
        }),
    ]
    if let policy = descriptor.multisig {
      object["threshold"] = .integer(policy.threshold)
      object["sorted"] = .bool(policy.isSorted)
    }
    if let name = try? NodeWalletName(descriptor) { object["nodeName"] = .string(name.text) }
    return object
  }
}
