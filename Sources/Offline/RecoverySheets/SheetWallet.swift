public import BitcoinPrimitives
public import Descriptors
public import EncryptedVault
internal import ExtendedKeys
internal import QRTransport
public import TransactionReview

/// A wallet as it is put on paper: its rule in words, its keys, its descriptor and its first addresses.
public struct SheetWallet: Sendable {
  /// What the person calls the wallet.
  public let name: String
  /// Which scripts are the wallet's; public keys only.
  public let descriptor: Descriptor
  /// The network whose addresses are printed.
  public let network: Network
  /// The first receiving addresses: five, or the only one.
  ///
  /// To compare after restoring; nothing should be received there where a warning says so.
  public let addresses: [Address]
  /// Whom its coins belong to besides the vault: its key may have come from outside, or been handed out.
  private let trust: TrustClass
  /// The block below which it has no coin, as far as its seeds of the vault say; nil when none does.
  public let birthHeight: UInt32?
  private let ownSeeds: [Int: String]

  /// How many receiving addresses a sheet shows.
  public static let addressCount: UInt32 = 5
  /// The largest QR code of a sheet: what a poor camera reads of a whole page.
  static let symbolLimit = QRVersion.careful

  /// Derives what is printed; `ownKeys` are those of the vault's seeds, `sources` where these come
  /// from by their positions, a seed where nothing is said.
  ///
  /// Throws: `wallet` when an address cannot be derived.
  public init(
    name: String, _ descriptor: Descriptor, on network: Network, ownKeys: [OwnKey],
    sources: [Int: KeySource] = [:], birthHeight: UInt32? = nil
  ) throws(RecoverySheetError) {
    self.name = name
    self.descriptor = descriptor
    self.network = network
    self.birthHeight = birthHeight
    trust = TrustClass(descriptor, ownKeys: Set(ownKeys.map(\.position)), sources: sources)
    ownSeeds = Dictionary(ownKeys.map { ($0.position, $0.seed) }) { first, _ in first }
    var addresses: [Address] = []
    do throws(DescriptorError) {
      // Each kind of script of a combo has its own addresses.
      for form in descriptor.alternatives {
        for index in 0..<(form.isRange ? Self.addressCount : 1) {
          if let address = try form.address(branch: 0, index: index, on: network) {
            addresses.append(address)
          }
        }
      }
    } catch {
      throw .wallet(name, reason: error.description)
    }
    self.addresses = addresses
  }

  /// The rule in English words: `2 of 3 keys must sign`.
  public var policy: String { rule(in: .english, comma: SheetLanguage.english.comma) }

  /// Why nobody should pay to it: its key came from outside, or it was handed out; nil for wallets to
  /// receive on.
  func warning(in facts: FactSentences) -> String? {
    switch trust {
    case .handedOut: facts.neverPayHandedOut
    case .sweep: facts.neverPaySweep
    case .sole, .joint, .shared: nil
    }
  }

  /// Whether the seeds of the vault can spend without anybody else.
  public var isSpentAlone: Bool {
    guard let policy = WalletPolicy(descriptor) else { return false }
    return policy.ways.contains { way in
      way.keys.count(where: { ownSeeds[$0] != nil }) >= way.threshold
    }
  }

  /// Whether one seed of the vault can spend without any other; true where nobody knows the rule.
  ///
  /// Whoever has the seed derives its children (BIP-85) and theirs, so their keys count as its own. So does a key of no
  /// seed of the vault whose fingerprint is that of the seed or of one of its children, as in a wallet that was
  /// registered before the child was kept: it may well be theirs.
  public func isOpened(by seed: SheetSeed.Facts) -> Bool {
    guard let policy = WalletPolicy(descriptor), descriptor.keys.count > 1 else { return true }
    let names = Set([seed.name] + seed.children.map(\.name))
    let fingerprints = Set([seed.fingerprint] + seed.children.map(\.fingerprint))
    let isItsOwn = { (position: Int) in
      if let owner = ownSeeds[position] { return names.contains(owner) }
      let origin = descriptor.keys[position].origin
      return origin.map { fingerprints.contains("\($0.fingerprint)") } ?? false
    }
    return policy.ways.contains { way in way.keys.count(where: isItsOwn) >= way.threshold }
  }

