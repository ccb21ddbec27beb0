import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Secp256k1
import Testing

@testable import BitcoinPSBT

@Suite struct `The fields by name` {
  typealias Pair = PacketBuilder.Pair

  static let everything: PSBT = {
    var builder = PacketBuilder()
    for (place, pair) in OwnCorpus.good {
      switch place {
      case .global: builder.global.append(pair)
      case .input: builder.inputs[0].append(pair)
      case .output: builder.outputs[0].append(pair)
      }
    }
    guard let psbt = try? PSBT(decoding: builder.encoded()) else { preconditionFailure() }
    return psbt
  }()

  static let origin = try? KeyOrigin(parsing: "01020304/84h/1")

  @Test func `every field of an input is told as it stands`() throws {
    let input = Self.everything.inputs[0]
    let key = PacketBuilder.key
    let x = try #require(Bytes32(key.dropFirst()))
    let leaf = try #require(Bytes32([UInt8](repeating: 3, count: 32)))
    let signature = [UInt8](repeating: 1, count: 64)
    #expect(input.nonWitnessUTXO?.outputCount == 2)
    #expect(input.witnessUTXO == TxOut(rawValue: 1, scriptPubKey: Script(PacketBuilder.p2wpkh)))
    #expect(input.partialSigs.map { Array($0.publicKey) } == [key])
    #expect(input.partialSigs.map { Array($0.signature) } == [PacketBuilder.signature])
    #expect(input.partialSigs.map(\.sighashByte) == [1])
    #expect(input.sighashType == 1)
    #expect(input.redeemScript == Script([0x51]))
    #expect(input.witnessScript == Script([0x51]))
    #expect(input.bip32Derivations.map(\.origin) == [Self.origin])
    #expect(try input.bip32Derivations[0].parsedKey().compressed == key)
    #expect(input.finalScriptSig == Script([0x51]))
    #expect(input.finalScriptWitness == [[5], []])
    #expect(input.isFinal)
    #expect(input.porCommitment == [0x70])
    #expect(input.preimages.map(\.kind) == [.ripemd160, .sha256, .hash160, .hash256])
    #expect(input.tapKeySig.map(Array.init) == signature)
    #expect(input.tapScriptSigs.map(\.xOnlyKey) == [x])
    #expect(input.tapScriptSigs.map(\.leafHash) == [leaf])
    #expect(input.tapLeafScripts.map(\.script) == [[0x51]])
    #expect(input.tapLeafScripts.map(\.leafVersion) == [0xC0])
    #expect(input.tapBIP32Derivations.map(\.xOnlyKey) == [x])
    #expect(input.tapBIP32Derivations.map(\.leafHashes) == [[leaf]])
    #expect(input.tapBIP32Derivations.map(\.origin) == [Self.origin])
    #expect(input.tapInternalKey == x)
    #expect(input.tapMerkleRoot == leaf)
    #expect(input.fields(.musig2PubNonce).count == 1)
    #expect(input.proprietary.map { Array($0.identifier) } == [[0x61, 0x62]])
    #expect(input.proprietary.map(\.subtype) == [5])
    #expect(input.proprietary.map { Array($0.keyData) } == [[9]])
    #expect(input.unknown.map(\.type) == [0xF0])
  }

  @Test func `every field of an output and of the global map is told as it stands`() throws {
    let output = Self.everything.outputs[0]
    let x = try #require(Bytes32(PacketBuilder.key.dropFirst()))
    #expect(output.redeemScript == Script([0x51]))
    #expect(output.witnessScript == Script([0x51]))
    #expect(output.bip32Derivations.map(\.origin) == [Self.origin])
    #expect(output.tapInternalKey == x)
    #expect(output.tapTree?.map(\.depth) == [1, 1])
    #expect(output.tapTree?.map(\.script) == [[0x51], [0x52]])
    #expect(output.tapBIP32Derivations.map(\.xOnlyKey) == [x])
    #expect(output.dnssecProof == [1, 0x61, 7])
    #expect(output.proprietary.count == 1)
    #expect(output.unknown.map(\.type) == [0xF0])
    let global = Self.everything.global
    #expect(global.xpubs.map(\.origin) == [Self.origin])
    #expect(global.xpubs.map(\.encodedXpub.count) == [78])
    #expect(global.genericSignedMessage == [0x68, 0x69])
    #expect(global.proprietary.count == 1)
    #expect(global.unknown.map(\.type) == [0xF0])
  }

