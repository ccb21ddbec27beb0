public import Bytes
internal import Hashes

/// A network as a registry says it: what Bitcoin's own five do not have in common with it, in JSON (docs/networks.md).
///
/// An entry is a signet with a challenge of its own, or a fork of Bitcoin's main chain. What the kind decides
/// (prefixes, versions, coin type, first block) may be written as well, and must then be what it decides: so that nobody
/// takes a chain for practice whose keys and addresses are those of real coins.
///
/// Whoever writes an entry decides nothing about money: a fork has the keys of bitcoin, so its coins count as
/// money, and a signet has those of the test networks.
public struct NetworkEntry: Sendable {
  /// The network that it describes.
  public let network: Network

  /// The entry of a network; nil for one of the five that everybody knows, and for a signet without a name.
  public init?(_ network: Network) {
    guard Network(name: network.name) == nil else { return nil }
    self.network = network
  }

  // MARK: Reading

  /// The longest entry, in bytes.
  public static let limit = 16_384
  /// The longest challenge, in bytes.
  static let challengeLimit = 7_500
  /// How long a name may be, in characters.
  public static let nameLengths = 2...32
  /// The highest block that an entry may name: heights end before lock times do.
  static let highestBlock: Int64 = 499_999_998

  private enum Kind: String {
    case signet
    case fork
  }

  /// Reads the JSON of one entry.
  ///
  /// Throws ``NetworkEntryError`` with the member.
  public init(reading bytes: [UInt8]) throws(NetworkEntryError) {
    guard bytes.count <= Self.limit else {
      throw .invalid(member: "the entry", reason: "is longer than \(Self.limit) bytes")
    }
    let value: JSONValue
    do throws(BytesError) {
      value = try JSONReader.parse(
        bytes, limits: JSONLimits(bytes: Self.limit, depth: 4, values: 100))
    } catch {
      throw .notJSON(reason: "\(error)")
    }
    try self.init(value)
  }

  init(_ value: JSONValue) throws(NetworkEntryError) {
    var members = try EntryMembers(value)
    let name = try members.text("name")
    try Self.requireName(name)
    let word = try members.text("kind")
    guard let kind = Kind(rawValue: word) else {
      throw .invalid(member: "kind", reason: "is neither signet nor fork")
    }
    let facts: NetworkFacts
    switch kind {
    case .signet: facts = try Self.signet(name, &members)
    case .fork: facts = try Self.fork(name, &members)
    }
    try members.requireEnd()
    network = Network(facts)
  }

  /// Whether a text may be the name of a network: 2 to 32 small letters, digits and hyphens, a letter first.
  public static func isName(_ text: some StringProtocol) -> Bool {
    let isLetter: (UInt8) -> Bool = { (0x61...0x7a).contains($0) }
    return nameLengths.contains(text.utf8.count) && text.utf8.first.map(isLetter) == true
      && text.last != "-"
      && text.utf8.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
  }

  /// Names are what a person types, and what stands in files.
  private static func requireName(_ name: String) throws(NetworkEntryError) {
    guard isName(name) else {
      throw .invalid(
        member: "name",
        reason: "must have 2 to 32 small letters, digits and hyphens, and begin with a letter")
    }
    // `main`, `test` are what nodes call Bitcoin's chains; a chain of that name would be taken for them.
    let taken =
      Network.standard.map(\.name) + CoreChain.allCases.map(\.rawValue) + ["bitcoin", "testnet"]
    // The files of signets' backup keys begin so.
    guard !taken.contains(name), !name.hasPrefix("signet-") else {
      throw .invalid(member: "name", reason: "is the name of a network that everybody knows")
    }
  }

