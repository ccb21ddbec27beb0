import Bytes
import Descriptors
import ExtendedKeys
import Hashes
import Mnemonics
import Secp256k1
import Secp256k1Signing
import SecretKeys
import SecretSamples
import SecureMemory
import TestSupport
import Testing

// BIP-38's first key, both ways.
private let uncompressed = "5KN7MzqK5wt2TP1fQCYyHBtDrXdJuXbUzm4A9rKAteGu3Qi5CVR"
private let compressed = "L44B5gGEpqEDRS9vVPz7QT35jcBG2r3CZwSwQ4fCewXAhAhqGVpP"
private let number = "cbf4b9f70470856bb4f40f80b87edb90865997ffee6df315ab166d713af433a5"

@Suite struct WIFTests {
  @Test(arguments: [(uncompressed, false), (compressed, true)])
  func `a key is read and written`(wif: String, isCompressed: Bool) throws {
    let key = try WIFKey(parsing: secret(" \(wif)\n"))
    #expect(key.network == .mainnet)
    #expect(key.isCompressed == isCompressed)
    #expect(key.publicKey.encoded.count == (isCompressed ? 33 : 65))
    #expect(key.privateKey.withUnsafeBytes { Hex.encode($0) } == number)
    #expect(text(key.revealingText()) == wif)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `Core's valid and invalid keys are told apart`() throws {
    var seen = 0
    for item in try #require(Vectors.json("bitcoin-core/key_io_valid.json").arrayValue) {
      let (wif, number, facts) = try (
        #require(item[0]?.stringValue), #require(item[1]?.stringValue), #require(item[2])
      )
      guard facts["isPrivkey"]?.boolValue == true else {
        #expect(throws: SingleKeyError.self) { _ = try WIFKey(parsing: secret(wif)) }
        continue
      }
      seen += 1
      let key = try WIFKey(parsing: secret(wif))
      #expect(key.privateKey.withUnsafeBytes { Hex.encode($0) } == number)
      #expect(key.isCompressed == facts["isCompressed"]?.boolValue)
      #expect((key.network == .mainnet) == (facts["chain"]?.stringValue == "main"))
      #expect(text(key.revealingText()) == wif)
    }
    #expect(seen > 10)
    for item in try #require(Vectors.json("bitcoin-core/key_io_invalid.json").arrayValue) {
      let wif = try #require(item[0]?.stringValue)
      #expect(throws: SingleKeyError.self) { _ = try WIFKey(parsing: secret(wif)) }
    }
  }

  @Test func `each truncation and each wrong letter is refused`() throws {
    for length in 0..<compressed.utf8.count {
      #expect(throws: SingleKeyError.self) {
        _ = try WIFKey(parsing: secret(String(compressed.prefix(length))))
      }
    }
    for position in 0..<compressed.utf8.count {
      var letters = Array(compressed)
      letters[position] = letters[position] == "x" ? "y" : "x"
      #expect(throws: SingleKeyError.self) { _ = try WIFKey(parsing: secret(String(letters))) }
    }
    #expect(throws: SingleKeyError.self) { _ = try WIFKey(parsing: secret("1" + compressed)) }
    #expect(throws: SingleKeyError.self) { _ = try WIFKey(parsing: secret("1")) }
    #expect(throws: SingleKeyError.self) {
      _ = try WIFKey(parsing: secret(String(repeating: " ", count: 300)))
    }
  }

  @Test func `an encrypted key says so`() throws {
    #expect(throws: SingleKeyError.encrypted) {
      _ = try WIFKey(parsing: secret("6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg"))
    }
  }

  @Test func `a one before an extended key is refused`() throws {
    let master = try Xpriv(seed: Seed(SecretBytes(count: 16)), network: .mainnet)
    let written = text(master.revealingText())
    #expect(throws: DerivationError.self) { _ = try Xpriv(parsing: secret("1" + written)) }
  }
}

