import BitcoinPSBT
import Bytes
import Secp256k1
import Testing

@Suite struct NonceFieldsTests {
  /// What Sparrow wrote for a Jade in round 1, as an issue of Blockstream/Jade about anti-exfil shows it.
  private static let fromSparrow = """
    cHNidP8BAHECAAAAAXpiHHv0vbMTinDyORybtvCt+k2P6LEQiqAPeq7dj+gNAAAAAAD9////AtetBAAAAAAAFgAUWkZSP9IE\
    oHCO33qslptpJid91mPECQAAAAAAABYAFIyERlj3zIAceTlZw7RePzB2wyH5FEgCAE8BBDWHzwP6XrUdgAAAADWpq3uDb1El\
    gd7d0ZSOwY/MDsVA8v6kO1Px7B8sca38A1a3JrPTU1LXWf9+IIY81GPpaK9OOISCUwGT14IhEFNiEOxmhqhUAACAAQAAgAAA\
    AIAAAQEf4bcEAAAAAAAWABQ1WG1nXXBE35ifVrgOTFKc3lWlzQEDBAEAAAAiBgKRX9Y4ioP9NfQe+OxQBLNyy2Fmg9OsEU1I\
    ExpiVJyNGhjsZoaoVAAAgAEAAIAAAACAAQAAAAUAAAAm/AJhZQACkV/WOIqD/TX0HvjsUASzcsthZoPTrBFNSBMaYlScjRog\
    xtZdV8oySW4MxrHKx6nE4+5PtwyT40FB6ZYTi0VWQxoAIgICNEbnW0vkGuV6YksezfrKNfpGX1j1O9veU+72uoYP82kY7GaG\
    qFQAAIABAACAAAAAgAEAAAAGAAAAAAA=
    """

  @Test func `round 1 as Sparrow writes it is read, and written byte for byte`() throws {
    let bytes = try Base64.decode(Self.fromSparrow)
    #expect(bytes.count == 455)
    var packet = try PSBT(decoding: bytes)
    let fields = packet.inputs[0].nonceFields
    let key = Array(try #require(packet.inputs[0].bip32Derivations.first).publicKey)
    #expect(fields.agreements.count == 1 && !fields.isMalformed)
    let agreement = try #require(fields.agreements[key])
    let commitment = "c6d65d57ca32496e0cc6b1cac7a9c4e3ee4fb70c93e34141e996138b4556431a"
    #expect(agreement.commitment?.hex == commitment)
    #expect(agreement.opening == nil && agreement.entropy == nil)
    packet.updateInput(0) { input in input.removeAll { NonceFields.part(of: $0) != nil } }
    #expect(packet.inputs[0].nonceFields.agreements.isEmpty)
    let point = try PublicKey(decoding: key)
    let again = try Bytes32(hex: commitment)
    packet.updateInput(0) { $0.setNonceCommitment(again, publicKey: point) }
    #expect(packet.encoded() == bytes)
    packet.updateInput(0) { $0.setNonceOpening(point, publicKey: key) }
    // The answer of the Jade has as many bytes.
    #expect(packet.encoded().count == 528)
    packet.updateInput(0) { $0.setNonceEntropy(again, publicKey: key) }
    #expect(packet.encoded().count == 600)
  }
}
