public import Mnemonics
public import Refusals
internal import SecretCodes
public import SecureMemory

/// The ways to split a seed among several sheets.
public enum ShareForm: String, Hashable, Sendable, CaseIterable {
  /// Words of SLIP-39.
  case slip39
  /// Strings of BIP-93.
  case codex32
  /// Bytewords of Blockchain Commons.
  case sskr
  /// Words of BIP-39 that are added up (Seed XOR); all are needed.
  case xor

  /// How people call it.
  public var title: String {
    switch self {
    case .slip39: "SLIP-39"
    case .codex32: "codex32 (BIP-93)"
    case .sskr: "SSKR"
    case .xor: "Seed XOR"
    }
  }
}

/// A seed that was split: the text of each share, to be written on a sheet of its own.
///
/// Every set was joined again from its shares and compared before it is handed out. The texts lie
/// in locked memory; whoever holds as many as are needed has the seed.
///
/// A set follows from the secret and the way it is split (``DerivedRandomness``): a share that was lost
/// can be written again, shares can be printed on different days, and nothing of them is kept. Another
/// way of splitting, or another `number`, makes another set, whose shares do not join with these.
public struct WrittenShares: ~Copyable, Sendable {
  /// What is not secret about a share and stands on its sheet.
  public struct Share: Hashable, Sendable {
    /// Its place in the whole set, counted from 1.
    public let number: Int
    /// Its group, counted from 1, and its place there.
    public let group: Int
    /// Its place in the group, counted from 1.
    public let member: Int
    /// How many shares of the group are needed, and how many there are.
    public let memberThreshold: Int
    /// How many shares the group has.
    public let memberCount: Int
    /// What tells it from others of its kind: `2`, `group 1, share 2`, or a letter of codex32.
    public let name: String
  }

  /// How it is split.
  public let form: ShareForm
  /// The shares, in the order in which they are handed out.
  public let shares: [Share]
  /// How many groups are needed of how many.
  public let groupThreshold: Int
  /// How many groups there are.
  public let groupCount: Int
  /// What all shares have in common, as their texts say it; nil where they say nothing.
  public let identifier: String?
  /// Whether a passphrase of SLIP-39 belongs to them: another one, or none, gives another secret.
  public let needsPassphrase: Bool

  private var storage: SecretBytes
  private var bounds: [Range<Int>]

  /// The number of shares.
  public var count: Int { shares.count }

  /// The text of a share, counted from 0, as a person writes it: UTF-8 without line breaks.
  public borrowing func revealingText(at index: Int) -> SecretBytes {
    storage.slice(bounds[index])
  }

  /// What a QR code of the share holds: its text, or for SSKR its uniform resource.
  public borrowing func revealingSymbol(at index: Int) throws(WrittenSharesError) -> SecretBytes {
    let text = revealingText(at: index)
    guard form == .sskr else { return text }
    do throws(SSKRError) {
      return try SSKRShare(parsing: text).revealingResource(isUpperCase: true)
    } catch {
      throw .sskr(error)
    }
  }

  private init(
    _ form: ShareForm, _ shares: [Share], groups: (threshold: Int, count: Int) = (1, 1),
    identifier: String? = nil, needsPassphrase: Bool = false
  ) {
    self.form = form
    self.shares = shares
    groupThreshold = groups.threshold
    groupCount = groups.count
    self.identifier = identifier
    self.needsPassphrase = needsPassphrase
    storage = SecretBytes(count: 0)
    bounds = []
  }

  private mutating func append(_ text: borrowing SecretBytes) {
    bounds.append(storage.count..<(storage.count + text.count))
    storage = SecretBytes(joining: storage, text)
  }

  private static func shares(of policy: SharePolicy) -> [Share] {
    var number = 0
    return policy.groups.enumerated().flatMap { group, rule in
      (1...rule.count).map { member in
        number += 1
        return Share(
          number: number, group: group + 1, member: member, memberThreshold: rule.threshold,
          memberCount: rule.count,
          name: policy.groups.count == 1 ? "\(member)" : "group \(group + 1), share \(member)")
      }
    }
  }

  private static func shares(count: Int, threshold: Int, names: [String]) -> [Share] {
    (1...max(1, count)).map {
      Share(
        number: $0, group: 1, member: $0, memberThreshold: threshold, memberCount: count,
        name: names.indices.contains($0 - 1) ? names[$0 - 1] : "\($0)")
    }
  }
}