  @Test func `what the setters write, the reader takes and tells`() throws {
    let previous = PacketBuilder.transaction(inputs: 1, outputs: 1)
    // The builder lets the input spend what it carries: the reader compares the two.
    var builder = PacketBuilder()
    builder.inputs[0] = [PacketBuilder.Pair(0, [], previous)]
    var psbt = try PSBT(decoding: builder.encoded())
    let origin = try #require(Self.origin)
    let key = PacketBuilder.key
    let x = try #require(Bytes32(key.dropFirst()))
    psbt.updateInput(0) { input in
      input.setTapBIP32Derivation(xOnlyKey: x, leafHashes: [x], origin: origin)
      input.setTapInternalKey(x)
      input.setTapMerkleRoot(x)
      input.setTapKeySig([UInt8](repeating: 7, count: 64))
      input.setFinalScriptWitness([[1, 2], []])
      input.setFinalScriptSig(Script([0x51]))
      input.setBIP32Derivation(publicKey: key, origin: origin)
      input.setWitnessScript(Script([0x52]))
      input.setRedeemScript(Script([0x53]))
      input.setSighashType(1)
      input.setPartialSig(PacketBuilder.signature, publicKey: key)
      input.setWitnessUTXO(TxOut(rawValue: 9, scriptPubKey: Script([0x51])))
    }
    let scanned = try PreviousTransaction(scanning: previous[...])
    psbt.updateInput(0) { $0.setNonWitnessUTXO(scanned) }
    psbt.updateInput(7) { $0.setSighashType(3) }
    psbt.updateOutput(0) { output in
      output.setTapBIP32Derivation(xOnlyKey: x, origin: origin)
      output.setTapInternalKey(x)
      output.setBIP32Derivation(publicKey: key, origin: origin)
      output.setWitnessScript(Script([0x52]))
      output.setRedeemScript(Script([0x53]))
    }
    let read = try PSBT(decoding: psbt.encoded())
    #expect(read == psbt)
    #expect(
      read.inputs[0].map.fields.map(\.type) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 0x13, 0x16, 0x17, 0x18])
    #expect(read.outputs[0].map.fields.map(\.type) == [0, 1, 2, 5, 7])
    #expect(read.inputs[0].tapBIP32Derivations.first?.origin == origin)
    #expect(read.inputs[0].finalScriptWitness == [[1, 2], []])
  }

  @Test func `a packet in base64, in digits or binary is recognized by its content`() throws {
    let psbt = Self.everything
    let bytes = psbt.encoded()
    #expect(try PSBT(recognizing: bytes) == psbt)
    #expect(try PSBT(recognizing: Array("\n \(psbt.base64)\r\n".utf8)) == psbt)
    #expect(try PSBT(recognizing: Array(psbt.hex.utf8)) == psbt)
    #expect(try PSBT(recognizing: Array("\t\(psbt.hex.uppercased())\n".utf8)) == psbt)
    #expect(throws: PSBTError.badMagic) { try PSBT(recognizing: []) }
    #expect(throws: PSBTError.badMagic) { try PSBT(recognizing: [0x20, 0x0A]) }
    #expect(throws: PSBTError.badMagic) { try PSBT(recognizing: Array("hello".utf8)) }
    #expect(throws: PSBTError.self) { try PSBT(recognizing: bytes + [0x0A]) }
    #expect(throws: PSBTError.self) { try PSBT(base64: String(psbt.base64.dropLast(5))) }
    #expect(throws: PSBTError.self) { try PSBT(hex: psbt.hex + "0") }
  }

  @Test func `a packet with every field is refused when cut at any byte`() {
    let bytes = Self.everything.encoded()
    for count in bytes.indices {
      #expect(throws: PSBTError.self) { try PSBT(decoding: bytes[..<count]) }
    }
  }

  @Test func `fields of a packet lie in its storage and know where they stood`() throws {
    let bytes = Self.everything.encoded()
    let read = try PSBT(decoding: bytes)
    for field in read.inputs[0].map.fields + read.outputs[0].map.fields {
      #expect(Array(field.value) == Array(bytes[field.value.indices]))
      #expect(Array(field.key) == Array(bytes[field.key.indices]))
    }
  }
}
