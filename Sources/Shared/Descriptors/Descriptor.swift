public import BitcoinPrimitives
public import ExtendedKeys

/// An output descriptor (BIP-380): which scripts belong to a wallet, and how to derive them.
///
/// Public keys only. Two descriptors are equal when their canonical texts are.
public struct Descriptor: Sendable {
  /// Whether a text must end with a checksum.
  public enum ChecksumRule: Sendable {
    /// A text without a checksum is read too; one that is there must be right.
    case optional
    /// A text without a checksum is refused.
    case required
  }

  /// The outermost form: look at its type (``WPKHForm``, ``SHForm`` ...) to take it apart.
  public let form: any DescriptorForm

  /// How many branches a multipath step has (BIP-389): usually 2, receiving and change; else 1.
  public let branchCount: Int

  /// How many branches ``branch(_:)`` derives: ``branchCount``, and of a `combo` as many for each
  /// of its ``alternatives``, in their order.
  public var scriptBranchCount: Int { branchCount * form.alternatives.count }

  /// The branch that change goes to: 1 of receiving and change, else 0; of a `combo`, that of its
  /// `wpkh`, and where the key makes no witness program of its `pkh`.
  public var changeBranch: Int {
    let alternatives = form.alternatives.count
    let kind = alternatives > 2 ? 2 : alternatives - 1
    return kind * branchCount + (branchCount > 1 ? 1 : 0)
  }

  /// Whether there is a script for each index.
  public let isRange: Bool

  /// The kind of network that the keys or the address belong to; nil when none of them says.
  public let network: KeyNetwork?

  /// What its text says besides the scripts (BIP-393), such as a birth height.
  public let annotations: DescriptorAnnotations

  /// The longest text that is read, in characters.
  public static let maxLength = 100_000

  /// Takes a form.
  ///
  /// Throws when the form may not stand alone or has too many keys, when its keys belong to both
  /// kinds of networks or have multipath steps of different lengths.
  public init(
    _ form: any DescriptorForm, annotations: DescriptorAnnotations = .none
  ) throws(DescriptorError) {
    try self.init(checked: form.required(at: .top), annotations)
  }

  private init(
    checked form: any DescriptorForm, _ annotations: DescriptorAnnotations
  ) throws(DescriptorError) {
    let keys = form.keys
    var branchCount = 1
    for count in keys.map(\.branchCount) where count > 1 {
      guard branchCount == 1 || branchCount == count else {
        throw .multipath("has another number of choices than that of another key", offset: 0)
      }
      branchCount = count
    }
    let networks = Set(
      keys.compactMap(\.network) + (form.addressNetwork.map { [$0] } ?? []))
    let firsts = [KeyNetwork.mainnet, .testnets].map { network in
      keys.firstIndex { $0.network == network }.map { KeyName(keys[$0], at: $0) }
    }
    if let main = firsts[0], let test = firsts[1] { throw .mixedNetworks(main: main, test: test) }
    self.form = form
    self.annotations = annotations
    self.branchCount = branchCount
    isRange = keys.contains { $0.isRange }
    network = networks.first
  }

  /// Reads a descriptor, with or without checksum; no spaces around it.
  ///
  /// With `network`, keys and addresses must belong to it. Throws ``DescriptorError``, which names
  /// the rule and the position and never quotes the text: private keys are refused unseen.
  public init(
    parsing text: some StringProtocol, checksum: ChecksumRule = .optional,
    on network: Network? = nil
  ) throws(DescriptorError) {
    let characters = Array(text.utf8.prefix(Self.maxLength + 1))
    guard characters.count <= Self.maxLength else {
      throw .tooLong(length: text.utf8.count, limit: Self.maxLength)
    }
    let body = try DescriptorChecksum.body(of: characters, required: checksum == .required)
    let mark = body.firstIndex(of: UInt8(ascii: "?")) ?? body.endIndex
    var reader = DescriptorReader(
      body[..<mark], expectations: DescriptorExpectations(network: network))
    let form = try reader.readForm(at: .top)
    guard reader.isAtEnd else { throw .expected("the end", offset: reader.offset) }
    let annotations =
      try mark < body.endIndex
      ? DescriptorAnnotations(parsing: body[(mark + 1)...], offset: mark + 1 - body.startIndex)
      : .none
    try self.init(checked: form, annotations)
    if let network, let found = self.network, found != KeyNetwork(network) {
      throw .wrongNetwork(expected: network, key: key(foreignTo: KeyNetwork(network)))
    }
  }