// MARK: Splitting

extension WrittenShares {
  /// Splits a BIP-32 seed of 16 to 64 bytes, an even number, into words of SLIP-39.
  ///
  /// `passphrase` is printable ASCII, empty for none; `iterationExponent` is 0 to 15; `number` is which
  /// set of this seed it is. Throws for other lengths.
  public init(
    slip39 seed: borrowing SecretBytes, by policy: SharePolicy,
    passphrase: borrowing SecretBytes, isExtendable: Bool = true, iterationExponent: Int = 1,
    number: UInt32 = 1
  ) throws(WrittenSharesError) {
    let set: SLIP39ShareSet
    let random = DerivedRandomness(
      seed, passphrase: passphrase,
      label: "slip39/\(number)/\(policy.name)/\(isExtendable ? "extendable" : "fixed")/"
        + "\(iterationExponent)")
    do throws(SLIP39Error) {
      set = try SLIP39ShareSet(
        splitting: seed, by: policy, passphrase: passphrase, isExtendable: isExtendable,
        iterationExponent: iterationExponent, random: random)
    } catch {
      throw .slip39(error)
    }
    var made = WrittenShares(
      .slip39, Self.shares(of: policy), groups: (policy.groupThreshold, policy.groups.count),
      identifier: "\(set.share(at: 0).identifier)", needsPassphrase: passphrase.count > 0)
    for index in 0..<set.count { made.append(set.share(at: index).revealingSentence()) }
    try made.requireJoining(to: seed) { made throws in
      let read: SLIP39ShareSet = try made.joined()
      return try read.masterSecret(passphrase: passphrase)
    }
    self = made
  }

  /// Splits the entropy of words, 16 to 32 bytes, into bytewords of SSKR.
  ///
  /// The shares say nothing of the language of the words; `number` is which set of them it is. Throws
  /// for other lengths.
  public init(
    sskr entropy: borrowing SecretBytes, by policy: SharePolicy, number: UInt32 = 1
  ) throws(WrittenSharesError) {
    let set: SSKRShareSet
    let random = DerivedRandomness(entropy, label: "sskr/\(number)/\(policy.name)")
    do throws(SSKRError) {
      set = try SSKRShareSet(splitting: entropy, by: policy, random: random)
    } catch {
      throw .sskr(error)
    }
    var made = WrittenShares(
      .sskr, Self.shares(of: policy), groups: (policy.groupThreshold, policy.groups.count),
      identifier: "\(set.share(at: 0).identifier)")
    for index in 0..<set.count { made.append(set.share(at: index).revealingWords()) }
    try made.requireJoining(to: entropy) { made throws in
      let read: SSKRShareSet = try made.joined()
      return try read.secret()
    }
    self = made
  }

  /// Splits a BIP-32 seed of 16 to 64 bytes into strings of codex32, of which 2 to 9 are needed.
  ///
  /// `identifier` is four characters of Bech32's 32; nil for one that follows from the seed, the
  /// threshold and `number`, which is which set of this seed it is. Nothing in codex32 tells that shares
  /// of two sets were mixed but their identifiers: so one identifier and one threshold give one set,
  /// and more shares are more of it. Throws for other numbers, lengths and identifiers.
  public init(
    codex32 seed: borrowing SecretBytes, identifier: String? = nil, threshold: Int, count: Int,
    number: UInt32 = 1
  ) throws(WrittenSharesError) {
    let own: String
    let label: String
    if let identifier {
      own = identifier.lowercased()
      label = "codex32/named \(own)/\(threshold)"
    } else {
      label = "codex32/\(number)/\(threshold)"
      own = Codex32Share.identifier(from: DerivedRandomness(seed, label: "\(label)/identifier"))
    }
    self = try Self.codex32(
      seed, own, threshold, count, DerivedRandomness(seed, label: label))
  }

  private static func codex32(
    _ seed: borrowing SecretBytes, _ identifier: String, _ threshold: Int, _ count: Int,
    _ random: any RandomSource
  ) throws(WrittenSharesError) -> WrittenShares {
    let made: WrittenShares
    do throws(Codex32Error) {
      made = try written(
        Codex32ShareSet(
          splitting: seed, identifier: identifier, threshold: threshold, count: count,
          random: random))
    } catch {
      throw .codex32(error)
    }
    try made.requireJoining(to: seed) { made throws in
      let read: Codex32ShareSet = try made.joined()
      return try read.recovered().seed().withUnsafeBytes { SecretBytes(copying: $0) }
    }
    return made
  }

