import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import PaymentBuilding
import Secp256k1
import Secp256k1Signing
import SecureMemory
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// Somebody with one key: the number of the person, for all to know.
struct Person {
  let number: UInt8

  func privateKey() throws -> PrivateKey {
    var bytes = [UInt8](repeating: 0, count: 31) + [number]
    return try PrivateKey(SecretBytes(moving: &bytes))
  }

  func publicKey() throws -> PublicKey { try privateKey().publicKey() }
  func hex() throws -> String { Hex.encode(try publicKey().compressed) }

  /// What the person's signer does, as far as it matters here: signs inputs that name its key.
  func sign(_ packet: PSBT, inputs: [Int]? = nil, type: SighashType = .all) throws -> PSBT {
    let key = try publicKey()
    var packet = packet
    let coins = packet.inputs.indices.compactMap { packet.claimedOutput(ofInput: $0) }
    let cache = try SighashCache(packet.unsignedTransaction, spentOutputs: coins)
    for index in inputs ?? Array(packet.inputs.indices) {
      let input = packet.inputs[index]
      if input.bip32Derivations.contains(where: { $0.publicKey.elementsEqual(key.compressed) }) {
        let signature = try ecdsa(input, index, coins[index], cache, type)
        packet.updateInput(index) { $0.setPartialSig(signature, publicKey: key.compressed) }
      }
      for leaf in input.tapLeafScripts {
        let hash = Taproot.leafHash(version: leaf.leafVersion, script: Script(leaf.script))
        guard Script(leaf.script).hex.contains("\(key.xOnly.bytes)") else { continue }
        let signature = try schnorr(index, hash, cache)
        packet.updateInput(index) {
          $0.setUnchecked(
            PSBTField(
              type: PSBTInputKey.tapScriptSig.rawValue,
              keyData: key.xOnly.bytes.bytes + hash.bytes, value: signature[...]))
        }
      }
    }
    return packet
  }

  private func ecdsa(
    _ input: PSBTInput, _ index: Int, _ coin: TxOut, _ cache: SighashCache, _ type: SighashType
  ) throws -> [UInt8] {
    let script = input.redeemScript ?? coin.scriptPubKey
    let digest: Bytes32
    if let witness = input.witnessScript {
      digest = try cache.segwitV0(
        input: index, scriptCode: witness, amount: coin.rawValue, type: type)
    } else if case .p2wpkh(let hash) = script.type {
      digest = try cache.segwitV0(
        input: index, scriptCode: .p2pkh(hash: hash), amount: coin.rawValue, type: type)
    } else {
      digest = try cache.legacy(input: index, scriptCode: script, type: type)
    }
    return try privateKey().ecdsaSignature(of: digest).der + [UInt8(type.rawValue)]
  }

  private func schnorr(_ index: Int, _ leaf: Bytes32, _ cache: SighashCache) throws -> [UInt8] {
    let digest = try cache.taproot(input: index, tapscript: TapscriptContext(leafHash: leaf))
    return try privateKey().schnorrSignature(of: digest, auxiliary: .zero)
  }
}

/// Coins of a wallet of several people, spent to somewhere, as the coordinator knows them.
struct SharedPayment {
  static let people = [Person(number: 11), Person(number: 12), Person(number: 13)]
  static let stranger = Person(number: 99)
  static let names = ["Alice", "Bob", "Carol"]

  /// Two of three, in every wrapping.
  static let forms = [
    "wsh(sortedmulti(2,%))", "wsh(multi(2,%))", "sh(wsh(sortedmulti(2,%)))", "sh(multi(2,%))",
    "multi(2,%)",
    "tr(50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0,multi_a(2,%))",
  ]

  let descriptor: Descriptor
  let packet: PSBT
  let inputs: [KnownInput]
  let cosigners: Cosigners

  init(_ form: String = forms[0], coins count: Int = 2, people: [Person] = people) throws {
    let keys = try people.map { try $0.hex() }.joined(separator: ",")
    let text = form.split(separator: "%", omittingEmptySubsequences: false).joined(separator: keys)
    descriptor = try Descriptor(parsing: text)
    let derived = try descriptor.derived(branch: 0, index: 0)
    let previous = Transaction(
      inputs: [TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 5))],
      outputs: (0..<count).map {
        TxOut(rawValue: 50_000 + Int64($0), scriptPubKey: derived.scriptPubKey)
      })
    let transaction = Transaction(
      inputs: (0..<count).map {
        TxIn(previousOutput: OutPoint(txid: previous.txid, vout: UInt32($0)))
      },
      outputs: [
        TxOut(
          rawValue: 49_000 * Int64(count),
          scriptPubKey: .p2wpkh(hash: [UInt8](repeating: 9, count: 20)))
      ])
    let coins = try previous.outputs.enumerated().map {
      WalletCoin(
        outPoint: OutPoint(txid: previous.txid, vout: UInt32($0.offset)),
        amount: try Amount(satoshis: $0.element.rawValue), branch: 0, index: 0, height: 1)
    }
    inputs = zip(coins, previous.outputs).map {
      KnownInput(coin: $0.0, output: $0.1, derived: derived)
    }
    packet = try PacketBuilder(descriptor).packet(
      for: transaction, spending: coins,
      previous: [previous.txid: PreviousTransaction(scanning: previous.encoded()[...])],
      paying: [:])
    let offset = descriptor.keys.count - people.count
    cosigners = Cosigners(
      descriptor,
      labels: Dictionary(
        uniqueKeysWithValues: zip(Self.names, people.indices).map { ($0.1 + offset, $0.0) }))
  }

  func collector(_ stored: PSBT? = nil) throws -> Collector {
    try Collector(stored ?? packet, inputs: inputs, cosigners: cosigners)
  }

  func status(_ packet: PSBT, complete: Bool = false) -> PaymentStatus {
    PaymentStatus(of: packet, inputs: inputs, cosigners: cosigners, isComplete: complete)
  }

  /// The name of a person as the coordinator writes it.
  func name(_ index: Int) -> String { cosigners.all[index].name }
}

extension PSBT {
  /// The same with signatures of keys that are not the coin's behind the first one of an input.
  ///
  /// Put between its bytes: adding so many fields one by one takes long.
  func withForeignSignatures(_ count: Int, ofInput input: Int) throws -> PSBT {
    let first = try #require(inputs[input].partialSigs.first)
    let signature = [UInt8(first.signature.count)] + first.signature
    let bytes = encoded()
    let place = try #require(bytes.firstRange(of: first.publicKey + signature)).upperBound
    var whole = Array(bytes[..<place])
    let start = [2] + [UInt8](repeating: 0, count: 30)
    let keys = (0...UInt16.max).lazy.map { number -> [UInt8] in
      start + [UInt8(number >> 8), UInt8(number & 255)]
    }
    let points = keys.filter { (try? PublicKey(decoding: $0)) != nil }
    for key in points.prefix(count) { whole += [34, 2] + key + signature }
    return try PSBT(decoding: whole + bytes[place...])
  }
}
