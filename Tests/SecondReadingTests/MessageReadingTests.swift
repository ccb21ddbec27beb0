import Bytes
import ExtendedKeys
import Foundation
import Hashes
import PacketSigning
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecureMemory
import TestSupport
import Testing

@testable import SecondReading

/// The digests and signatures of texts, by the code that holds the keys: against what the standards publish.
@Suite struct `A text that is signed` {
  /// A wallet of single keys, and the ring that has them.
  private struct Keys {
    let hex: [String]
    let ring = KeyRing()
    private let texts: [String]

    init(_ texts: [String]) throws {
      self.texts = texts
      var hex: [String] = []
      for text in texts {
        let key = try Self.key(text)
        hex.append(Hex.encode(key.publicKey.encoded))
        // Of a key of 32 bytes the wallet has the point with the even y.
        let even = try PublicKey(decoding: [2] + key.publicKey.xOnly.bytes.bytes)
        for point in [key.publicKey, even] {
          ring.add(
            try key.privateKey.duplicated(),
            at: KeyOrigin(fingerprint: Fingerprint(of: point), path: try DerivationPath([])))
        }
      }
      self.hex = hex
    }

    private static func key(_ text: String) throws -> WIFKey {
      var bytes = Array(text.utf8)
      return try WIFKey(parsing: SecretBytes(moving: &bytes))
    }

    /// A signature as most programs made those of the vectors: R as it falls.
    func plain(_ signing: SecondReader.Signing) throws -> [UInt8] {
      for text in texts {
        let key = try Self.key(text)
        if key.publicKey.compressed == signing.key.compressed {
          return try key.privateKey.plainECDSASignature(of: signing.digest).der + [1]
        }
      }
      throw VectorError(path: "bip322", reason: "has no such key")
    }
  }

  private static func descriptor(_ type: String, _ keys: [String]) -> String? {
    let list = keys.joined(separator: ",")
    return switch type {
    case "p2pkh": "pkh(\(list))"
    case "p2wpkh": "wpkh(\(list))"
    case "p2sh-p2wpkh": "sh(wpkh(\(list)))"
    case "p2tr": "tr(\(keys[0].dropFirst(2)))"
    case _ where type.hasPrefix("p2wsh-multisig"): "wsh(multi(\(keys.count),\(list)))"
    case _ where type.hasPrefix("p2sh-p2wsh-multisig"): "sh(wsh(multi(\(keys.count),\(list))))"
    case _ where type.hasPrefix("p2sh-multisig"): "sh(multi(\(keys.count),\(list)))"
    default: nil
    }
  }

