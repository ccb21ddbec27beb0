internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes

/// A signature as far as it is looked at before its script runs.
struct SignatureParts: Hashable {
  let input: Int
  /// The point that the nonce gives: the r of ECDSA without leading zeros, or that of Schnorr.
  let nonce: [UInt8]
  let isSchnorr: Bool
  /// The sighash type, 0 for taproot's default.
  let sighash: UInt32

  /// An ECDSA signature as scripts carry it: DER and a sighash byte.
  init(ecdsa bytes: [UInt8], input: Int) throws(CollectError) {
    // 30 LENGTH 02 LENGTH R 02 LENGTH S SIGHASH
    guard bytes.count >= 9, bytes.count <= 73, bytes[0] == 0x30, bytes[2] == 0x02,
      Int(bytes[1]) + 3 == bytes.count
    else { throw .malformedSignature(input: input) }
    let length = Int(bytes[3])
    guard length > 0, 4 + length < bytes.count else { throw .malformedSignature(input: input) }
    self.input = input
    nonce = Array(bytes[4..<(4 + length)].drop { $0 == 0 })
    isSchnorr = false
    sighash = UInt32(bytes[bytes.count - 1])
  }

  /// A Schnorr signature: 64 bytes, and one more for a sighash type that is not the default.
  init(schnorr bytes: [UInt8], input: Int) throws(CollectError) {
    guard bytes.count == 64 || bytes.count == 65 else { throw .malformedSignature(input: input) }
    self.input = input
    nonce = Array(bytes[0..<32].drop { $0 == 0 })
    isSchnorr = true
    sighash = bytes.count == 65 ? UInt32(bytes[64]) : 0
  }

  /// Every signature of an input, in its fields or its final scripts.
  static func all(
    of input: PSBTInput, at index: Int, spending script: Script
  ) throws(CollectError) -> [SignatureParts] {
    var found: [SignatureParts] = []
    for partial in input.partialSigs {
      found.append(try SignatureParts(ecdsa: Array(partial.signature), input: index))
    }
    if let signature = input.tapKeySig {
      found.append(try SignatureParts(schnorr: Array(signature), input: index))
    }
    for signature in input.tapScriptSigs {
      found.append(try SignatureParts(schnorr: Array(signature.signature), input: index))
    }
    var items = input.finalScriptWitness ?? []
    if let final = input.finalScriptSig { items += Self.pushes(final) }
    for item in items {
      if script.isP2TR {
        if item.count == 64 || item.count == 65 {
          found.append(try SignatureParts(schnorr: item, input: index))
        }
      } else if item.first == 0x30, (9...73).contains(item.count) {
        found.append(try SignatureParts(ecdsa: item, input: index))
      }
    }
    return found
  }

  /// What a script of plain pushes up to 75 bytes pushes; enough for signatures.
  private static func pushes(_ script: Script) -> [[UInt8]] {
    var items: [[UInt8]] = []
    var rest = script.slice
    while let length = rest.popFirst() {
      guard length <= 75, rest.count >= Int(length) else { break }
      items.append(Array(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return items
  }

  /// Whether the nonce is one that everybody knows or can find.
  ///
  /// The generator itself (nonce 1), the point of nonce 1/2 with its 11 leading zero bytes, and any
  /// other point so short that it cannot be chance.
  var hasWeakNonce: Bool {
    nonce.count < 24 || nonce == Self.generator
  }

  private static let generator: [UInt8] = [
    0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62, 0x95, 0xce, 0x87, 0x0b, 0x07,
    0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce, 0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98,
  ]
}
