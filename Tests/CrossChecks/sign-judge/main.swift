import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Secp256k1
import Secp256k1Signing
import SecureMemory

// Signs for the cross-checks, one request a line, everything in hexadecimal:
//   NAME ecdsa KEY DIGEST            the DER signature
//   NAME schnorr KEY DIGEST          with zeros as auxiliary data
//   NAME taproot KEY ROOT|- DIGEST   the same, with the key tweaked for these scripts
// Prints `NAME SIGNATURE`, or `NAME error: REASON`. And for whole PSBTs:
//   NAME psbt MASTER DESCRIPTOR BASE64
// prints `NAME BASE64 TRANSACTION`, the PSBT signed and the transaction extracted from it.

enum BadLine: Error {
  case fields
}

func answer(_ fields: [Substring]) throws -> String {
  guard fields.count >= 4 else { throw BadLine.fields }
  guard fields[1] == "psbt" else { return Hex.encode(try signature(fields)) }
  guard fields.count == 5 else { throw BadLine.fields }
  let packet = try signedPacket(
    master: String(fields[2]), descriptor: String(fields[3]), base64: String(fields[4]))
  return packet.psbt.base64 + " " + Hex.encode(packet.transaction.encoded())
}

func signature(_ fields: [Substring]) throws -> [UInt8] {
  var secret = try Hex.decode(fields[2])
  let key = try PrivateKey(SecretBytes(moving: &secret))
  let digest = try Bytes32(hex: fields[fields.count - 1])
  switch fields[1] {
  case "ecdsa": return try key.ecdsaSignature(of: digest).der
  case "schnorr": return try key.schnorrSignature(of: digest, auxiliary: .zero)
  case "taproot":
    let root = fields[3] == "-" ? nil : try Bytes32(hex: fields[3])
    return try key.tweakedForTaproot(merkleRoot: root)
      .schnorrSignature(of: digest, auxiliary: .zero)
  default: throw BadLine.fields
  }
}

while let line = readLine() {
  let fields = line.split(separator: " ")
  do {
    print(fields.first ?? "", try answer(fields))
  } catch {
    print(fields.first ?? "", "error: \(error)")
  }
}
