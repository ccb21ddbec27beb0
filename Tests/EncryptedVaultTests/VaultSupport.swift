import Bytes
import DurableFiles
import FaultyFiles
import SecureMemory
import Synchronization
import Testing

@testable import EncryptedVault

/// Weak on purpose: these tests stretch a passphrase many thousand times.
let weak = KDFParameters(unchecked: 1, r: 1, p: 1)
let home = "/home"

func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(moving: &bytes)
}

/// Random bytes that are the same in every run.
final class CountingRandom: RandomSource {
  private let numbers: Mutex<SeededNumbers>
  init(_ seed: UInt64 = 1) { numbers = Mutex(SeededNumbers(seed)) }
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    numbers.withLock { numbers in
      for index in memory.indices { memory[index] = UInt8(truncatingIfNeeded: numbers.next()) }
    }
  }
}

func seed(_ name: String, _ text: String = "sixteen byte key") -> StoredSeed {
  StoredSeed(
    name: name, kind: .mnemonic, secret: StoredSecret(secret(text)), language: "english",
    fingerprint: [0xde, 0xad, 0xbe, 0xef], origin: "system and 99 dice", created: 1_700_000_000,
    verifiedOn: [1_700_000_100, 1_700_000_200])
}

func fullContents() -> VaultContents {
  var contents = VaultContents(network: "signet", signetChallenge: [0x51])
  contents.seeds = [seed("main"), seed("other", "another key of another length")]
  contents.seeds.append(
    StoredSeed(
      name: "child", kind: .seed, secret: StoredSecret(secret("a child's sixteen bytes")),
      fingerprint: [1, 2, 3, 4], usesPassphrase: true, origin: "BIP-85", created: 1_700_000_001,
      isRestored: true, nextDrill: 1_800_000_000,
      storedPassphrase: StoredSecret(secret("kept because asked")), birthHeight: 840_000,
      parent: "main"))
  contents.seeds.append(seed("after a passphrase", "one more secret"))
  contents.sheets = [
    SheetRecord(
      name: "main", kind: "secret", printed: 1_700_000_500, digest: .zero,
      verified: 1_700_000_600),
    SheetRecord(name: "main-wpkh-0", kind: "public", printed: -1, digest: .zero),
  ]
  contents.wallets = [
    StoredWallet(
      name: "main-wpkh-0", descriptor: "wpkh([deadbeef/84h/1h/0h]tpub/<0;1>/*)#checksum",
      keys: [OwnKey(position: 0, seed: "main")], source: "exported", registered: 1_700_000_300,
      highestReceive: 7),
    StoredWallet(
      name: "shared", descriptor: "tr(x)",
      keys: [OwnKey(position: 2, seed: "main"), OwnKey(position: 0, seed: "other")],
      source: "file", registered: -5, highestChange: .max),
  ]
  contents.settings = ["fee-warn-percent": 10, "accept-unproven": 1, "b": -3]
  contents.log = SigningLog(linking: [
    SigningRecord(
      time: 1_700_000_300, wallet: "shared", txid: .zero, sent: 9, fee: 9, lockTime: 0,
      accepted: [LoggedAcceptance("R16", .notKept)])
  ])
  for record in [
    SigningRecord(
      time: 1_700_000_400, wallet: "main-wpkh-0", txid: .zero, sent: 50_000, fee: 141,
      lockTime: 850_000,
      accepted: [LoggedAcceptance("R04", .typed("R04")), LoggedAcceptance("R07", .option)]),
    SigningRecord(
      time: 1_700_000_500, wallet: "shared", txid: .zero, sent: 1, fee: 1, lockTime: 0,
      accepted: [LoggedAcceptance("sweep", .typed("I pay a key from outside"))],
      unsignedTxid: .zero,
      spent: [CoinKey(txid: .zero, vout: .max), CoinKey(txid: .zero, vout: 7)],
      payees: [UInt8](repeating: 5, count: 48)),
  ] { contents.appendToLog(record) }
  contents.coins = [
    CoinKey(txid: .zero, vout: 0): CoinRecord(amount: 5, script: [0x51], isProved: true),
    CoinKey(txid: .zero, vout: .max): CoinRecord(
      amount: 2_100_000_000_000_000, script: [], isProved: false),
  ]
  return contents
}

/// The bytes of a seed that is open.
func revealed(_ seed: StoredSeed) throws -> [UInt8] {
  try seed.revealingSecret().withUnsafeBytes { Array($0) }
}