  /// Whether bytes stand in others.
  private static func stand(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    whole.indices.contains { whole[$0...].starts(with: part) }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: the published vectors are not there"))
  func
    `signs what every signature of BIP-322's vectors signs, ECDSA byte by byte, but for locks by time`()
    throws
  {
    var compared = 0
    var types: Set<String> = []
    for (file, kind) in [("basic", "simple"), ("generated", "simple"), ("generated", "full")] {
      let cases = try Vectors.json("bip322/\(file).json")["data"]?[kind]?.arrayValue ?? []
      #expect(!cases.isEmpty)
      for vector in cases {
        let keys = try Keys(vector["private_keys"]?.arrayValue?.compactMap(\.stringValue) ?? [])
        let type = vector["type"]?.stringValue ?? ""
        // Locks by time are scripts that this signer registers in no wallet.
        guard let descriptor = Self.descriptor(type, keys.hex) else {
          #expect(type.hasSuffix("time-lock"), "\(type)")
          continue
        }
        let number = { (name: String) in UInt32(vector[name]?.intValue ?? 0) }
        let reading = try MessageReading(
          Array((vector["message"]?.stringValue ?? "").utf8), at: 0, 0, of: descriptor, on: .main,
          as: .generic, version: number("tx_version"), lockTime: number("lock_time"),
          sequence: number("sequence"))
        #expect(reading.address == vector["address"]?.stringValue)
        let signatures = vector["bip322_signatures"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let published = try signatures.map { text in
          try Base64.decode(
            ["smp", "ful"].contains(text.prefix(3)) ? text.dropFirst(3) : text[...])
        }
        let positions = Set(keys.hex.indices)
        for (signing, made) in zip(
          try reading.signings(by: positions),
          try MessageSigner.signatures(of: reading, as: .generic, by: positions, with: keys.ring))
        {
          if case .keyPath(let output, root: _) = signing.place {
            // Made with chance there: it must be one of what is signed here.
            let key = try XOnlyPublicKey(decoding: output)
            #expect(key.verifies(schnorr: made.bytes, of: signing.digest))
            #expect(
              published.contains { bytes in
                bytes.indices.dropLast(63).contains {
                  key.verifies(schnorr: Array(bytes[$0..<($0 + 64)]), of: signing.digest)
                }
              }, "\(type)")
            compared += 1
            continue
          }
          let expected = try keys.plain(signing)
          #expect(
            published.contains { Self.stand(expected, in: $0) }, "\(type): \(Hex.encode(expected))")
          // Low R, as everywhere here: of two that fit, the vectors have either.
          if case .ecdsa = signing.place {
            #expect(made.bytes.count <= 71 && made.digest == signing.digest)
          }
          compared += 1
        }
        types.insert(type)
      }
    }
    #expect(compared == 26 && types.count == 8, "\(compared), \(types.sorted())")
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: the published vectors are not there"))
  func `has the hashes that BIP-322 publishes`() throws {
    let cases = try Vectors.json("bip322/basic.json")["data"]?["tx_hashes"]?.arrayValue ?? []
    #expect(cases.count == 3)
    let keys = try Keys(["L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k"])
    for vector in cases {
      let reading = try MessageReading(
        Array((vector["message"]?.stringValue ?? "").utf8), at: 0, 0, of: "wpkh(\(keys.hex[0]))",
        on: .main, as: .generic)
      let published = vector["to_sign_tx_hash"]?.stringValue
      #expect(
        published == reading.name.hex || published == reading.name.reversedHex,
        "\(reading.name.hex)")
    }
  }

  // bitcoinjs-message, test/fixtures.json: the key 1, nonces of RFC 6979.
  @Test func `has the signatures of BIP-137 byte by byte, with the header of each kind of address`()
    throws
  {
    let short = "KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"
    let long = "5HpHagT65TZzG1PH3CSu63k8DbpvD8s5ip4nEB3kEsreAnchuDf"
    let published = [
      (
        "pkh", short,
        "IF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
      ),
      (
        "pkh", long,
        "HF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
      ),
      (
        "sh(wpkh", short,
        "JF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
      ),
      (
        "wpkh", short,
        "KF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8="
      ),
    ]
    for (form, wif, expected) in published {
      let keys = try Keys([wif])
      let end = form.contains("(") ? "))" : ")"
      let reading = try MessageReading(
        Array("vires is numeris".utf8), at: 0, 0, of: "\(form)(\(keys.hex[0])\(end)", on: .main,
        as: .recoverable)
      let made = try MessageSigner.signatures(
        of: reading, as: .recoverable, by: [0], with: keys.ring)
      #expect(made.map { Base64.encode($0.bytes) } == [expected], "\(form)")
    }
  }

