import BitcoinPrimitives
import Bytes
import Hashes
import Secp256k1
import TestSupport
import Testing

@testable import SecondReading

/// What a transaction spends, read out of a PSBT that holds it unsigned and nothing else.
private func spending(_ hex: String) throws -> Spending {
  var transaction = try Transaction(decoding: try Hex.decode(hex))
  for index in transaction.inputs.indices {
    transaction.inputs[index].scriptSig = Script()
    transaction.inputs[index].witness = []
  }
  let unsigned = transaction.encodedWithoutWitness()
  let count = transaction.inputs.count + transaction.outputs.count
  let packet =
    [0x70, 0x73, 0x62, 0x74, 0xff, 1, 0] + Written.compact(unsigned.count) + unsigned
    + [UInt8](repeating: 0, count: 1 + count)
  var maps = try PacketMaps(packet)
  return try Spending(&maps)
}

private func nothingKnown(_ spending: Spending) -> Digests {
  Digests(spending, coins: spending.spends.map { _ in nil })
}

/// What the standards publish, read by the second reader alone.
@Suite struct `The second reader and the published vectors` {
  // BIP-143, BIP-341 and Bitcoin Core's sighash.json, written here because the project must be able to
  // test itself alone.
  @Test func `hashes of all three kinds are those of the standards`() throws {
    let segwit = try spending(
      "0100000002fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f0000000000eeffffff"
        + "ef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb2"
        + "06000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde"
        + "42dbee7e4dbe6a21b2d50ce2f0167faa815988ac11000000")
    let code = try Hex.decode("76a9141d0f172a0ecb48aee1be1f2687d2963ae33f71a188ac")
    let digest = nothingKnown(segwit).witness(input: 1, script: code, amount: 600_000_000)
    #expect(digest.hex == "c37af31116d1b27caf68aae9e3ac82f1477929014d5b917657d0eb49478cb670")

    let legacy = try spending(
      "3cd4474201be7a6c25403bf00ca62e2aa8f8f4f700154e1bb4d18c66f7bb7f9b975649f0dc01000000065351515351"
        + "53ffffffff01febbeb000000000006005151006aac00000000")
    let type = UInt32(bitPattern: -1_674_687_131)
    #expect(
      nothingKnown(legacy).legacy(input: 0, script: [], type: type).reversedHex
        == "6b77ca70cc452cc89acb83b69857cda98efbfc221688fe816ef4cb4faf152f86")

