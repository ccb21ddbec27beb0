import BitcoinPrimitives
import ScriptVerification

/// Verifies the first payment of all: Satoshi Nakamoto to Hal Finney, in block 170.
func verifyTransaction() throws -> [String] {
  let payment = try Transaction(
    decoding: hex(
      "0100000001c997a5e56e104102fa209c6a852dd90660a20b2d9c352423edce25857fcd37040000000048473044"
        + "02204e45e16932b8af514961a1d3a1a25fdf3f4f7732e9d624c6c61548ab5fb8cd410220181522ec8eca07de"
        + "4860a4acdd12909d831cc56cbbac4622082221a8768d1d0901ffffffff0200ca9a3b00000000434104ae1a62"
        + "fe09c5f51b13905f07f06b99a2f7159b2225f374cd378d71302fa28414e7aab37397f554a7df5f142c21c1b7"
        + "303b8a0626f1baded5c72a704f7e6cd84cac00286bee0000000043410411db93e1dcdb8a016b49840f8c53bc"
        + "1eb68a382e97b1482ecad7b148a6909a5cb2e0eaddfb84ccf9744464f82e160bfa9b8b64f9d4c03f999b8643"
        + "f656b412a3ac00000000"))
  // It spent 50 bitcoin of block 9, which were locked with the key that its change pays again.
  let coin = TxOut(rawValue: 5_000_000_000, scriptPubKey: payment.outputs[1].scriptPubKey)

  let fee = try TransactionVerifier.verify(payment, spentOutputs: [coin], flags: .consensus)
  var lines = ["\(payment.txid) is valid, with a fee of \(fee.satoshis) sat"]

  var changed = payment
  changed.outputs[0] = TxOut(rawValue: 999_999_999, scriptPubKey: payment.outputs[0].scriptPubKey)
  do {
    try TransactionVerifier.verify(changed, spentOutputs: [coin], flags: .consensus)
  } catch {
    lines.append("with one satoshi less: \(error)")
  }
  return lines
}

private func hex(_ text: String) -> [UInt8] {
  stride(from: 0, to: text.count, by: 2).compactMap { start in
    let from = text.index(text.startIndex, offsetBy: start)
    return UInt8(text[from..<text.index(from, offsetBy: 2)], radix: 16)
  }
}
