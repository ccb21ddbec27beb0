import BitcoinPrimitives
import WalletFiles

/// Reads a wallet in one format and writes it in others.
func convertWallet() throws -> [String] {
  // The two keys of the test vectors of BIP-129.
  let text = """
    Name: family
    Policy: 2 of 2
    Derivation: m/48'/0'/0'/2'
    Format: P2WSH
    1CF0BF7E: xpub6FL8FhxNNUVnG64YurPd16AfGyvFLhh7S2uSsDqR3Qfcm6o9jtcMYwh6DvmcBF9qozxNQmTCVvWtxLpKTnhVLN3Pgnu2D3pAoXYFgVyd8Yz
    4FC1DD4A: xpub6EebMbEps7ZcV3FYEnddRsvrFWDrt2tiPmCeM7pPXQEmphvq9ZfJ1LWFUDjf3vxCeBuPrfyGrMazWUsYsetrnHatQZVLJH7LsgCjtMqdzgj
    """
  // The format is recognised by the content, and everything in it is checked: a key that is private
  // or there twice, thresholds, networks.
  let wallet = try WalletFile(reading: Array(text.utf8), on: .mainnet)
  var lines = [
    "\(wallet.name ?? "") is \(wallet.format.title) of \(wallet.descriptor.keys.count) keys"
  ]
  for format in [WalletFileFormat.descriptor, .bsms, .bip388] {
    let bytes = try wallet.encoded(as: format)
    lines.append("\(format.title): \(bytes.count) bytes")
    let again = try WalletFile(reading: bytes, on: .mainnet)
    lines.append("  the same wallet: \(again.descriptor == wallet.descriptor)")
  }
  return lines
}