  private static func written(
    _ set: borrowing Codex32ShareSet
  ) throws(Codex32Error) -> WrittenShares {
    var names: [String] = []
    for index in 0..<set.count {
      names.append(String(try set.share(at: index).index).uppercased())
    }
    var made = WrittenShares(
      .codex32, shares(count: set.count, threshold: set.threshold, names: names),
      identifier: set.identifier)
    for index in 0..<set.count { made.append(try set.share(at: index).revealingText()) }
    return made
  }

  /// Splits words into 2 to 16 parts that are words themselves; all are needed (Seed XOR).
  ///
  /// Parts say nothing of their set; `number` is which set of these words it is.
  public init(
    xor mnemonic: borrowing Mnemonic, into count: Int, number: UInt32 = 1
  ) throws(WrittenSharesError) {
    let set: SeedXOR
    let random = DerivedRandomness(
      mnemonic.withEntropy { SecretBytes(copying: $0) }, label: "xor/\(number)/\(count)")
    do throws(SeedXORError) {
      set = try SeedXOR(splitting: mnemonic, into: count, random: random)
    } catch {
      throw .xor(error)
    }
    let language = mnemonic.language
    var made = WrittenShares(.xor, Self.shares(count: count, threshold: count, names: []))
    for index in 0..<set.count {
      guard let part = try? set.part(at: index).revealingSentence(),
        let composed = try? part.withUnsafeBytes({ text throws(SecretUnicodeError) in
          try SecretUnicode.composed(text)
        })
      else { throw .doesNotJoin }
      made.append(composed)
    }
    let whole = mnemonic.withEntropy { SecretBytes(copying: $0) }
    try made.requireJoining(to: whole) { made throws in
      var read = SeedXOR(try Mnemonic(parsing: made.revealingText(at: 0), language: language))
      for index in 1..<max(1, made.count) {
        try read.add(try Mnemonic(parsing: made.revealingText(at: index), language: language))
      }
      return try read.combined().withEntropy { SecretBytes(copying: $0) }
    }
    self = made
  }

  /// Reads the shares back as a person would.
  private borrowing func joined<Shares: ShareSet & ~Copyable>() throws -> Shares {
    var read = try Shares(parsing: revealingText(at: 0))
    for index in 1..<max(1, count) { _ = try read.add(parsing: revealingText(at: index)) }
    return read
  }

  /// Reads the shares back as a person would and compares what they give.
  private borrowing func requireJoining(
    to secret: borrowing SecretBytes,
    _ joined: (borrowing WrittenShares) throws -> SecretBytes
  ) throws(WrittenSharesError) {
    guard let found = try? joined(self), found.constantTimeEquals(secret) else {
      throw .doesNotJoin
    }
  }
}

/// Why a seed cannot be split; never with a part of it.
public enum WrittenSharesError: HintedError, Equatable, Sendable {
  /// SLIP-39 refuses the policy or the secret.
  case slip39(SLIP39Error)
  /// SSKR refuses the policy or the secret.
  case sskr(SSKRError)
  /// codex32 refuses the policy or the secret.
  case codex32(Codex32Error)
  /// Seed XOR refuses the number of parts or the secret.
  case xor(SeedXORError)
  /// The shares did not give the seed back: a fault of the machine. None is handed out.
  case doesNotJoin
}

extension WrittenSharesError {
  public var description: String {
    switch self {
    case .slip39(let error): "\(error)"
    case .sskr(let error): "\(error)"
    case .codex32(let error): "\(error)"
    case .xor(let error): "\(error)"
    case .doesNotJoin:
      "the shares were joined again and did not give the seed back; this machine computes wrongly"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .slip39(let error): error.rule
    case .sskr(let error): error.rule
    case .codex32(let error): error.rule
    case .xor(let error): error.rule
    case .doesNotJoin: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .slip39(let error): error.hint
    case .sskr(let error): error.hint
    case .codex32(let error): error.hint
    case .xor(let error): error.hint
    case .doesNotJoin: "nothing was shown; test the memory of this machine"
    }
  }
}
