import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing

/// Private keys 1 to n with their public ones, and a PSBT that spends a descriptor of them.
///
/// The signatures of RFC 6979 and of BIP-340 without auxiliary data are the same each time.
enum Cosigners {
  static func secret(_ number: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: 30) + [UInt8(number >> 8), UInt8(number & 255)]
  }

  static func withKey<R>(
    _ number: Int, _ body: (borrowing PrivateKey) throws -> R
  ) throws -> R {
    var bytes = secret(number)
    return try body(PrivateKey(SecretBytes(moving: &bytes)))
  }

  static func publicKey(_ number: Int) throws -> PublicKey {
    try withKey(number) { try $0.publicKey() }
  }

  static func hex(_ number: Int) throws -> String { try publicKey(number).description }

  /// `#1,#2` become keys, `NUMS` BIP-341's point.
  static func descriptor(_ text: String) throws -> Descriptor {
    let nums = try #require(Descriptor.unspendableInternalKey)
    var result = text.replacing("NUMS", with: "\(nums)")
    while let match = result.firstMatch(of: #/#(\d+)(?:\.\.(\d+))?/#) {
      let first = try #require(Int(match.1))
      let last = match.2.flatMap { Int($0) } ?? first
      let keys = try (first...last).map { try hex($0) }.joined(separator: ",")
      result.replaceSubrange(match.range, with: keys)
    }
    return try Descriptor(parsing: result)
  }

  /// A PSBT of `count` inputs that all spend the descriptor, each with its previous transaction,
  /// and pays it again.
  static func packet(_ descriptor: Descriptor, count: Int = 1) throws -> PSBT {
    let derived = try descriptor.derived(branch: 0, index: 0)
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 0))],
      outputs: (0..<count).map {
        TxOut(rawValue: 100_000 + Int64($0), scriptPubKey: derived.scriptPubKey)
      })
    let transaction = Transaction(
      inputs: (0..<count).map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      },
      outputs: [TxOut(rawValue: 90_000, scriptPubKey: derived.scriptPubKey)])
    var updater = Updater(try Creator(transaction).created())
    for input in 0..<count {
      try updater.addPreviousTransaction(previous.encoded(), toInput: input)
      try updater.add(derived, toInput: input)
    }
    try updater.add(derived, toOutput: 0)
    return updater.psbt
  }

  static func cache(_ psbt: PSBT) throws -> SighashCache {
    let coins = psbt.inputs.indices.compactMap { psbt.claimedOutput(ofInput: $0) }
    return try SighashCache(psbt.unsignedTransaction, spentOutputs: coins)
  }

  /// Signs as number `signer` wherever a script asks its key.
  static func sign(
    _ psbt: inout PSBT, as signer: Int, inputs: Range<Int>? = nil, type: SighashType = .all
  ) throws {
    let cache = try Self.cache(psbt)
    let publicKey = try publicKey(signer)
    for index in inputs ?? psbt.inputs.indices {
      let input = psbt.inputs[index]
      let coin = try #require(psbt.claimedOutput(ofInput: index))
      if coin.scriptPubKey.isP2TR {
        for leaf in input.tapLeafScripts where Script(leaf.script).names(publicKey) {
          let hash = Taproot.leafHash(script: Script(leaf.script))
          let digest = try cache.taproot(
            input: index, tapscript: TapscriptContext(leafHash: hash))
          let signature = try withKey(signer) {
            try $0.schnorrSignature(of: digest, auxiliary: .zero)
          }
          psbt.updateInput(index) {
            $0.setTapScriptSig(signature, xOnlyKey: publicKey.xOnly.bytes, leafHash: hash)
          }
        }
        continue
      }
      let script = input.witnessScript ?? input.redeemScript ?? coin.scriptPubKey
      let code = script.isP2WPKH ? Script.p2pkh(publicKey) : script
      let isSegwit = input.witnessScript != nil || script.isP2WPKH
      let digest =
        isSegwit
        ? try cache.segwitV0(input: index, scriptCode: code, amount: coin.rawValue, type: type)
        : try cache.legacy(input: index, scriptCode: code, type: type)
      let signature = try withKey(signer) { try $0.ecdsaSignature(of: digest) }
      psbt.updateInput(index) {
        $0.setPartialSig(
          signature.der + [UInt8(type.rawValue)], publicKey: publicKey.encoded)
      }
    }
  }

  /// Signs with the internal key of taproot inputs.
  static func signKeyPath(_ psbt: inout PSBT, as signer: Int) throws {
    let cache = try Self.cache(psbt)
    for index in psbt.inputs.indices {
      let digest = try cache.taproot(input: index)
      let signature = try withKey(signer) {
        try $0.tweakedForTaproot(merkleRoot: psbt.inputs[index].tapMerkleRoot)
          .schnorrSignature(of: digest, auxiliary: .zero)
      }
      psbt.updateInput(index) { $0.setTapKeySig(signature) }
    }
  }
}

extension Script {
  /// Whether the script holds the key's 32 bytes or their hash.
  fileprivate func names(_ key: PublicKey) -> Bool {
    let bytes = key.xOnly.bytes.bytes
    let hash = Script(bytes).hash160
    var reader = ScriptReader(self)
    while let instruction = try? reader.next() {
      if instruction.data.map({ $0.elementsEqual(bytes) || $0.elementsEqual(hash) }) == true {
        return true
      }
    }
    return false
  }
}
