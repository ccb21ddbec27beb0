package import BitcoinPrimitives
package import Bytes
package import Descriptors
package import EncryptedVault
internal import ExtendedKeys
internal import Secp256k1
internal import SecureMemory
package import TerminalUI
internal import TextLayout
package import TransactionReview

/// A wallet in full, as it is shown before it is registered, and again whenever somebody asks.
///
/// What has to be compared with other people stands here whole: the rule in words, each key with
/// its fingerprint, path and extended key in groups of four, and the first addresses.
package struct WalletScreen {
  private let name: String
  private let network: Network
  private let descriptor: Descriptor
  private let ownKeys: [OwnKey]
  /// Who can spend.
  package let trust: TrustClass
  private let addresses: [Shown]

  /// An address, and where it is.
  private struct Shown {
    let title: String
    let index: UInt32
    /// The true steps below the account keys, where those are not the branch and the index that
    /// everybody expects (R07).
    let steps: String?
    let address: Address
  }

  /// How many addresses are shown of each branch.
  package static let addressesShown: UInt32 = 3

  /// The addresses that are shown, of each kind of script branch by branch.
  package var firstAddresses: [String] { addresses.map(\.address.string) }

  /// Derives what is shown; `sources` say where our keys come from.
  ///
  /// - Throws: ``ProgramError`` when an address cannot be derived.
  package init(
    name: String, network: Network, descriptor: Descriptor, ownKeys: [OwnKey],
    sources: [Int: KeySource]
  ) throws(ProgramError) {
    self.name = name
    self.network = network
    self.descriptor = descriptor
    self.ownKeys = ownKeys
    trust = TrustClass(descriptor, ownKeys: Set(ownKeys.map(\.position)), sources: sources)
    var addresses: [Shown] = []
    let isUnusual = descriptor.unusualBranches != nil
    let forms = descriptor.alternatives
    for form in forms {
      for branch in 0..<form.branchCount {
        let title = form.branchCount == 1 ? "Address" : branch == 0 ? "Receive" : "Change"
        for index in 0..<(form.isRange ? Self.addressesShown : 1) {
          let address = try hinted { () throws(DescriptorError) in
            try form.address(branch: branch, index: index, on: network)
          }
          guard let address else { continue }
          addresses.append(
            Shown(
              title: title, index: index,
              steps: isUnusual ? form.steps(branch: branch, index: index) : nil, address: address))
        }
      }
    }
    self.addresses = addresses
  }

  /// Whether the text holds the whole descriptor: for several keys it holds them one by one.
  package var showsDescriptor: Bool { descriptor.keys.count == 1 }

  /// The wallet's rule in words: `2 of 3 keys must sign`.
  package var policy: String {
    let count = WalletPolicy(descriptor).map { "\($0)" } ?? "unknown"
    return count == "1 key" ? "1 key signs" : "\(count) must sign"
  }

  /// What a person reads characters of before this wallet is taken: its first address, which depends on every key.
  ///
  /// Scripts without an address ask for a key that is somebody else's, any of them as likely as the others, or else
  /// for the descriptor.
  ///
  /// - Throws: `ProgramError` when there is no randomness.
  func stake(_ random: any RandomSource) throws(ProgramError) -> Stake {
    if let first = addresses.first?.address.string {
      return Stake(
        name: "the first address", text: first, ignoresCase: first == first.lowercased())
    }
    let own = Set(ownKeys.map(\.position))
    let others = descriptor.keys.indices.filter {
      !own.contains($0) && !descriptor.keys[$0].isUnspendable
    }
    guard !others.isEmpty else {
      return Stake(name: "the descriptor", text: descriptor.canonical, ignoresCase: false)
    }
    let position = others[try Console.index(below: others.count, random)]
    return Stake(
      name: "key \(position + 1)", text: Self.text(of: descriptor.keys[position].material),
      ignoresCase: false)
  }

  /// What is typed beside that for a wallet of several keys: its four Words, which depend on all of them.
  var words: String? { descriptor.keys.count > 1 ? "\(descriptor.checkWords)" : nil }

  /// Name, network and rule, for a question that is answered by the words.
  var heading: String { "Wallet \(name) on \(network.name): \(policy)." }

  /// The wallet in one line, for a screen that has been left.
  package var summary: String {
    "\(heading)\n"
      + "Words: \(descriptor.checkWords) (compare with the coordinator)"
  }

  // MARK: Text

  /// The whole screen, for a terminal of so many columns.
  package func text(columns: Int) -> String {
    let margin = Margin(columns: columns)
    // The gravest first: a screen may be left before its end is read.
    var lines = WalletWarning.strangers(in: descriptor, ownKeys: ownKeys)
      .map { TextWrapping(columns: columns).text($0) }
    lines += margin.lines("Wallet", "\(name) on \(network.name)")
    lines += margin.lines("Rule", policy)
    lines += margin.lines("Class", "\(trust.word): \(trust.meaning)")
    lines += margin.lines("Scripts", form)
    if let branches = descriptor.unusualBranches {
      lines += margin.lines("Addresses", "UNUSUAL (R07): \(branches)")
    } else if !descriptor.isRange {
      lines += margin.lines("Addresses", "one address, for everything")
    }
    if showsDescriptor { lines += margin.lines("Descriptor", descriptor.canonical) }
    for position in descriptor.keys.indices { lines += key(position, margin) }
    if descriptor.keys.count > 1 {
      let checksum = descriptor.comparableChecksum
      lines += margin.lines("Checksum", "\(checksum): must be the same for everybody")
    }
    lines += margin.lines("Words", "\(descriptor.checkWords) (compare with the coordinator)")
    for shown in addresses {
      let label = descriptor.isRange ? "\(shown.title) \(shown.index)" : shown.title
      guard let steps = shown.steps else {
        lines += margin.lines(label, shown.address.grouped)
        continue
      }
      lines += margin.lines(label, "at \(steps):")
      lines += margin.lines("", shown.address.grouped)
    }
    for note in strengthNotes { lines += margin.lines("Note", note) }
    if !network.isWorthMoney, hasKeysOfAnyNetwork {
      lines += margin.lines(
        "Note",
        "our keys are not under the coin type of \(network.name): the same keys are valid on mainnet, "
          + "and what is signed here could spend real coins (R11)")
    }
    return lines.joined(separator: "\n")
  }

  /// Whether a key of ours that has a path does not lie under this network's coin type.
  private var hasKeysOfAnyNetwork: Bool {
    ownKeys.contains { own in
      guard descriptor.keys.indices.contains(own.position),
        let path = descriptor.keys[own.position].origin?.path
      else { return false }
      return path.coinType != network.coinType
    }
  }

  private var form: String {
    guard let multisig = descriptor.multisig else {
      return descriptor.script.map { "\($0.rawValue), one key" } ?? Self.outer(descriptor)
    }
    let order =
      multisig.isSorted ? "keys sorted in each script (BIP-67)" : "keys in the order written"
    switch multisig.wrapping {
    case .bare: return "bare multisig, \(order)"
    case .sh: return "legacy multisig: sh(multi), \(order)"
    case .shWsh: return "nested segwit multisig: sh(wsh(multi)), \(order)"
    case .wsh: return "segwit multisig: wsh(multi), \(order)"
    case .tr(let key):
      return key.isUnspendable
        ? "taproot multisig: tr(multi_a), \(order); nobody has the internal key"
        : "taproot: tr with multi_a, \(order); KEY 1 ALONE CAN SPEND"
    }
  }

  private static func outer(_ descriptor: Descriptor) -> String {
    if descriptor.alternatives.count > 1 { return "combo: every kind of script of one key" }
    return switch descriptor.form {
    case is TRForm: "taproot with leaves"
    case is WSHForm: "wsh, one key"
    case let form as SHForm: form.inner is WSHForm ? "sh(wsh), one key" : "sh, one key"
    default: "as its descriptor says"
    }
  }

  private func key(_ position: Int, _ margin: Margin) -> [String] {
    let key = descriptor.keys[position]
    let title = "Key \(position + 1)"
    if key.isUnspendable {
      return margin.lines(title, "nobody's: its secret cannot be known (BIP-341)")
    }
    var lines: [String] = []
    if let own = ownKeys.first(where: { $0.position == position }) {
      lines += margin.lines(title, "OURS: verified from the seed \(own.seed)")
    } else {
      lines += margin.lines(title, "another person's: compare it with its owner")
    }
    let origin =
      key.origin.map { "\($0.fingerprint), path \($0.path)" } ?? "not stated: nobody can check it"
    lines += margin.lines("", "fingerprint \(origin)\(Self.steps(below: key))")
    lines += margin.groups(of: Self.text(of: key.material))
    return lines
  }

  /// A key itself as it is written, without origin and steps.
  package static func text(of material: KeyExpression.Material) -> String {
    switch material {
    case .extended(let xpub): xpub.description
    case .single(let key): key.description
    case .xOnly(let key): key.description
    }
  }

  private static func steps(below key: KeyExpression) -> String {
    let whole = key.description
    guard let end = whole.firstRange(of: text(of: key.material))?.upperBound else { return "" }
    let steps = whole[end...]
    return steps.isEmpty ? "" : ", then \(steps.dropFirst())"
  }

  /// What a person should know about a quorum before trusting it.
  private var strengthNotes: [String] {
    guard descriptor.keys.count > 1, let policy = WalletPolicy(descriptor) else { return [] }
    let own = Set(ownKeys.map(\.position))
    var notes: [String] = []
    if policy.ways.contains(where: { own.intersection($0.keys).count >= $0.threshold }) {
      notes.append(
        "this vault can spend from it by itself: it holds as many keys as the rule asks for")
    }
    if notes.isEmpty, policy.waysOfStrangers(ownKeys: own).isEmpty,
      policy.waysOfOneSeed(in: descriptor, ownKeys: own).isEmpty, let way = policy.ways.first,
      policy.ways.count == 1,
      way.threshold == way.keys.count
    {
      notes.append("every key is needed: if one is lost, so are the coins")
    }
    return notes
      + policy.sharesOfOneSeed(in: descriptor, ownKeys: own).map { way in
        "\(WalletWarning.names(way.keys, in: descriptor)) come from one seed: whoever has that seed can "
          + "give \(way.keys.count) of the \(way.threshold) signatures and needs only "
          + "\(way.threshold - way.keys.count) more from others"
      }
  }

  // MARK: JSON

  /// The members network, policy, checksum (the same for everybody), words (the coordinator shows the
  /// same), warnings (who else spends alone,
  /// unusual branches), notes (how strong it is), trust (who can spend), keys ([{key, fingerprint, path, material, seed}], numbered
  /// from 1, `seed` for our own), firstAddress, receive and change (addresses).
  package var json: [JSONObject.Member] {
    let list = { (title: String) -> JSONValue in
      .array(
        addresses.filter { $0.title == title }.map { .string($0.address.string) })
    }
    return [
      .init(name: "network", value: .string(network.name)),
      .init(
        name: "policy", value: .string(WalletPolicy(descriptor).map { "\($0)" } ?? "")),
      .init(name: "checksum", value: .string(descriptor.comparableChecksum)),
      .init(name: "words", value: .string("\(descriptor.checkWords)")),
      .init(
        name: "warnings",
        value: .array(
          WalletWarning.all(of: descriptor, ownKeys: ownKeys, file: []).map {
            warning -> JSONValue in
            ["rule": .string(warning.name), "message": .string(warning.message)]
          })),
      .init(name: "notes", value: .array(strengthNotes.map { .string($0) })),
      .init(name: "trust", value: .string(trust.rawValue)),
      .init(name: "keys", value: .array(descriptor.keys.indices.map(keyJSON))),
      .init(
        name: "firstAddress",
        value: addresses.first.map { .string($0.address.string) } ?? .null),
      .init(
        name: "receive",
        value: addresses.contains { $0.title == "Receive" }
          ? list("Receive") : list("Address")),
      .init(name: "change", value: list("Change")),
    ]
  }

  private func keyJSON(_ position: Int) -> JSONValue {
    let key = descriptor.keys[position]
    return [
      "key": .integer(position + 1),
      "fingerprint": key.origin.map { .string("\($0.fingerprint)") } ?? .null,
      "path": key.origin.map { .string("\($0.path)") } ?? .null,
      "material": .string(Self.text(of: key.material)),
      "seed": ownKeys.first { $0.position == position }.map { .string($0.seed) } ?? .null,
    ]
  }
}

/// Lines with a label in their margin, broken between words.
private struct Margin {
  private static let width = 15
  private let wrapping: TextWrapping

  init(columns: Int) { wrapping = TextWrapping(columns: columns) }

  func lines(_ label: String, _ text: String) -> [String] {
    let space = String(repeating: " ", count: max(1, Self.width - label.count))
    return wrapping.lines(
      text, first: label + space, hanging: String(repeating: " ", count: Self.width))
  }

  /// Groups of four characters, as many in a line as fit.
  func groups(of text: String) -> [String] {
    var groups = ""
    for (index, character) in text.enumerated() {
      if index > 0, index % 4 == 0 { groups.append(" ") }
      groups.append(character)
    }
    return lines("", groups)
  }
}