  private static func signet(
    _ name: String, _ members: inout EntryMembers
  ) throws(NetworkEntryError) -> NetworkFacts {
    let like = Network.signet.facts
    guard let challenge = try members.script("challenge") else {
      throw .missing(member: "challenge")
    }
    guard challenge != Network.publicChallenge else {
      throw .invalid(member: "challenge", reason: "is that of the public signet")
    }
    try members.requireSame(as: like)
    // BIP-325: the first four bytes of the double SHA-256 of the challenge, its length before it.
    var writer = ByteWriter()
    writer.writeCompactSize(challenge.count)
    writer.write(challenge.bytes)
    let magic = Array(SHA256.hash(SHA256.hash(writer.bytes)).bytes.prefix(4))
    if let stated = try members.bytes("magic", count: 4), stated != magic {
      throw .invalid(
        member: "magic", reason: "is not that of the challenge, which is \(Hex.encode(magic))")
    }
    let landmark = try members.landmark(from: 1)
    let unit = try members.unit() ?? "sBTC"
    if members.has("forkHeight") {
      throw .invalid(member: "forkHeight", reason: "belongs to a fork, not to a signet")
    }
    let hasReplayLock = try members.flag("replayLock") ?? false
    return NetworkFacts(
      name: name, chain: like.chain, isWorthMoney: like.isWorthMoney, prefixes: like.prefixes,
      xpubVersion: like.xpubVersion, coinType: like.coinType, firstBlock: like.firstBlock,
      challenge: challenge, hasReplayLock: hasReplayLock, landmark: landmark, magic: magic,
      unit: unit,
      hasDrivechains: try members.flag("drivechains") ?? false)
  }

  private static func fork(
    _ name: String, _ members: inout EntryMembers
  ) throws(NetworkEntryError) -> NetworkFacts {
    let like = Network.mainnet.facts
    guard let height = try members.height("forkHeight", from: 1) else {
      throw .missing(member: "forkHeight")
    }
    try members.requireSame(as: like)
    let landmark = try members.landmark(from: height)
    guard let unit = try members.unit() else { throw .missing(member: "unit") }
    // A person must see that these are not bitcoins.
    guard !["BTC", "XBT"].contains(unit.uppercased()) else {
      throw .invalid(member: "unit", reason: "is that of bitcoin")
    }
    guard let hasReplayLock = try members.flag("replayLock") else {
      throw .missing(member: "replayLock")
    }
    if members.has("challenge") {
      throw .invalid(member: "challenge", reason: "belongs to a signet, not to a fork")
    }
    return NetworkFacts(
      name: name, chain: like.chain, isWorthMoney: like.isWorthMoney, prefixes: like.prefixes,
      xpubVersion: like.xpubVersion, coinType: like.coinType, firstBlock: like.firstBlock,
      forkHeight: height, hasReplayLock: hasReplayLock, landmark: landmark,
      magic: try members.bytes("magic", count: 4), unit: unit,
      hasDrivechains: try members.flag("drivechains") ?? false)
  }

  // MARK: Writing

  /// The entry as JSON, every member written.
  public var json: JSONValue {
    let facts = network.facts
    var object: JSONObject = ["name": .string(facts.name)]
    object["kind"] = .string((facts.forkHeight == nil ? Kind.signet : .fork).rawValue)
    object["forkHeight"] = facts.forkHeight.map { .integer($0) }
    object["replayLock"] = .bool(facts.hasReplayLock)
    object["challenge"] = facts.challenge.map { .string($0.hex) }
    if let landmark = facts.landmark {
      object["landmark"] = .object([
        "height": .integer(landmark.height), "block": .string("\(landmark.block)"),
      ])
    }
    object["magic"] = facts.magic.map { .string(Hex.encode($0)) }
    object["unit"] = .string(facts.unit)
    object["drivechains"] = .bool(facts.hasDrivechains)
    for (name, value) in EntryMembers.decided(by: facts) { object[name] = value }
    return .object(object)
  }

  /// The same on one line, as a vault keeps it.
  public var text: String { JSONWriter.encode(json) }
}

/// The members of an entry, each of which must be asked for.
struct EntryMembers {
  private var left: JSONObject
  private let names: [String]

  init(_ value: JSONValue) throws(NetworkEntryError) {
    guard let object = value.objectValue else { throw .notJSON(reason: "it is no object") }
    left = object
    names = object.names
  }

  func has(_ name: String) -> Bool { names.contains(name) }

  private mutating func take(_ name: String) -> JSONValue? {
    defer { left[name] = nil }
    return left[name]
  }

  func requireEnd() throws(NetworkEntryError) {
    if let name = left.names.first { throw .unknown(member: name) }
  }

  mutating func text(_ name: String) throws(NetworkEntryError) -> String {
    guard let value = take(name) else { throw .missing(member: name) }
    guard let text = value.stringValue else {
      throw .invalid(member: name, reason: "is not a text")
    }
    return text
  }