  @Test func `is refused where BIP-137 has no header, and where a proof shows what is no coin`()
    throws
  {
    let keys = try Keys(["KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"])
    let key = keys.hex[0]
    let coin = MessageReading.Shown(txid: .zero, vout: 1, amount: 5, branch: 0, index: 0)
    let rich = MessageReading.Shown(
      txid: .zero, vout: 2, amount: 2_100_000_000_000_000, branch: 0, index: 0)
    let elsewhere = MessageReading.Shown(txid: .zero, vout: 3, amount: 5, branch: 1, index: 0)
    let bad: [(String, MessageReading.Form, [MessageReading.Shown])] = [
      ("tr(\(key.dropFirst(2)))", .recoverable, []), ("pk(\(key))", .generic, []),
      ("sh(pkh(\(key)))", .recoverable, []), ("combo(\(key))", .generic, []),
      ("wsh(multi(1,\(key)))", .recoverable, []), ("wpkh(\(key))", .recoverable, [coin]),
      ("wpkh(\(key))", .generic, [coin, coin]), ("wpkh(\(key))", .generic, [coin, rich]),
      ("wpkh(\(key))", .generic, [elsewhere]),
      (
        "wpkh(\(key))", .generic,
        (0...500).map { .init(txid: .zero, vout: $0, amount: 5, branch: 0, index: 0) }
      ),
    ]
    for (wallet, form, coins) in bad {
      #expect(throws: SecondReadingError.self, "\(wallet)") {
        try MessageReading([97], at: 0, 0, of: wallet, on: .main, as: form, showing: coins)
      }
    }
    #expect(throws: SecondReadingError.self) {
      try MessageReading([97], at: 0, 1, of: "wpkh(\(key))", on: .main, as: .generic)
    }
    // So many coins, and all the money that there is, are none too many.
    let most = (0..<500).map {
      MessageReading.Shown(
        txid: .zero, vout: $0, amount: $0 == 7 ? 2_100_000_000_000_000 : 0, branch: 0, index: 0)
    }
    let reading = try MessageReading(
      [97], at: 0, 0, of: "wpkh(\(key))", on: .main, as: .generic, showing: most)
    #expect(reading.total == 2_100_000_000_000_000)
    #expect(throws: SecondReadingError.message("none of our keys signs input 0")) {
      try reading.signings(by: [1])
    }
  }

  @Test func `shows each coin in an input without a lock of its own, and signs all of it`() throws {
    let keys = try Keys(["KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"])
    for (form, sighash) in [("pkh", 1), ("wpkh", 1), ("tr", nil)] as [(String, UInt8?)] {
      let key = form == "tr" ? String(keys.hex[0].dropFirst(2)) : keys.hex[0]
      let reading = try MessageReading(
        [97], at: 0, 0, of: "\(form)(\(key))", on: .main, as: .generic,
        showing: [.init(txid: .zero, vout: 1, amount: 5, branch: 0, index: 0)], version: 2,
        lockTime: 9, sequence: 7)
      let signings = try reading.signings(by: [0])
      #expect(signings.map(\.input) == [0, 1] && signings.allSatisfy { $0.sighash == sighash })
      // The first input spends what commits to the text; one output says that nothing is paid.
      let zeros = { (count: Int) in [UInt8](repeating: 0, count: count) }
      let tag = TaggedHash(tag: "BIP0322-signed-message").hash([97]).bytes
      let spent =
        zeros(4) + [1] + zeros(32) + [0xff, 0xff, 0xff, 0xff, 34, 0, 32] + tag + zeros(4) + [1]
        + zeros(8) + [UInt8(reading.script.count)] + reading.script + zeros(4)
      let signs =
        [2, 0, 0, 0, 2] + SHA256.doubleHash(spent).bytes + zeros(5) + [7, 0, 0, 0] + zeros(32)
        + [1, 0, 0, 0] + zeros(5) + [1] + zeros(8) + [1, 0x6a, 9, 0, 0, 0]
      #expect(reading.name == SHA256.doubleHash(signs))
    }
  }

  /// Whatever coins somebody has shown: the first input is the text's, and every digest covers it.
  @Test
  func `has another digest for each input when the text, or the script that signs, is another`()
    throws
  {
    let keys = try Keys(["KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn"])
    let coin = MessageReading.Shown(txid: .zero, vout: 1, amount: 5, branch: 0, index: 0)
    for form in ["pkh", "wpkh", "tr"] {
      let key = form == "tr" ? String(keys.hex[0].dropFirst(2)) : keys.hex[0]
      func digests(_ text: String, _ coins: [MessageReading.Shown]) throws -> [Bytes32] {
        try MessageReading(
          Array(text.utf8), at: 0, 0, of: "\(form)(\(key))", on: .main, as: .generic,
          showing: coins
        ).signings(by: [0]).map(\.digest)
      }
      let (one, other) = (try digests("one", [coin]), try digests("other", [coin]))
      let without = try digests("one", [])
      #expect(one.count == 2 && Set(one + other + without).count == 5)
    }
  }
}
