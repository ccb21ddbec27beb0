import BitcoinPrimitives
import Bytes
import TestSupport
import Testing

@Suite struct AddressTests {
  static let challenge = Script([0x51])
  static let networks = Network.standard + [.customSignet(challenge: challenge)]

  @Test func `every standard type has an address on every network that reads back`() throws {
    let hash = [UInt8](0..<20)
    let bytes = try #require(Bytes32([UInt8](0..<32)))
    let scripts: [Script] = [
      .p2pkh(hash: hash), .p2sh(hash: hash), .p2wpkh(hash: hash), .p2wsh(hash: bytes),
      .p2tr(outputKey: bytes), .p2a, Script([0x60, 2, 1, 2]),
    ]
    for network in Self.networks {
      for script in scripts {
        let address = try #require(Address(script: script, network: network))
        #expect(try Address(parsing: address.string, on: network) == address)
        #expect(address.script == script)
        #expect(address.grouped.replacing(" ", with: "") == address.string)
      }
    }
    for script in [Script(), .opReturn([1]), .p2pk([UInt8](repeating: 2, count: 33))] {
      #expect(Address(script: script, network: .mainnet) == nil)
    }
  }

  // BIP-173 and BIP-350, Bitcoin's first address, and pay to anchor.
  @Test(arguments: [
    ("1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac"),
    ("3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"),
    ("BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4", "0014751e76e8199196d454941c45d1b3a323f1433bd6"),
    (
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
      "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    ),
    ("bc1pfeessrawgf", "51024e73"),
  ])
  func `mainnet addresses give their scripts`(text: String, hex: String) throws {
    #expect(try Address(parsing: text, on: .mainnet).script.hex == hex)
  }

  @Test func `the wrong network is named`() {
    #expect(throws: AddressError.wrongNetwork(found: "mainnet", expected: .regtest)) {
      try Address(parsing: "bc1pfeessrawgf", on: .regtest)
    }
    #expect(
      throws: AddressError.wrongNetwork(found: "testnet3, testnet4 or signet", expected: .mainnet)
    ) {
      try Address(
        parsing: "tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7", on: .mainnet)
    }
    #expect(
      throws: AddressError.wrongNetwork(
        found: "testnet3, testnet4, signet or regtest", expected: .mainnet)
    ) {
      try Address(parsing: "mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ", on: .mainnet)
    }
    #expect(throws: AddressError.wrongNetwork(found: "mainnet", expected: .signet)) {
      try Address(parsing: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", on: .signet)
    }
  }

  @Test func `one wrong character anywhere is refused`() throws {
    for text in [
      "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
      "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    ] {
      let characters = Array(text)
      for index in characters.indices {
        for replacement in ["q", "2", "Z", "1", " ", "é"] {
          var changed = characters
          changed[index] = Character(replacement)
          guard changed != characters else { continue }
          #expect(throws: AddressError.self, "\(String(changed))") {
            try Address(parsing: String(changed), on: .mainnet)
          }
        }
        #expect(throws: AddressError.self) {
          try Address(parsing: String(characters[..<index]), on: .mainnet)
        }
      }
    }
  }

  private static let segwit = [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
  ]

  /// The text with other characters of the alphabet at some offsets, `steps` further on in it.
  private static func misread(_ text: String, at offsets: [Int], steps: Int) -> String {
    let alphabet = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    var characters = Array(text)
    for offset in offsets {
      let place = alphabet.firstIndex(of: characters[offset]) ?? 0
      characters[offset] = alphabet[(place + steps) % alphabet.count]
    }
    return String(characters)
  }

  @Test(arguments: segwit)
  func `each single wrong character of a segwit address is located`(text: String) throws {
    for offset in 3..<text.count {
      for steps in [1, 7, 31] {
        let wrong = Self.misread(text, at: [offset], steps: steps)
        #expect(throws: AddressError.misread(text: wrong, offsets: [offset])) {
          try Address(parsing: wrong, on: .mainnet)
        }
        let capitals = wrong.uppercased()
        #expect(throws: AddressError.misread(text: capitals, offsets: [offset])) {
          try Address(parsing: capitals, on: .mainnet)
        }
      }
    }
  }

  @Test(arguments: segwit)
  func `two wrong characters are located, or nothing is said of their place`(text: String) throws {
    var located = 0
    var tried = 0
    for first in stride(from: 3, to: text.count - 1, by: 3) {
      for second in stride(from: first + 1, to: text.count, by: 5) {
        let wrong = Self.misread(text, at: [first, second], steps: 5)
        tried += 1
        do throws(AddressError) {
          _ = try Address(parsing: wrong, on: .mainnet)
          Issue.record("\(wrong) was read")
        } catch {
          guard case .misread(_, let offsets) = error else { continue }
          #expect(offsets == [first, second])
          located += 1
        }
      }
    }
    #expect(located * 10 > tried * 9)
  }

  @Test func `a wrong character is shown in its place`() throws {
    let wrong = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3tq"
    #expect(
      AddressError.misread(text: wrong, offsets: [41]).description
        == "address is wrong, most likely at character 42: "
        + "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t[q]")
    #expect(throws: AddressError.notBase58(character: "O", offset: 3)) {
      try Address(parsing: "1A1OP1eP5QGefi2DMPTfTL5SLmv7DivfNa", on: .mainnet)
    }
    #expect(throws: AddressError.base58) {
      try Address(parsing: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb", on: .mainnet)
    }
    #expect(
      throws: AddressError.bech32(.invalidCharacter(encoding: "bech32", offset: 12))
    ) {
      try Address(parsing: "bc1qw508d6qe1xtdg4y5r3zarvary0c5xw7kv8f3t4", on: .mainnet)
    }
  }

  @Test func `an address is shown whole in groups of four`() throws {
    let address = try Address(parsing: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", on: .mainnet)
    #expect(address.grouped == "1A1z P1eP 5QGe fi2D MPTf TL5S Lmv7 Divf Na")
  }

  @Test(
    .enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"),
    arguments: ["bip173", "bip350"])
  func `segwit addresses of the standards are judged as published`(standard: String) throws {
    for vector in try Vectors.cases("\(standard)/segwit_addresses.json") {
      let text = vector.input["address"]?.stringValue ?? ""
      let network: Network =
        text.lowercased().hasPrefix("tb") ? .testnet3 : .mainnet
      let script = (try? Address(parsing: text, on: network))?.script.hex
      let expected = vector.expect["script_pubkey_hex"]?.stringValue
      // BIP-350 took the old checksum away from versions 1 to 16.
      let isSuperseded = standard == "bip173" && expected?.hasPrefix("00") == false
      #expect(script == (isSuperseded ? nil : expected), "\(vector.name)")
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `Bitcoin Core's valid addresses give their scripts on their network alone`() throws {
    let names: [String: Network] = [
      "main": .mainnet, "test": .testnet3, "testnet4": .testnet4, "signet": .signet,
      "regtest": .regtest,
    ]
    var count = 0
    for row in try Vectors.json("bitcoin-core/key_io_valid.json").arrayValue ?? [] {
      let text = try #require(row[0]?.stringValue)
      let network = try #require(names[row[2]?["chain"]?.stringValue ?? ""])
      guard row[2]?["isPrivkey"]?.boolValue == false else {
        for network in Network.standard {
          #expect(throws: AddressError.self) { try Address(parsing: text, on: network) }
        }
        continue
      }
      let address = try Address(parsing: text, on: network)
      #expect(address.script.hex == row[1]?.stringValue)
      #expect(address.string == text || address.string == text.lowercased())
      if network != .mainnet {
        #expect(throws: AddressError.self) { try Address(parsing: text, on: .mainnet) }
      }
      if row[2]?["tryCaseFlip"]?.boolValue == true {
        let flipped = text == text.lowercased() ? text.uppercased() : text.lowercased()
        #expect(try Address(parsing: flipped, on: network) == address)
      }
      count += 1
    }
    #expect(count > 40)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `Bitcoin Core's invalid addresses are refused on every network`() throws {
    for row in try Vectors.json("bitcoin-core/key_io_invalid.json").arrayValue ?? [] {
      let text = try #require(row[0]?.stringValue)
      for network in Network.standard {
        #expect(throws: AddressError.self, "\(text)") { try Address(parsing: text, on: network) }
      }
    }
  }
}
