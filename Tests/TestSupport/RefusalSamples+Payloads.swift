import Bytes

/// Payloads of the Chance wallet, and uniform resources.
extension RefusalSamples {
  /// Given to `sign FILE` and to `collect FILE`.
  public static let payloads: [RefusalSample] = [
    .init("two slashes", PayloadSamples.unitTest(prefix: "multisig://"), "R21", "multisig://"),
    .init("not JSON", "multisig:{\"rawTx\":", "R21", "JSON", "byte"),
    .init(
      "a member twice", "multisig:{\"rawTx\":\"00\",\"rawTx\":\"00\"}", "R21", "rawTx", "twice"),
    .init("nothing in it", "multisig:{}", "R21", "no member rawTx"),
    .init("a number for a text", PayloadSamples.text(rawTx: "5"), "R21", "rawTx is not"),
    .init("no hexadecimal", PayloadSamples.text(rawTx: "\"zz\""), "R21", "rawTx", "hexadecimal"),
    .init(
      "half a transaction",
      PayloadSamples.text(rawTx: "\"\(PayloadSamples.readmeTx.prefix(60))\""),
      "R21", "rawTx: transaction", "truncated at byte"),
    .init(
      "no output", PayloadSamples.text(rawTx: "\"0100000001\(zeros)0000000000\""),
      "R21", "rawTx", "no outputs"),
    .init(
      "a script that is not a multisig", PayloadSamples.text(script: "\"51\""),
      "R21", "redeemScriptHex", "OP_CHECKMULTISIG"),
    .init(
      "a script of no hexadecimal", PayloadSamples.text(script: "\"5z\""), "R21", "redeemScriptHex"),
    .init(
      "one key twice",
      PayloadSamples.text(script: "\"5221\(generator)21\(generator)52ae\""),
      "R21", "redeemScriptHex", "key 1", "key 0"),
    .init(
      "signatures of a key that is none",
      PayloadSamples.text(signatures: "{\"7\":[\"00\",\"00\"]}"),
      "R21", "keySignatures", "7"),
    .init(
      "signatures under a word", PayloadSamples.text(signatures: "{\"first\":[]}"),
      "R21", "keySignatures", "first"),
    .init(
      "a signature too few", PayloadSamples.text(signatures: "{\"0\":[\"3006020101020101\"]}"),
      "R21", "keySignatures.0", "1 signature"),
    .init(
      "a signature too many",
      PayloadSamples.text(
        signatures: "{\"0\":[\"3006020101020101\",\"3006020101020102\",\"3006020101020103\"]}"),
      "R20", "keySignatures.0", "3 signatures for 2 inputs"),
    .init(
      "signatures that are a text", PayloadSamples.text(signatures: "{\"0\":\"00\"}"),
      "R21", "keySignatures.0"),
    .init(
      "nested too deep",
      "multisig:{\"rawTx\":" + String(repeating: "[", count: 17)
        + String(repeating: "]", count: 17) + "}",
      "R18", "JSON", "deeper than 16", "byte"),
  ]

  /// Given to `sign FILE` and to `collect FILE`; `write` makes a resource of a type and its CBOR.
  public static func resources(
    _ write: (_ type: String, _ cbor: [UInt8]) throws -> String
  ) throws -> [RefusalSample] {
    let good = try write("crypto-psbt", [0x43, 1, 2, 3])
    return [
      .init("a byteword that is none", good.dropLast(10) + "zzzzzzzzzz", "R22", "byteword"),
      .init("a letter left out", String(good.dropLast(2)), "R22", "checksum"),
      .init("a type with capitals and signs", "ur:crypto!psbt/aeaeaeae", "R22", "type"),
      .init("no body", "ur:crypto-psbt", "R22", "form"),
      .init(
        "one part of nine",
        "ur:bytes/1-9/lpadascfadaxcywenbpljkhdcahkadaemejtswhhylkepmykhhtsytsnoyoyaxaedsuttydmmhhpktpmsrjtdkgslpgh",
        "R22", "parts"),
      .init(
        "CBOR that ends early", try write("crypto-psbt", [0x58, 0x20, 1]),
        "R17", "crypto-psbt", "truncated at byte"),
      .init(
        "CBOR in a longer form than it needs", try write("crypto-psbt", [0x58, 0x01, 1]),
        "R17", "crypto-psbt", "shortest form"),
      .init("a resource of no packet", good, "R17", "crypto-psbt", "no PSBT"),
      .init(
        "CBOR nested too deep",
        try write("crypto-output", [UInt8](repeating: 0x81, count: 9) + [0x01]),
        "R18", "crypto-output", "deeper than 8"),
      .init(
        "a key of a map twice", try write("crypto-account", [0xa2, 1, 1, 1, 1]),
        "R23", "crypto-account", "same key twice"),
      .init("a seed", try write("crypto-seed", [0xa1, 1, 0x41, 1]), "R22", "a seed"),
      .init("bytes of no bytes", try write("bytes", [0xa0]), "R22", "bytes", "byte string"),
      .init("a type that nobody knows", try write("crypto-cake", [0xa0]), nil, "crypto-cake"),
      .init("an empty account", try write("crypto-account", [0xa0]), "R23", "crypto-account"),
      .init("a key that is none", try write("crypto-hdkey", [1]), "R23", "crypto-hdkey"),
      .init(
        "a script without its tag", try write("crypto-output", [0x41, 1]),
        "R23", "crypto-output", "tag"),
      .init(
        "a wallet whose second key is damaged",
        try write(
          "crypto-output",
          // wsh(multi: {1: 1, 2: [eckey of a key, hdkey of nothing]})
          [
            0xd9, 0x01, 0x91, 0xd9, 0x01, 0x96, 0xa2, 1, 1, 2, 0x82, 0xd9, 0x01, 0x32, 0xa1, 3,
            0x58, 33,
          ]
            + Hex.decode(generator) + [0xd9, 0x01, 0x2f, 0xa0]),
        "R23", "crypto-hdkey", "key 2", "public key"),
    ]
  }

  static let generator = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
  private static let zeros =
    String(repeating: "0", count: 64) + "0000000000ffffffff"
}
