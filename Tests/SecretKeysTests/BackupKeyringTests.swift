import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Hashes
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretSamples
import SecureMemory
import Testing
import WalletBackups

@testable import SecretKeys

/// Source: the vector of Automatic Encrypted Wallet Backups, version 1; each field of it.
struct BackupKeyringTests {
  private static let payload = """
    01074b1955bf07aaa979ae8af6eebfea5da8e83cad505edbaade9ba4ed528a8de36c95ece996189dedf4756fba2599\
    f94b4f370d701366e2f0ba4e59111c0787708cf4b0b82de558b4d8bf5d90b3512f09814d605d4c14f2f85b596211f8\
    3918c31c4bef19ea473045022100ddbc9b06625c2b3c9cbfb27b6ac39596bd13daf43d4ddecbb7257a0d26f5e2c402\
    200a5bd5fd27df7ac262ac3cff9d5398742c6fd9c76c427548667bee45dcb1134c
    """
  private static let text = Array(
    "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks".utf8)

  private static func keyring(_ network: Network) -> BackupKeyring {
    let master = SHA256.hash(Array("Master Key".utf8))
    return BackupKeyring(
      masterKey: master.withUnsafeBytes { SecretBytes(copying: $0) }, fingerprint: .zero,
      on: network)
  }

  private static func hex(_ secret: borrowing SecretBytes) -> String {
    secret.withUnsafeBytes { Hex.encode($0) }
  }

  @Test func `every key of the vector is derived`() throws {
    let main = Self.keyring(.mainnet)
    #expect(
      Self.hex(main.backupKey)
        == "7618f25cd5faadd52d0ea3b608b0c076664f5816b81311017985ae229157057a")
    for network in Network.standard where !network.isMainnet {
      #expect(
        Self.hex(Self.keyring(network).backupKey)
          == "caa57de4c3d9c77186175fbfdc326997162da0ce1b74022a51c600838449b2c3")
    }
    #expect(Self.hex(main.encryptionKey()) == "58369379e5100b58cd49c97171f29f3d")
    let key = try main.authenticationKey()
    #expect(
      key.withUnsafeBytes { Hex.encode($0) }
        == "44b45878c33c974179f5363fee95f9e9d4a60c97e9c865e58b57bef3558034f4")
    #expect(
      try Hex.encode(key.publicKey().compressed)
        == "028747be6de07552c48f9db23617792d47df1accd611175f6dfe636f4098984a09")
    #expect(try main.handedOver().walletID == "WmEp7EPk8vKMgXQQGWgh1AYhmY8Usw6kwL")
  }

  @Test func `the container of the vector is written byte for byte`() throws {
    let archive = try Self.keyring(.mainnet).archive(Self.text, timestamp: 1_427_720_967)
    #expect(Hex.encode(archive.encoded()) == Self.payload)
    #expect(try archive.opened(with: Self.keyring(.mainnet).handedOver()) == Self.text)
  }

  /// Source: computed for the words of the seed text's own list of things to do.
  @Test func `Mycelium's own wallets have another key, and their wallet IDs are found`() throws {
    let words = """
      catalog way tower dinosaur ostrich harvest another plastic dance champion bargain sing
      """
    let seed = try Mnemonic(parsing: secret(words)).seed()
    let main = BackupKeyring(mycelium: seed, fingerprint: .zero, on: .mainnet)
    #expect(
      Self.hex(main.backupKey)
        == "7977915aed4795c4c4642c09bf91ab28e1d2e18361d52ada24fe887261b9867b")
    #expect(try main.handedOver().walletID == "WYd4ZMzrz2EzQpCibqqKi4ZDMf42U8ihxw")
    let test = BackupKeyring(mycelium: seed, fingerprint: .zero, on: .testnet3)
    #expect(try test.handedOver().walletID == "WmcHXVV3L3oqyQmtcYmHY1wecGx6eXkhqr")
  }

  /// The text gives the formula and no vector of it: the key is that of plain Python's `hmac`.
  @Test func `the second part has a key of its own, of the first one's signature`() throws {
    let main = Self.keyring(.mainnet)
    let first = try main.archive(Self.text, timestamp: 1_427_720_967)
    let key = try main.authenticationKey(after: first.signature)
    #expect(
      key.withUnsafeBytes { Hex.encode($0) }
        == "30d84c19814fdc76f9d1fbf7cf1ae2aa3ea150e439059d522f6dadc47438fe5b")
  }

  /// The text's example of a wallet ID, whose key belongs to no backup of it.
  @Test func `the example's key has the example's wallet ID`() throws {
    let key = try PrivateKey(
      secret(hex: "2949c1b1e371f3c3472a018e2c26916ea70e9716b7020037de748c81eb400c8a"))
    let signer = try key.publicKey()
    #expect(
      Hex.encode(signer.compressed)
        == "036b89db3282ef240b53a5f9a5f6e5013bc3e42a81ac4889c388e7126f4e02a677")
    let handedOver = try BackupKey(
      network: .mainnet, fingerprint: .zero, sealingKey: SecretBytes(count: 32),
      archiveKey: SecretBytes(count: 16), archiveSigner: signer)
    #expect(handedOver.walletID == "WbeXeTPYSPwSpQPECSPdNboLW3YioW1n9e")
  }

  @Test func `what is handed over reads and seals, and differs by network and by seed`() throws {
    let mnemonic = try Mnemonic(
      parsing: secret(
        "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
      ))
    let master = try Xpriv(
      seed: mnemonic.seed(passphrase: SecretBytes(count: 0)), network: .testnets)
    let key = try BackupKeyring(master, on: .regtest).handedOver()
    #expect(key.fingerprint.description == "73c5da0a")
    let sealed = try SealedBackup(sealing: [1, 2, 3], key: key)
    #expect(try sealed.opened(with: BackupKeyring(master, on: .regtest).handedOver()) == [1, 2, 3])
    #expect(throws: BackupError.otherNetwork(found: "regtest", key: "signet")) {
      try sealed.opened(with: BackupKeyring(master, on: .signet).handedOver())
    }
    #expect(throws: BackupError.wrongKey) {
      try sealed.opened(with: Self.keyring(.regtest).handedOver())
    }
  }

  @Test func `a child key is no master key`() throws {
    let mnemonic = try Mnemonic(
      parsing: secret(
        "legal winner thank year wave sausage worth useful legal winner thank yellow"
      ))
    let master = try Xpriv(
      seed: mnemonic.seed(passphrase: SecretBytes(count: 0)), network: .testnets)
    let child = try master.derived(along: DerivationPath(parsing: "m/84h"))
    #expect(throws: BackupError.self) { _ = try BackupKeyring(child, on: .regtest) }
  }
}
