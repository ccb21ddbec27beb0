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

  @Test func `networks read the names they print`() throws {
    for network in Self.networks { #expect(Network(name: network.name) == network) }
    for name in ["", "main", "testnet", "signet:", "signet:zz", "signet:5", "Mainnet"] {
      #expect(Network(name: name) == nil)
    }
    #expect(Network.customSignet(challenge: Self.challenge) != .signet)
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