  /// The receiving and change addresses of a standard single-key account (BIP-44, 49, 84, 86).
  ///
  /// nil for the kinds that only hold a cosigner's key.
  public init?(account: AccountKey, script: StandardAccount) {
    do {
      let key = try KeyExpression(account: account)
      switch script {
      case .pkh: try self.init(PKHForm(key: key))
      case .shWpkh: try self.init(SHForm(WPKHForm(key: key)))
      case .wpkh: try self.init(WPKHForm(key: key))
      case .tr: try self.init(TRForm(key: key))
      case .wsh, .shWsh, .sh: return nil
      }
    } catch {
      return nil
    }
  }

  /// Which of the four single-key scripts this is, whatever the path; nil for other forms.
  public var script: StandardAccount? {
    switch form {
    case is PKHForm: .pkh
    case is WPKHForm: .wpkh
    case let form as TRForm where form.leaves.isEmpty: .tr
    case let form as SHForm where form.inner is WPKHForm: .shWpkh
    default: nil
    }
  }

  /// Every key, in the order it is written.
  public var keys: [KeyExpression] { form.keys }

  /// Whether a key has a hardened step that only its private key can take: nothing is derivable.
  public var needsPrivateKey: Bool { hardenedKey != nil }

  /// The first key with a hardened step behind it, counted from 0.
  public var hardenedKey: Int? { keys.firstIndex { $0.needsPrivateKey } }

  /// The canonical text without annotations and checksum.
  public var textWithoutChecksum: String { form.text }

  /// The canonical text: hardened steps with `h`, hexadecimal in lower case, no annotations,
  /// checksum at the end.
  public var canonical: String {
    // Cannot fail: every form writes characters of the alphabet only.
    (try? DescriptorChecksum.appended(to: form.text)) ?? form.text
  }

  /// The canonical text with its annotations (BIP-393), which the checksum covers too.
  public var annotatedText: String {
    let text = form.text + annotations.description
    return (try? DescriptorChecksum.appended(to: text)) ?? text
  }

  /// The same descriptor with other annotations.
  public func annotated(_ annotations: DescriptorAnnotations) throws(DescriptorError) -> Descriptor
  {
    try Descriptor(checked: form, annotations)
  }

  /// The descriptors whose scripts all belong to it: itself, but for `combo(KEY)` (BIP-384) `pk`,
  /// `pkh` and, when the key is compressed, `wpkh` and `sh(wpkh)`, in this order.
  ///
  /// A wallet of a `combo` owns what any of them derives; `combo` itself counts their branches as
  /// its own, one alternative after the other.
  public var alternatives: [Descriptor] {
    form.alternatives.compactMap { try? Descriptor(checked: $0, annotations) }
  }

  /// One descriptor for each branch, without multipath steps (BIP-389).
  public func expanded() throws(DescriptorError) -> [Descriptor] {
    var descriptors: [Descriptor] = []
    for branch in 0..<branchCount {
      var keys: [KeyExpression] = []
      for key in form.keys { keys.append(try key.onBranch(branch)) }
      descriptors.append(try Descriptor(checked: form.replacing(keys: keys[...]), annotations))
    }
    return descriptors
  }
}

extension Descriptor: Hashable {
  public static func == (left: Descriptor, right: Descriptor) -> Bool {
    left.form.text == right.form.text
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(form.text) }
}

extension Descriptor: CustomStringConvertible {
  /// The canonical text with its checksum.
  public var description: String { canonical }
}