/// The kept passphrase of a seed that is open.
func passphrase(_ seed: StoredSeed) throws -> [UInt8]? {
  guard let passphrase = try seed.revealingPassphrase() else { return nil }
  return passphrase.withUnsafeBytes { Array($0) }
}

/// The compartment of a vault that no file has.
let compartment = SeedCompartment(
  master: secret("a master key of thirty-two bytes"), lock: nil)

/// Contents with every seed sealed in ``compartment``.
func sealed(_ contents: VaultContents) throws -> VaultContents {
  try compartment.sealed(contents, CountingRandom(7))
}

/// The plaintext of contents as version 6 wrote it, with the secrets in the open; of the contents only the
/// network, the seeds and the settings.
func version6(_ contents: VaultContents) throws -> SecretBytes {
  var secrets: [UInt8] = []
  func placed(_ secret: [UInt8]) -> [CBORValue] {
    defer { secrets += secret }
    return [.unsigned(UInt64(secrets.count)), .unsigned(UInt64(secret.count))]
  }
  var seeds: [CBORValue] = []
  for seed in contents.seeds {
    let place = placed(try revealed(seed))
    seeds.append(
      .array([
        .text(seed.name), .text(seed.kind.rawValue), place[0], place[1],
        seed.language.map { .text($0) } ?? .null, .bytes(seed.fingerprint),
        .bool(seed.usesPassphrase), .text(seed.origin), ContentsCodec.integer(seed.created),
        .array(seed.verifiedOn.map(ContentsCodec.integer)), .bool(seed.isRestored),
        seed.nextDrill.map(ContentsCodec.integer) ?? .null,
        try passphrase(seed).map { .array(placed($0)) } ?? .null,
        seed.birthHeight.map { .unsigned(UInt64($0)) } ?? .null,
        seed.parent.map { .text($0) } ?? .null,
      ]))
  }
  let settings = contents.settings.sorted {
    ($0.key.utf8.count, $0.key) < ($1.key.utf8.count, $1.key)
  }
  .map { CBORPair(.text($0.key), ContentsCodec.integer($0.value)) }
  let log: CBORValue = .array([.bytes([UInt8](repeating: 0, count: 32)), .array([])])
  let cbor = CBORWriter.encode(
    .array([
      .unsigned(6), .text(contents.network), .null, .array(seeds), .array([]), .map(settings), log,
      .array([]), .array([]),
    ]))
  var plain = withUnsafeBytes(of: UInt32(cbor.count).bigEndian) { Array($0) } + cbor + secrets
  plain += [UInt8](repeating: 0, count: 4096 - plain.count)
  return SecretBytes(moving: &plain)
}

/// The file of a vault with contents of version 6.
func file6(_ contents: VaultContents, _ passphrase: String) throws -> [UInt8] {
  let salt = [UInt8](repeating: 3, count: 32)
  return try SealedVault(
    sealing: version6(contents), master: weak.stretched(secret(passphrase), salt: salt),
    parameters: weak, stretchingSalt: salt, fileSalt: [UInt8](repeating: 4, count: 32),
    generation: 1, oldestKept: 1, isForMainnet: false
  ).bytes
}

/// A disk with a vault of two generations: "one" and "two" name the network's last change.
func disk(generations: Int = 2, passphrase: String = "old") throws -> SimulatedDisk {
  let disk = SimulatedDisk()
  var contents = VaultContents(network: "regtest")
  contents.seeds = [seed("kept"), seed("doomed", "this seed is to be removed")]
  contents.settings["state"] = 1
  var vault = try Vault.create(
    in: home, contents: contents, passphrase: secret(passphrase), parameters: weak, files: disk,
    random: CountingRandom())
  for state in 2..<(generations + 1) as Range<Int> {
    contents.settings["state"] = Int64(state)
    try vault.save(contents)
  }
  return disk
}

func open(
  _ disk: SimulatedDisk, _ passphrase: String = "old", takingPrevious: Bool = false,
  random: any RandomSource = CountingRandom(9)
) throws(VaultError) -> Vault {
  try Vault.open(
    in: home, passphrase: secret(passphrase), minimum: weak, takingPrevious: takingPrevious,
    files: disk, random: random)
}

func state(_ disk: SimulatedDisk, _ passphrase: String = "old") throws -> Int64? {
  let vault = try open(disk, passphrase)
  return vault.contents.settings["state"]
}