    let internalKey = try Hex.decode(
      "187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27")
    let leaf = TreeHash.leaf(
      try Hex.decode("20d85a959b0290bf19bb89ed43c916be835475d013da4b362117393e25a48229b8ac"))
    #expect(leaf.hex == "5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21")
    let lock = try Lock.taproot(try PublicKey(decoding: [2] + internalKey), root: leaf, leaves: [])
    #expect(
      Hex.encode(lock.script)
        == "5120147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3")
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every hash of BIP-143 with sighash ALL agrees`() throws {
    var judged = 0
    for vector in try Vectors.cases("bip143/bip143_sighash.json")
    where vector.input["sighash_type"]?.intValue == 1 {
      let hex = try #require(vector.input["tx_hex"]?.stringValue)
      let code = try Hex.decode(try #require(vector.input["script_code_hex"]?.stringValue))
      let digest = nothingKnown(try spending(hex)).witness(
        input: try #require(vector.input["input_index"]?.intValue), script: code,
        amount: UInt64(try #require(vector.input["amount_sat"]?.intValue)))
      #expect(digest.hex == vector.expect["sighash_hex"]?.stringValue, "\(vector.name)")
      judged += 1
    }
    #expect(judged >= 4)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every legacy hash of Bitcoin Core's file that hashes inputs and outputs whole agrees`()
    throws
  {
    var judged = 0
    for row in try Vectors.json("bitcoin-core/sighash.json").arrayValue ?? [] {
      guard let hex = row[0]?.stringValue, let code = row[1]?.stringValue,
        let index = row[2]?.intValue, let raw = row[3]?.intValue,
        let expected = row[4]?.stringValue
      else { continue }
      let type = UInt32(bitPattern: Int32(truncatingIfNeeded: raw))
      // NONE, SINGLE and ANYONECANPAY are never signed, nor a script with OP_CODESEPARATOR.
      guard ![2, 3].contains(type & 0x1f), type & 0x80 == 0, !code.contains("ab") else { continue }
      let digests = nothingKnown(try spending(hex))
      let digest = digests.legacy(input: index, script: try Hex.decode(code), type: type)
      #expect(digest.reversedHex == expected)
      judged += 1
    }
    #expect(judged == 139)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `BIP-341's hashes with ALL and DEFAULT, trees, outputs and addresses agree`() throws {
    let data = try Vectors.json("bip341/wallet_vectors.json")["data"]
    let key = try #require(data?["keyPathSpending"]?[0])
    let spending = try spending(try #require(key["given"]?["rawUnsignedTx"]?.stringValue))
    let coins: [(amount: UInt64, script: [UInt8])?] = try
      (key["given"]?["utxosSpent"]?.arrayValue ?? [])
      .map {
        (
          UInt64(try #require($0["amountSats"]?.intValue)),
          try Hex.decode(try #require($0["scriptPubKey"]?.stringValue))
        )
      }
    let digests = Digests(spending, coins: coins)
    var judged = 0
    for input in key["inputSpending"]?.arrayValue ?? [] {
      let type = try #require(input["given"]?["hashType"]?.intValue)
      guard type < 2 else { continue }
      let index = try #require(input["given"]?["txinIndex"]?.intValue)
      let digest = digests.taproot(input: index, type: UInt8(type), leaf: nil)
      #expect(digest?.hex == input["intermediary"]?["sigHash"]?.stringValue)
      judged += 1
    }
    #expect(judged == 2)
    for vector in data?["scriptPubKey"]?.arrayValue ?? [] {
      let point = try Hex.decode(try #require(vector["given"]?["internalPubkey"]?.stringValue))
      // A leaf of another version than 0xc0 is in no wallet here.
      guard let tree = vector["given"]?["scriptTree"], let root = try Self.root(tree) else {
        continue
      }
      let lock = try Lock.taproot(
        try PublicKey(decoding: [2] + point), root: root.map { $0 }, leaves: [])
      #expect(Hex.encode(lock.script) == vector["expected"]?["scriptPubKey"]?.stringValue)
      #expect(
        AddressText.of(lock.script, on: .main) == vector["expected"]?["bip350Address"]?.stringValue)
      judged += 1
    }
    #expect(judged == 2 + 6)
  }

  /// The root of a published tree; nil inside where there is none, nil outside for other leaf versions.
  private static func root(_ tree: JSONValue) throws -> Bytes32?? {
    if let pair = tree.arrayValue {
      guard let one = try root(pair[0]), let other = try root(pair[1]), let one, let other else {
        return .none
      }
      return TreeHash.fork(one, other)
    }
    guard let script = tree["script"]?.stringValue else { return .some(nil) }
    guard tree["leafVersion"]?.intValue == 0xc0 else { return .none }
    return TreeHash.leaf(try Hex.decode(script))
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `Bitcoin Core's addresses are written as Core writes them`() throws {
    var judged = 0
    for row in try Vectors.json("bitcoin-core/key_io_valid.json").arrayValue ?? [] {
      guard let address = row[0]?.stringValue, let script = row[1]?.stringValue,
        row[2]?["isPrivkey"]?.boolValue == false
      else { continue }
      let chain: AddressChain? =
        switch row[2]?["chain"]?.stringValue {
        case "main": .main
        case "test", "signet", "testnet4": .test
        case "regtest": .regtest
        default: nil
        }
      guard let chain, row[2]?["tryCaseFlip"]?.boolValue != true || address == address.lowercased()
      else { continue }
      #expect(AddressText.of(try Hex.decode(script), on: chain) == address)
      judged += 1
    }
    #expect(judged > 30)
  }
}
