package import BitcoinPrimitives
internal import Bytes
internal import Descriptors
package import WalletStorage
package import WalletSync
public import WalletTypes

/// The account of BIP-84's test words, on the test networks.
package let accountText =
  "wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)"

/// A wallet, its records and a chain.
package struct Fixture {
  package let store: Store
  package let wallet: WalletRecord
  package let chain = FakeChain()

  package init(
    _ descriptor: String = accountText, birth: Int = 0, checksSignatures: Bool = false
  ) throws {
    store = try Store(checksSignatures: checksSignatures)
    wallet = try store.addWallet(
      name: "savings", network: .regtest, descriptor: try Descriptor(parsing: descriptor),
      birthHeight: birth)
  }

  package func script(_ index: UInt32, branch: Int = 0) throws -> Script {
    try wallet.descriptor.derived(branch: branch, index: index).scriptPubKey
  }

  @discardableResult
  package func sync(from start: SyncStart = .lastSync) async throws -> SyncReport {
    try await Synchronizer(store: store, source: chain).sync(wallet, from: start)
  }

  /// A payment from nowhere.
  package static func payment(_ number: Int, _ outputs: [(Script, Int64)]) -> Transaction {
    var seed = [UInt8](repeating: 9, count: 32)
    seed[0] = UInt8(number & 255)
    seed[1] = UInt8(number >> 8)
    return Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(Bytes32(seed) ?? .zero), vout: 0))],
      outputs: outputs.map { TxOut(rawValue: $0.1, scriptPubKey: $0.0) })
  }

  package static let foreign = Script.p2wpkh(hash: [UInt8](repeating: 1, count: 20))

  package func spend(
    _ coins: [OutPoint], _ outputs: [(Script, Int64)], scriptSig: [UInt8] = []
  ) -> Transaction {
    Transaction(
      inputs: coins.map { TxIn(previousOutput: $0, scriptSig: Script(scriptSig)) },
      outputs: outputs.map { TxOut(rawValue: $0.1, scriptPubKey: $0.0) })
  }

  package func balance() throws -> [Int64] {
    try store.coins(of: wallet).map(\.amount.satoshis)
  }
}

/// In these tests a PSBT is any bytes.
extension StoredPacket: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: UInt8...) { self.init(bytes: elements) }
}
