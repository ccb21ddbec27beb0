import AirgapMessages
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import QRTransport
import Testing
import WalletFiles

@Suite struct RecognizerTests {
  /// The start of a PSBT is enough to be recognised as one; what it holds is judged by its reader.
  static let psbt: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff, 1, 0, 0]
  /// The account of BIP-84's test vector.
  static let key =
    "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"

  private func message(_ text: String) throws -> AirgapMessage {
    try Recognizer.message(Array(text.utf8))
  }

  @Test func `a PSBT is known as bytes, base64, hex and with line breaks`() throws {
    #expect(try Recognizer.message(Self.psbt) == .psbt(Self.psbt))
    let base64 = Base64.encode(Self.psbt)
    #expect(try message(base64) == .psbt(Self.psbt))
    #expect(try message("  \(base64.prefix(6))\n\(base64.dropFirst(6))\n") == .psbt(Self.psbt))
    let long = Self.psbt + [UInt8](repeating: 0, count: 20)
    #expect(try message(Hex.encode(long)) == .psbt(long))
    #expect(try message(Hex.encode(long).uppercased()) == .psbt(long))
  }

  @Test func `a PSBT in Electrum's base 43 is known, other capitals are no message`() throws {
    #expect(try message("8U.B6IVTRP9S") == .psbt(Self.psbt))
    #expect(throws: AirgapMessageError.self) { try message("S9PRTVI6B.U8") }
  }

  @Test func `a PSBT in Base58 is known, and a text that is too long for it is no message`() throws
  {
    let base58 = Base58.encode(Self.psbt)
    #expect(try message(base58) == .psbt(Self.psbt))
    #expect(throws: AirgapMessageError.self) {
      try message(base58 + String(repeating: "2", count: 10_000))
    }
  }

  @Test func `an address as a resource says its kind, its network and bitcoin`() throws {
    let hash = [UInt8](repeating: 7, count: 20)
    func address(_ pairs: [CBORPair]) throws -> AirgapMessage {
      try message(UR(type: "crypto-address", cbor: CBORWriter.encode(.map(pairs))).text)
    }
    let data = CBORPair(.unsigned(3), .bytes(hash))
    let test = CBORPair(
      .unsigned(1), .tag(305, .map([CBORPair(.unsigned(2), .unsigned(1))])))
    for (kind, network, text) in [
      (UInt64(0), Network.mainnet, Script.p2pkh(hash: hash)), (1, .testnet3, .p2sh(hash: hash)),
      (2, .mainnet, .p2wpkh(hash: hash)), (2, .testnet3, .p2wpkh(hash: hash)),
    ] {
      let info = network.isMainnet ? [] : [test]
      let wanted = try #require(Address(script: text, network: network))
      #expect(
        try address(info + [CBORPair(.unsigned(2), .unsigned(kind)), data])
          == .address(wanted.string))
    }
    // BCR-2020-009, test vectors 1 and 2: one without its kind, and one of another coin.
    for text in [
      "ur:address/oyaxghktrswzbnhnvwcpurpkeogdsrndaxbkhlaegllsnyolrsemgu",
      "ur:address/oeadtantjsoeadcsfnaoadaxghlyrlvtmyihryykielnamspnlmkptsflyieeskoflkovdfdlb",
    ] {
      #expect(throws: AirgapMessageError.self) { try message(text) }
    }
    #expect(throws: AirgapMessageError.self) {
      try address([
        CBORPair(.unsigned(2), .unsigned(0)), CBORPair(.unsigned(3), .bytes([1, 2])),
      ])
    }
  }

  @Test func `a lone zpub is a wallet, and a resource of the first version is read`() throws {
    let zpub =
      "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    #expect(try message(zpub).kind == "a descriptor")
    let item = CBORWriter.encode(.bytes(Self.psbt))
    #expect(try message("ur:bytes/\(BC32.encode(item))") == .psbt(Self.psbt))
  }

  @Test func `damaged base64 is named as such`() {
    #expect(throws: AirgapMessageError.self) { try message("cHNidP8BA") }
  }

  @Test func `a descriptor, a key and an account are known by their text`() throws {
    #expect(try message("wpkh(\(Self.key)/<0;1>/*)#zzzzzzzz\n").kind == "a descriptor")
    guard case .account(let export) = try message("wpkh \(Self.key)\n") else {
      Issue.record("no account")
      return
    }
    #expect(export.accounts.map(\.script) == [.wpkh])
    #expect(try message(Self.key).kind == "an account")
    #expect(AccountText.text(export) == "wpkh \(Self.key)\n")
  }

  @Test func `the JSON of a Coldcard says the same as the text`() throws {
    guard case .account(let export) = try message("wpkh \(Self.key)\n") else {
      Issue.record("no account")
      return
    }
    let json = JSONWriter.encode(.object(ColdcardAccount.json(export).objectValue ?? [:]))
    #expect(try message(json) == .account(export))
    #expect(json.contains("m/84'/0'/0'"))
  }

  @Test func `an address is known with and without its scheme`() throws {
    let address = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"
    #expect(try message(address) == .address(address))
    #expect(try message("BITCOIN:\(address.uppercased())?amount=1").kind == "a request to be paid")
  }

  @Test(arguments: [
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
    "080301540200062600251559007008931730078802752004",
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi",
    "wpkh(tprv8ZgxMBicQKsPd7Uf69XL1XwhmjHopUGep8GuEiJDZmbQz6o58LninorQAfcKZWARbtRtfnLcJ5MQ2AtHcQJCCRUcMRvmDUjyEmNUWwx8UbK/*)",
    "ur:seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos",
    "ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw",
    "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ",
    "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg",
  ])
  func `a secret is refused and no part of it is repeated`(secret: String) throws {
    do {
      _ = try message(secret)
      Issue.record("accepted")
    } catch let error as AirgapMessageError {
      guard case .secret = error else {
        Issue.record("refused as \(error)")
        return
      }
      let said = "\(error) \(error.hint)"
      for part in secret.split(whereSeparator: { $0 == " " || $0 == "/" || $0 == ":" }) {
        if part.count > 5 { #expect(!said.contains(part)) }
      }
    }
  }

  @Test func `the letters of a private key by chance inside of other text are no secret`() throws {
    // A PSBT in base64 and a descriptor whose checksum has the letters.
    let psbt: [UInt8] = try Base64.decode("cHNidP8BAAoAAAAAAAAAAAAAxprv/xprvxprv+tprvAA")
    #expect(try message(Base64.encode(psbt)) == .psbt(psbt))
    let key = "a34b99f22c970c4e36b2b3c2c35a36db06226e41c692fc83b8b56ac1c540c5bd"
    #expect(try message("tr(\(key))#xprvqqqq") == .descriptor("tr(\(key))#xprvqqqq"))
  }

  @Test(arguments: ["ur:", "ur:\nx", "UR:\n\nur:", "ur: ur:", "ur:\rB$HU0100AA"])
  func `the scheme of a resource alone on its line is refused`(text: String) {
    #expect(throws: AirgapMessageError.self) { try Recognizer.message(Array(text.utf8)) }
  }

  @Test func `nothing, noise and half a series are refused`() {
    #expect(throws: AirgapMessageError.unrecognized(bytes: 0)) { try Recognizer.message([]) }
    #expect(throws: AirgapMessageError.self) { try message("hello world") }
    #expect(throws: AirgapMessageError.self) { try Recognizer.message([0xff, 0xfe, 0, 1, 2]) }
    #expect(throws: AirgapMessageError.self) { try message("{\"a\":1}") }
    #expect(throws: AirgapMessageError.self) { try message("{\"xfp\":") }
  }
}