  /// Each key in words: whose it is, its fingerprint and its path.
  func keys(in facts: FactSentences) -> [String] {
    descriptor.keys.enumerated().map { position, key in
      if key.isUnspendable { return facts.nobodysKey }
      let origin =
        key.origin.map {
          facts.keyOrigin.filling([
            "fingerprint": "\($0.fingerprint)", "path": KeyPathText.spoken("\($0.path)"),
          ])
        } ?? facts.noOrigin
      guard let seed = ownSeeds[position] else {
        return facts.heldByOther.filling(["origin": origin])
      }
      return facts.heldBySeed.filling(["seed": seed, "origin": origin])
    }
  }

  /// The names of the vault's seeds among its keys, each once.
  public var seeds: [String] {
    ownSeeds.sorted { $0.key < $1.key }.reduce(into: []) {
      if !$0.contains($1.value) { $0.append($1.value) }
    }
  }

  /// The paths at which the keys of a seed stand.
  public func paths(of seed: String) -> [String] {
    ownSeeds.filter { $0.value == seed }.keys.sorted().compactMap { position in
      descriptor.keys[position].origin.map { "\($0.path)" }
    }
  }

  /// Whether its QR codes are several, which hold it as BBQr.
  var isInSeveralCodes: Bool {
    descriptor.canonical.utf8.count > Self.symbolLimit.byteCapacity
  }

  /// Its QR codes: the descriptor with its checksum as text, or QR codes of BBQr where it is long.
  ///
  /// The same each time. Throws: `symbol`.
  public func symbols() throws(RecoverySheetError) -> [PrintedSymbol] {
    let text = descriptor.canonical
    if text.utf8.count <= Self.symbolLimit.byteCapacity {
      return [PrintedSymbol("the descriptor of \(name)", text: text)]
    }
    return try PrintedSymbol.tiles(
      "the descriptor of \(name)", BBQrFile(kind: .text, bytes: Array(text.utf8)),
      limit: Self.symbolLimit)
  }
}

extension SheetWallet {
  /// The rule in words, with what stands between the numbers of keys.
  func rule(in facts: FactSentences, comma: String) -> String {
    guard let ways = WalletPolicy(descriptor)?.ways else { return facts.ruleUnknown }
    if ways.count == 1, let way = ways.first, way.kind != .keyPath {
      let (needed, count) = (way.threshold, way.keys.count)
      if count == 1 { return facts.oneKeySigns }
      return needed == count
        ? facts.allKeysSign.filling(["count": "\(count)"])
        : facts.someKeysSign.filling(["needed": "\(needed)", "count": "\(count)"])
    }
    let said = ways.map { way in
      if way.kind == .keyPath { return facts.keyAlone.filling(["key": "1"]) }
      // Positions are counted from 1 for a person.
      let numbers = way.keys.map { "\($0 + 1)" }
      guard let first = numbers.first, let last = numbers.last, numbers.count > 1 else {
        return facts.keyAlone.filling(["key": numbers.first ?? "?"])
      }
      let keys =
        numbers.count > 20
        ? facts.keyRange.filling(["first": first, "last": last])
        : facts.andKey.filling([
          "keys": numbers.dropLast().joined(separator: comma), "key": last,
        ])
      return facts.someOfKeys.filling(["needed": "\(way.threshold)", "keys": keys])
    }
    let all = said.dropFirst().reduce(said.first ?? "") {
      facts.orWay.filling(["ways": $0, "way": $1])
    }
    return facts.waysSign.filling(["ways": all])
  }

  /// What stands under its QR codes, in their order.
  func captions(in facts: FactSentences, count: Int) -> [String] {
    guard count > 1 else { return [facts.descriptorCode.filling(["name": name])] }
    return (1...count).map {
      facts.descriptorCodes.filling(["number": "\($0)", "count": "\(count)", "name": name])
    }
  }
}

extension [SheetWallet] {
  /// The QR codes of all of them, in order.
  func symbols() throws(RecoverySheetError) -> [PrintedSymbol] {
    var symbols: [PrintedSymbol] = []
    for wallet in self { symbols += try wallet.symbols() }
    return symbols
  }
}

extension PrintedSymbol {
  /// A file in as many QR codes of BBQr as it takes.
  static func tiles(
    _ name: String, _ file: BBQrFile, limit: QRVersion
  ) throws(RecoverySheetError) -> [PrintedSymbol] {
    let encoder: FrameEncoder
    do throws(QRTransportError) {
      encoder = try FrameEncoder(bbqr: file, limit: limit)
    } catch {
      throw .symbol(name, reason: error.description)
    }
    return (0..<encoder.frameCount).map { index in
      PrintedSymbol(
        encoder.isSingle ? name : "QR code \(index + 1) of \(encoder.frameCount) of \(name)",
        text: encoder.frame(index))
    }
  }
}
