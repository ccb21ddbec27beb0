internal import Bytes
internal import Descriptors
public import SecureMemory

/// What an encrypted sheet says beside the seed.
public struct SheetRest: Hashable, Sendable {
  /// By name: `network`, `name`, `fingerprint`, `created`, `height` ...
  public let facts: [String: String]
  /// The wallets that stood on the sheet, in its order.
  public let wallets: [SealedContents.Wallet]

  /// The height of the chain below which no coin can be, where the sheet says it.
  public var birthHeight: UInt32? { facts["height"].flatMap { UInt32($0) } }

  /// Whether the keys need a BIP-39 passphrase, which the sheet does not hold.
  public var usesPassphrase: Bool { facts["bip39-passphrase"] == "yes" }

  /// The seed's children (BIP-85) that were kept beside it, which can be derived again.
  public var children: [SheetChild] { facts["children"].map(SheetChild.children(in:)) ?? [] }
}

/// What an encrypted sheet holds: lines of a name, a space and a value.
///
/// `seed` comes first and is the secret; then `language`, `network`, `name`, `fingerprint`,
/// `bip39-passphrase yes`, `created`, `height`, `children`, and a `wallet NAME DESCRIPTOR` for each wallet.
public struct SealedContents: ~Copyable, Sendable {
  /// A wallet that stood on the sheet, as text.
  public struct Wallet: Hashable, Sendable {
    /// What the wallet was called.
    public let name: String
    /// The descriptor as text; the reader checks it.
    public let descriptor: String
  }

  /// What a person would type: words, codex32, an xprv or a private key.
  public let seed: SecretBytes
  /// Everything but the seed and the wallets, by name.
  public let facts: [String: String]
  /// The wallets, in the order of the sheet.
  public let wallets: [Wallet]

  /// Everything that is not secret.
  public var rest: SheetRest { SheetRest(facts: facts, wallets: wallets) }

  private static let factLimit = 32
  private static let walletLimit = 200

  /// The text of a seed and its wallets.
  public static func text(
    of seed: borrowing SheetSeed, on network: String, _ wallets: [SheetWallet]
  ) -> SecretBytes {
    var text = SecretBuffer(capacity: 1_024)
    text.append("seed ")
    text.append(seed.text)
    let facts = seed.facts
    if case .words(let language, _) = seed.form { text.append("\nlanguage \(language)") }
    text.append("\nnetwork \(network)\nname \(facts.name)\nfingerprint \(facts.fingerprint)")
    if facts.usesPassphrase { text.append("\nbip39-passphrase yes") }
    text.append("\ncreated \(facts.created)")
    if let height = facts.birthHeight { text.append("\nheight \(height)") }
    // One line: whoever reads version 1 takes each name once, and keeps those that it does not know.
    if !facts.children.isEmpty { text.append("\nchildren \(SheetChild.line(facts.children))") }
    for wallet in wallets {
      text.append("\nwallet \(wallet.name) \(wallet.descriptor.canonical)")
    }
    return text.bytes()
  }

  /// Reads what was opened.
  ///
  /// Unknown names are kept among the facts. Throws: `contents`.
  public init(parsing text: borrowing SecretBytes) throws(SealedSheetError) {
    var facts: [String: String] = [:]
    var wallets: [Wallet] = []
    var seedRange: Range<Int>?
    try text.withUnsafeBytes { (bytes) throws(SealedSheetError) in
      for line in bytes.split(separator: 0x0a) {
        guard let space = line.firstIndex(of: 0x20) else { throw .contents("line") }
        let value = line[(space + 1)...]
        // The name is not secret unless the line is not what it must be: then it is not looked at.
        guard line.startIndex > 0 || line[..<space].elementsEqual("seed".utf8) else {
          throw .contents("first line")
        }
        if line.startIndex == 0 {
          seedRange = value.startIndex..<value.endIndex
          continue
        }
        guard let name = String(validating: line[..<space], as: UTF8.self),
          let words = String(validating: value, as: UTF8.self), name != "seed"
        else { throw .contents("text") }
        if name == "wallet" {
          guard let gap = words.firstIndex(of: " "), wallets.count < Self.walletLimit else {
            throw .contents("wallet")
          }
          wallets.append(
            Wallet(name: String(words[..<gap]), descriptor: String(words[gap...].dropFirst())))
        } else {
          guard facts.updateValue(words, forKey: name) == nil, facts.count <= Self.factLimit else {
            throw .contents("list of facts")
          }
        }
      }
    }
    guard let seedRange, !seedRange.isEmpty else { throw .contents("seed") }
    seed = text.slice(seedRange)
    self.facts = facts
    self.wallets = wallets
  }
}
