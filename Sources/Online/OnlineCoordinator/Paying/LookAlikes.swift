internal import BitcoinPrimitives
internal import Refusals
internal import TerminalUI
internal import TransactionReview
internal import WalletStorage
internal import WalletTypes

/// Recipients that look like an address that is known here and are another one (R30).
///
/// Somebody makes an address that begins and ends as one does that was paid before, and sends a small coin from
/// it: who copies an address out of a list then pays them (address poisoning).
struct LookAlikes {
  /// How many characters are the same at each end, what every address of a kind begins with left out.
  ///
  /// Two addresses share that much by chance once in 10^12 times.
  static let sharedCharacters = 4

  /// A recipient and the first known address that it looks like.
  struct Pair {
    let recipient: Address
    let known: Address
    /// What the known one is, for a sentence: `an address of payment 3`.
    let words: String
  }

  /// One for each recipient that looks like a known address.
  let pairs: [Pair]

  /// Looks at what is known on a wallet's network.
  init(_ recipients: [Address], of wallet: WalletRecord, in store: Store) throws {
    try self.init(recipients, on: wallet.network, in: store)
  }

  /// Looks at the address book, the wallets, payments, labels and transactions of a network; a recipient that is
  /// itself in the address book or one of the wallets' addresses, or was paid by a payment that was signed, is no
  /// look-alike.
  ///
  /// A label proves nothing: it may say what is wrong with an address. Nor does a name that came from a backup, until
  /// somebody compared its address.
  init(_ recipients: [Address], on network: Network, in store: Store) throws {
    var search = Search(recipients)
    let wallets = try store.wallets().filter { $0.network == network }
    for named in try store.recipients(on: network) {
      search.see(
        named.address.script, on: network, as: "\(named.name) in the address book",
        isProved: named.isCompared)
    }
    for own in wallets {
      try store.forEachScript(of: own) { _, bytes, _ in
        guard search.mayShow(bytes) else { return }
        search.see(
          Script([UInt8](bytes)), on: own.network, as: "an address of \(own.name)",
          isProved: true)
      }
      for text in try store.labels(.address, of: own).keys.sorted() {
        guard let script = try? Address(parsing: text, on: own.network).script else { continue }
        search.see(
          script, on: own.network, as: "an address that has a label in \(own.name)", isProved: false
        )
      }
    }
    let names = Set(wallets.map(\.name))
    for payment in try store.payments() where names.contains(payment.walletName) {
      for output in payment.unsigned.outputs {
        search.see(
          output.scriptPubKey, on: network,
          as: "an address of payment \(payment.number)",
          isProved: payment.wasHandedOver || payment.final != nil)
      }
    }
    // What the wallets paid before this home had their payments, or through another program.
    for own in wallets {
      try store.forEachPaidScript(of: own) { paid in
        search.see(
          paid.script, on: own.network, as: "an address that \(own.name) paid",
          isProved: paid.isOwn)
      }
    }
    pairs = search.found.filter { !search.proved.contains($0.recipient.script) }
  }

  /// The warnings before one of them is paid.
  var findings: [Finding] {
    pairs.map { pair in
      Finding(
        rule: .r30, severity: .warn,
        message:
          "a recipient looks like \(pair.words) and is another address: the first and the last "
          + "characters are the same",
        details: [
          "the recipient:", pair.recipient.grouped, "known here:", pair.known.grouped,
        ],
        mend:
          "compare every group with what the recipient tells you, by another route than the one by which "
          + "the address came",
        consent: Finding.Consent(
          name: CoordinatorConsent.lookAlike.rawValue, sentence: "I compared the whole address"))
    }
  }

  /// What a person looks at: the kind of an address, its first characters and its last ones.
  struct Look: Hashable {
    let kind: Substring
    let start: Substring
    let end: Substring

    /// Nil for what is too short to have both ends.
    init?(_ address: Address) {
      let text = address.string[...]
      // Of bech32 its prefix, the 1 and the version, of Base58 the first character.
      let isBech32 = text.hasPrefix("\(address.network.hrp)1")
      let fixed =
        isBech32
        ? text.distance(from: text.startIndex, to: text.lastIndex(of: "1") ?? text.startIndex) + 2
        : 1
      let count = LookAlikes.sharedCharacters
      guard text.count >= fixed + 2 * count else { return nil }
      kind = text.prefix(fixed)
      start = text.dropFirst(fixed).prefix(count)
      end = text.suffix(count)
    }
  }

  private struct Search {
    private var looks: [Look: [Address]] = [:]
    /// The first bytes of the hashes of recipients: of a wallet's many scripts few begin so.
    private var starts: Set<Start> = []
    private(set) var found: [Pair] = []
    /// Scripts that a person has dealt with.
    private(set) var proved: Set<Script> = []

    /// Base58 addresses that begin with 1, m or n are not of one length: their hashes say too little.
    private var hasKeyHash = false

    private struct Start: Hashable {
      let kind: UInt8
      let number: Int
    }

    init(_ recipients: [Address]) {
      for recipient in Set(recipients) {
        guard let look = Look(recipient) else { continue }
        looks[look, default: []].append(recipient)
        if Self.isKeyHash(recipient.script.slice) { hasKeyHash = true }
        guard let start = Self.start(recipient.script.slice) else { continue }
        // In Base58 the first characters may be the same where the number differs by one.
        for number in start.number - 1...start.number + 1 {
          starts.insert(Start(kind: start.kind, number: number))
        }
      }
    }

    /// P2PKH.
    private static func isKeyHash(_ script: some Collection<UInt8>) -> Bool { script.count == 25 }

    /// The first opcode, which tells the witness versions and P2SH apart and says nothing of a length, with the
    /// beginning of the hash or key behind the two first bytes.
    private static func start<Bytes: Collection<UInt8>>(_ script: Bytes) -> Start?
    where Bytes.Index == Int {
      guard script.count > 3 else { return nil }
      let first = script.startIndex
      return Start(
        kind: script[first], number: Int(script[first + 2]) << 8 | Int(script[first + 3]))
    }

    /// Whether it is worth writing a script as its address: no copy is made of it to tell.
    func mayShow<Bytes: Collection<UInt8>>(_ script: Bytes) -> Bool where Bytes.Index == Int {
      if Self.isKeyHash(script) { return hasKeyHash }
      return Self.start(script).map(starts.contains) ?? false
    }

    mutating func see(_ script: Script, on network: Network, as words: String, isProved: Bool) {
      guard mayShow(script.slice), let known = Address(script: script, network: network),
        let look = Look(known), let recipients = looks[look]
      else { return }
      for recipient in recipients {
        if recipient.script == script {
          if isProved { proved.insert(script) }
        } else if !found.contains(where: { $0.recipient == recipient }) {
          found.append(Pair(recipient: recipient, known: known, words: words))
        }
      }
    }
  }
}