  mutating func flag(_ name: String) throws(NetworkEntryError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard let flag = value.boolValue else {
      throw .invalid(member: name, reason: "is neither true nor false")
    }
    return flag
  }

  mutating func height(_ name: String, from least: UInt32) throws(NetworkEntryError) -> UInt32? {
    guard let value = take(name) else { return nil }
    guard let height = value.integerValue,
      (Int64(least)...NetworkEntry.highestBlock).contains(height)
    else {
      throw .invalid(
        member: name, reason: "is not a block from \(least) to \(NetworkEntry.highestBlock)")
    }
    return UInt32(height)
  }

  mutating func bytes(_ name: String, count: Int) throws(NetworkEntryError) -> [UInt8]? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue, text.utf8.count == 2 * count,
      text == text.lowercased(), let bytes = try? Hex.decode(text)
    else {
      throw .invalid(
        member: name, reason: "must have \(2 * count) hexadecimal digits, in small letters")
    }
    return bytes
  }

  mutating func script(_ name: String) throws(NetworkEntryError) -> Script? {
    guard let value = take(name) else { return nil }
    guard let text = value.stringValue, !text.isEmpty,
      text.utf8.count <= 2 * NetworkEntry.challengeLimit,
      text == text.lowercased(), let script = try? Script(hex: text), Self.isScript(script)
    else {
      throw .invalid(
        member: name,
        reason:
          "is not a script of up to \(NetworkEntry.challengeLimit) bytes in hexadecimal, in small letters"
      )
    }
    return script
  }

  /// Whether every push of it is whole.
  private static func isScript(_ script: Script) -> Bool {
    var reader = ScriptReader(script)
    do throws(ScriptTruncation) {
      while try reader.next() != nil {}
      return true
    } catch {
      return false
    }
  }

  /// A ticker: what stands behind an amount must not look like a number, an address or another sentence.
  mutating func unit() throws(NetworkEntryError) -> String? {
    guard has("unit") else { return nil }
    let unit = try text("unit")
    guard (2...8).contains(unit.utf8.count),
      unit.utf8.allSatisfy({ (0x41...0x5a).contains($0 & 0xdf) })
    else { throw .invalid(member: "unit", reason: "must have 2 to 8 letters from A to Z") }
    return unit
  }

  mutating func landmark(from least: UInt32) throws(NetworkEntryError) -> ChainLandmark? {
    guard let value = take("landmark") else { return nil }
    guard value.objectValue != nil else {
      throw .invalid(member: "landmark", reason: "is no object with a height and a block")
    }
    var members = try EntryMembers(value)
    guard let height = try members.height("height", from: least) else {
      throw .missing(member: "landmark.height")
    }
    let text = try members.text("block")
    guard text == text.lowercased(), let block = try? BlockHash(parsing: text) else {
      throw .invalid(member: "landmark.block", reason: "must have 64 hexadecimal digits")
    }
    try members.requireEnd()
    return ChainLandmark(height: height, block: block)
  }

  /// What the kind of a network decides: its members, with the values that they have.
  static func decided(by like: NetworkFacts) -> [(String, JSONValue)] {
    var version = ByteWriter()
    version.writeUInt32BE(like.xpubVersion)
    return [
      ("p2pkh", .integer(like.prefixes.p2pkh)), ("p2sh", .integer(like.prefixes.p2sh)),
      ("segwit", .string(like.prefixes.segwit)), ("xpub", .string(Hex.encode(version.bytes))),
      ("coinType", .integer(like.coinType)), ("genesis", .string("\(like.firstBlock)")),
      ("decimals", .integer(8)),
    ]
  }

  /// Refuses a member that says something else than the kind of the network decides.
  mutating func requireSame(as like: NetworkFacts) throws(NetworkEntryError) {
    for (name, expected) in Self.decided(by: like) {
      guard let stated = take(name) else { continue }
      guard stated == expected else {
        let value = expected.stringValue ?? expected.numberText ?? ""
        throw .invalid(
          member: name,
          reason: like.isWorthMoney
            ? "must be \(value), as on every fork of Bitcoin"
            : "must be \(value), as on every signet")
      }
    }
  }
}
