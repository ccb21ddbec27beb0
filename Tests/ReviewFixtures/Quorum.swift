import BitcoinPSBT
import BitcoinPrimitives
import Bytes
public import Descriptors
import ExtendedKeys
import Secp256k1
public import TransactionReview

/// A wallet of three people: ours is the first key, two signatures are needed.
///
/// The seeds are the mnemonics that the standards use: "abandon ... about", "legal winner ...
/// yellow", "letter advice ... above". The extended keys were derived by a program in another
/// language.
public enum Quorum {
  /// How the quorum is written into scripts.
  public enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
    case wsh
    case shWsh = "sh-wsh"
    case sh
    /// One leaf of multi_a below a key that nobody has.
    case tr
    /// The first key alone, or two of the leaves: the second alone, the first and the third
    /// together.
    case tree

    public var description: String { rawValue }
    public var isTaproot: Bool { self == .tr || self == .tree }
  }

  public static let ours =
    "[73c5da0a/48h/0h/0h/2h]xpub6DkFAXWQ2dHxq2vatrt9qyA3bXYU4ToWQwCHbf5XB2mSTexcHZCeKS1VZYcPoBd5X8yVcb"
    + "XFHJR9R8UCVpt82VX1VhR28mCyxUFL4r6KFrf"
  public static let bob =
    "[b8688df1/48h/0h/0h/2h]xpub6FQya7zGhR92kacYsNnjreouvnHJMpXYsUXnW6NJJAJRCKsa26TzDy4LdnGhEurr3d6y1J8"
    + "PJ7EEMKQp74XTqYvmGJNogYXSKDszYHtF8mX"
  public static let carol =
    "[28645006/48h/0h/0h/2h]xpub6DnEBNkSJKBYQmsbhS1sP9cNdtU5c9PLFGCjTJmxicxc13WB8zNNGQazabQpyFAGW5bV9tM"
    + "ko4uBxDxjUKL6dSAcx1tEbgEHtgSqyRsekh6"
  /// Somebody who has no key in a wallet here.
  public static let mallory =
    "[3f635a63/48h/0h/0h/2h]xpub6FHZCoNb3tg3o1GAJQxSwgFNF8mLRtTk2GgkF7n5rwzoxBhUEdFWa8cyZRHqytAzKZWsKz8"
    + "627cQEMCCfR5GDSv6yXegqirpgDUX41Pxybr"

  private static let nobody = "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"

  /// The positions of our key in the descriptor.
  public static func ownKeys(_ kind: Kind) -> Set<Int> {
    switch kind {
    case .wsh, .shWsh, .sh: [0]
    case .tr: [1]
    case .tree: [0, 2]
    }
  }

  /// The descriptor of some people's wallet.
  public static func descriptor(
    _ kind: Kind, threshold: Int = 2, _ people: [String] = [ours, bob, carol], sorted: Bool = true,
    steps: String = "/<0;1>/*"
  ) throws -> Descriptor {
    let keys = people.map { $0 + steps }.joined(separator: ",")
    let multi = "\(sorted ? "sortedmulti" : "multi")(\(threshold),\(keys))"
    let text =
      switch kind {
      case .wsh: "wsh(\(multi))"
      case .shWsh: "sh(wsh(\(multi)))"
      case .sh: "sh(\(multi))"
      case .tr: "tr(\(nobody),\(sorted ? "sortedmulti_a" : "multi_a")(\(threshold),\(keys)))"
      case .tree:
        // Another branch of our key stands in the leaf: one key, two places.
        "tr(\(people[0])\(steps),{pk(\(people[1])\(steps)),multi_a(2,\(people[0])"
          + "\(steps == "/<0;1>/*" ? "/<2;3>/*" : steps),\(people[2])\(steps))})"
      }
    return try Descriptor(parsing: text)
  }

  public static func wallet(_ kind: Kind, _ descriptor: Descriptor? = nil) throws
    -> RegisteredWallet
  {
    let own = ownKeys(kind)
    return RegisteredWallet(
      name: "family", network: .mainnet, descriptor: try descriptor ?? Self.descriptor(kind),
      ownKeys: own, seedNames: Dictionary(uniqueKeysWithValues: own.map { ($0, "first") }),
      highestKnown: [4, 2])
  }

  /// As ``HonestPayment/scene(_:)``: 0.01 and 0.005 BTC in; 0.006 paid, 0.0089 back, 0.0001 fee.
  public static func scene(_ kind: Kind = .wsh, _ descriptor: Descriptor? = nil) throws -> Scene {
    let wallet = try descriptor ?? Self.descriptor(kind)
    let last = wallet.branchCount - 1
    let coins = [
      try coin(wallet, branch: 0, index: 2, satoshis: 1_000_000, decoys: 1),
      try coin(wallet, branch: last, index: 1, satoshis: 500_000),
    ]
    let payments = [
      try HonestPayment.payment(to: HonestPayment.recipient, satoshis: 600_000),
      try change(wallet, branch: last, index: 3, satoshis: 890_000),
    ]
    return Scene(
      draft: PacketDraft(coins: coins, payments: payments),
      machine: ContextDraft(wallets: [try Self.wallet(kind, wallet)]))
  }

  /// A coin of a wallet, with all that an honest coordinator sends along.
  public static func coin(
    _ wallet: Descriptor, branch: Int, index: UInt32, satoshis: Int64, decoys: Int = 0
  ) throws -> PacketDraft.Coin {
    let derived = try wallet.derived(branch: branch, index: index)
    var coin = HonestPayment.bareCoin(
      paying: derived.scriptPubKey, satoshis: satoshis, decoys: decoys,
      seed: UInt8(truncatingIfNeeded: UInt32(branch) * 100 + index))
    let isSegwit = derived.witnessScript != nil || derived.taproot != nil
    if derived.taproot == nil { coin.set(.nonWitnessUTXO, [], coin.previous.encoded()) }
    if isSegwit { coin.set(.witnessUTXO, [], coin.output.encoded()) }
    describe(derived, in: &coin)
    return coin
  }

  /// Puts what an honest coordinator says about the scripts of a place into a coin's map.
  public static func describe(_ derived: DerivedScript, in coin: inout PacketDraft.Coin) {
    if let redeem = derived.redeemScript { coin.set(.redeemScript, [], redeem.bytes) }
    if let witness = derived.witnessScript { coin.set(.witnessScript, [], witness.bytes) }
    guard let taproot = derived.taproot else {
      for key in derived.keys {
        coin.set(.bip32Derivation, key.publicKey.encoded, key.origin.encoded())
      }
      return
    }
    coin.set(.tapInternalKey, [], taproot.internalKey.bytes.bytes)
    if let root = taproot.merkleRoot { coin.set(.tapMerkleRoot, [], root.bytes) }
    for leaf in taproot.leaves {
      coin.set(
        .tapLeafScript, leaf.controlBlock.encoded(), leaf.script.bytes + [leaf.leafVersion])
    }
    for (key, value) in tapOrigins(of: derived) { coin.set(.tapBIP32Derivation, key, value) }
  }

  /// An output of a wallet with all that an honest coordinator says about it.
  public static func change(
    _ wallet: Descriptor, branch: Int, index: UInt32, satoshis: Int64
  ) throws -> PacketDraft.Payment {
    let derived = try wallet.derived(branch: branch, index: index)
    var payment = PacketDraft.Payment(
      TxOut(rawValue: satoshis, scriptPubKey: derived.scriptPubKey))
    if let redeem = derived.redeemScript { payment.set(.redeemScript, [], redeem.bytes) }
    if let witness = derived.witnessScript { payment.set(.witnessScript, [], witness.bytes) }
    guard let taproot = derived.taproot else {
      for key in derived.keys {
        payment.set(.bip32Derivation, key.publicKey.encoded, key.origin.encoded())
      }
      return payment
    }
    payment.set(.tapInternalKey, [], taproot.internalKey.bytes.bytes)
    payment.set(.tapTree, [], tree(taproot.leaves))
    for (key, value) in tapOrigins(of: derived) { payment.set(.tapBIP32Derivation, key, value) }
    return payment
  }

  /// The value of an output's tree field.
  public static func tree(_ leaves: [DerivedLeaf]) -> [UInt8] {
    var writer = ByteWriter()
    for leaf in leaves {
      writer.writeByte(UInt8(leaf.depth))
      writer.writeByte(leaf.leafVersion)
      writer.writeVarBytes(leaf.script.bytes)
    }
    return writer.bytes
  }

  private static func tapOrigins(of derived: DerivedScript) -> [([UInt8], [UInt8])] {
    let leaves = derived.taproot?.leaves ?? []
    return derived.keys.enumerated().compactMap { position, key in
      // Nobody's key has no origin.
      if position == 0, derived.taproot?.isKeyPathUnspendable == true { return nil }
      var writer = ByteWriter()
      let hashes = leaves.filter { $0.keys.contains { $0.publicKey == key.publicKey } }
        .map(\.leafHash)
      writer.writeCompactSize(hashes.count)
      for hash in hashes { writer.writeBytes32(hash) }
      return (key.publicKey.xOnly.bytes.bytes, writer.bytes + key.origin.encoded())
    }
  }
}

extension Quorum {
  /// Adds Bob's signatures of both inputs of the payment from `wsh`, made beforehand: nothing here
  /// has a private key.
  public static func signByBob(_ scene: inout Scene, threshold: Int = 2) throws {
    let wallet = try descriptor(.wsh, threshold: threshold)
    let places: [(branch: Int, index: UInt32)] = [(0, 2), (1, 1)]
    for (number, place) in places.enumerated() {
      let key = try wallet.derived(branch: place.branch, index: place.index).keys[1]
      guard let text = bobsSignatures[threshold]?[number] else {
        throw FixtureError(reason: "no signature for this threshold")
      }
      scene.draft.coins[number].set(
        .partialSig, key.publicKey.compressed, try Hex.decode(text))
    }
  }

  /// DER and sighash byte, by threshold and input.
  private static let bobsSignatures: [Int: [String]] = [
    2: [
      "304402201e3a779a066bd4d74a6d7f8ed6eae5ad349b16378164e0b564f5d0b011e99cff"
        + "02207064025e1b70d6db4b6abe5740d9a0e82bbe0a669df3d01accd561c7511de29e01",
      "304402203f3483e3ed3100710d0bf3899959684a568ede9fbaaabb4ac1aacbaa9a2940c3"
        + "0220662add6373cb1c93de3380dfe94a34cc1182bdf8f04d47762a833240db5dd51301",
    ],
    1: [
      "30440220124a4fce3cb602521b78ab843f0029272fec13a3f4677341ed8aa0b0c2edfde2"
        + "022027c73bcf8f64e1218877921a8c92222ab8b9c1cd957084de010fff4f4f49e74a01",
      "30440220382a395dc5894f43f9bdb94832fb115fe1c7fed141b9bbff4615ba14569ac3b1"
        + "02206425762cd692d184705c48bcde9117a771edf5819576cb7766be690a50c42aaa01",
    ],
  ]
}