@Suite struct BIP38Tests {
  @Test(arguments: [
    (
      "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg", "TestingOneTwoThree",
      uncompressed
    ),
    (
      "6PYNKZ1EAgYgmQfmNVamxyXVWHzK5s6DGhwP4J5o44cvXdoY7sRzhtpUeo", "TestingOneTwoThree",
      compressed
    ),
    (
      "6PfQu77ygVyJLZjfvMLyhLMQbYnu5uguoJJ4kMCLqWwPEdfpwANVS76gTX", "TestingOneTwoThree",
      "5K4caxezwjGCGfnoPTZ8tMcJBLB7Jvyjv4xxeacadhq8nLisLR2"
    ),
    (
      "6PgNBNNzDkKdhkT6uJntUXwwzQV8Rr2tZcbkDcuC9DZRsS6AtHts4Ypo1j", "MOLON LABE",
      "5JLdxTtcTHcfYcmJsNVy1v2PMDx432JPoYcBTVVRHpPaxUrdtf8"
    ),
  ])
  func `the BIP's keys open`(encrypted: String, passphrase: String, wif: String) throws {
    let key = try BIP38Key(parsing: secret(encrypted))
    #expect(key.text == encrypted)
    let opened = try key.decrypted(passphrase: secret(passphrase), network: .mainnet)
    #expect(text(opened.revealingText()) == wif)
    #expect(opened.isCompressed == key.isCompressed)
    #expect(throws: BIP38Error.wrongPassphrase) {
      _ = try key.decrypted(passphrase: secret(passphrase + "x"), network: .mainnet)
    }
    #expect(throws: BIP38Error.wrongPassphrase) {
      _ = try key.decrypted(passphrase: secret(passphrase), network: .testnets)
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every vector of BIP-38 opens and is written again`() throws {
    let cases = try Vectors.cases("bip38/bip38.json")
    #expect(cases.count == 9)
    for item in cases {
      let encrypted = try #require(item.input["bip38"]?.stringValue)
      let passphrase = try #require(item.input["passphrase"]?.stringValue)
      let key = try BIP38Key(parsing: secret(encrypted))
      let opened = try key.decrypted(passphrase: secret(passphrase), network: .mainnet)
      #expect(text(opened.revealingText()) == item.expect["wif"]?.stringValue, "\(item)")
      #expect(key.isCompressed == item.input["compressed"]?.boolValue)
      if key.kind == .plain {
        let again = try BIP38Key.encrypting(opened, passphrase: secret(passphrase))
        #expect(again == key, "\(item)")
      }
      if let lot = item.input["lot_sequence"]?.stringValue {
        let parts = lot.split(separator: "/").map { UInt32($0) }
        #expect(key.kind == .multiplied(lot: parts[0], sequence: parts[1]))
      }
    }
  }

  @Test func `a passphrase is composed before it is stretched`() throws {
    let key = try WIFKey(parsing: secret(compressed))
    let sealed = try BIP38Key.encrypting(key, passphrase: secret("caf\u{e9}"))
    let opened = try sealed.decrypted(passphrase: secret("cafe\u{301}"), network: .mainnet)
    #expect(text(opened.revealingText()) == compressed)
  }

  @Test func `a test network's key opens on a test network only`() throws {
    let key = try WIFKey(PrivateKey(secret(hex: number)), network: .testnets)
    let sealed = try BIP38Key.encrypting(key, passphrase: secret("x"))
    let opened = try sealed.decrypted(passphrase: secret("x"), network: .testnets)
    #expect(opened.network == .testnets)
    #expect(throws: BIP38Error.wrongPassphrase) {
      _ = try sealed.decrypted(passphrase: secret("x"), network: .mainnet)
    }
  }

  @Test func `other texts are refused before any stretching`() throws {
    let encrypted = "6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg"
    for length in 0..<encrypted.utf8.count {
      #expect(throws: BIP38Error.self) {
        _ = try BIP38Key(parsing: secret(String(encrypted.prefix(length))))
      }
    }
    #expect(throws: BIP38Error.self) { _ = try BIP38Key(parsing: secret(compressed)) }
    for flags: UInt8 in [0xe8, 0xd0, 0xc4, 0x80, 0x00, 0xc1] {
      #expect(throws: BIP38Error.flags(flags)) {
        _ = try BIP38Key(parsing: payload(0x42, flags))
      }
    }
    for flags: UInt8 in [0x08, 0x10, 0xc0, 0x01, 0x64] {
      #expect(throws: BIP38Error.flags(flags)) {
        _ = try BIP38Key(parsing: payload(0x43, flags))
      }
    }
    #expect(throws: BIP38Error.prefix) { _ = try BIP38Key(parsing: payload(0x44, 0xc0)) }
  }

  private func payload(_ kind: UInt8, _ flags: UInt8) -> SecretBytes {
    secret(Base58Check.encode([1, kind, flags] + [UInt8](repeating: 7, count: 36)))
  }
}

@Suite struct SweepTests {
  @Test func `a key becomes a descriptor of all its scripts`() throws {
    let key = try WIFKey(parsing: secret(compressed))
    let descriptor = try key.sweepDescriptor()
    let point = Hex.encode(key.publicKey.encoded)
    #expect(descriptor.textWithoutChecksum == "combo(\(point))")
    #expect(descriptor.form.alternatives.count == 4)
    #expect(!descriptor.isRange)
    let old = try WIFKey(parsing: secret(uncompressed)).sweepDescriptor()
    #expect(old.form.alternatives.map { String($0.text.prefix(4)) } == ["pk(0", "pkh("])
  }

  @Test func `an encrypted paper wallet becomes one too`() throws {
    let sealed = try BIP38Key(
      parsing: secret("6PYNKZ1EAgYgmQfmNVamxyXVWHzK5s6DGhwP4J5o44cvXdoY7sRzhtpUeo"))
    let key = try sealed.decrypted(passphrase: secret("TestingOneTwoThree"), network: .mainnet)
    #expect(
      try key.sweepDescriptor().canonical
        == WIFKey(parsing: secret(compressed)).sweepDescriptor().canonical)
  }
}
