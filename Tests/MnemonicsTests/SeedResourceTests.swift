import Bytes
import Mnemonics
import QRTransport
import SecretCodes
import SecretSamples
import SecureMemory
import Testing

/// The examples of BCR-2020-006: a seed, whose words were computed apart, and the words of another.
private let seed = "ur:crypto-seed/oeadgdstaslplabghydrpfmkbggufgludprfgmaotpiecffltnlpqdenos"
private let seedWords =
  "shove equip gas caution tired flame gate engine educate floor humor place"
private let words = "shield group erode awake lock sausage cash glare wave crew flame glove"

@Suite struct SeedResourceTests {
  private func sentence(_ text: String) throws -> String {
    let words = try Mnemonic(resource: secret(text)).revealingSentence()
    return words.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func refusal(_ text: String) -> SeedResourceError? {
    do throws(SeedResourceError) {
      _ = try Mnemonic(resource: secret(text))
      return nil
    } catch {
      return error
    }
  }

  private func resource(_ type: String, _ hex: String) throws -> String {
    "ur:\(type)/" + Bytewords.encode(try Hex.decode(hex))
  }

  private func text(_ secret: consuming SecretBytes) -> String {
    secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `the registry's seed is read with its date, in both generations and any case`() throws
  {
    #expect(try sentence(seed) == seedWords)
    #expect(try sentence(" \(seed.uppercased())\n") == seedWords)
    #expect(try sentence(seed.replacing("crypto-seed", with: "seed")) == seedWords)
    // Name, note, a date in seconds, and a tag around it all.
    let full =
      "d99d6ca40150c7098580125e2ab0981253468b2dbc5202c11a5f0000000364446172790464" + "6e6f7465"
    #expect(try sentence(resource("seed", full)) == seedWords)
  }

  @Test func `the registry's words are read`() throws {
    let list = words.split(separator: " ").map {
      "6" + String($0.utf8.count) + Hex.encode(Array($0.utf8))
    }
    let symbol =
      "ur:crypto-bip39/oeadlkiyjkisinihjzieihiojpjlkpjoihihjpjlieihihhskthsjeihiejzjliajeiojkhskpjkhs"
      + "ioihieiahsjkisihiojzhsjpihiekthskoihieiajpihktihiyjzhsjnihihiojzjlkoihaoidihjtrkkndede"
    #expect(try sentence(symbol) == words)
    let hex = "a2018c\(list.joined())0262656e"
    #expect(try sentence(resource("crypto-bip39", hex)) == words)
    #expect(try sentence(resource("bip39", "a1018c\(list.joined())")) == words)
    // The paper's own text ends with three bytes that belong to another example.
    #expect(refusal(try resource("crypto-bip39", hex + "1947da")) == .malformed)
    let swapped = "a2018c\(([list[1], list[0]] + list[2...]).joined())0262656e"
    #expect(refusal(try resource("bip39", swapped)) == .words(.checksum(language: .english)))
  }

  @Test(arguments: MnemonicLanguage.allCases, [16, 20, 24, 28, 32])
  func `what is written is read again`(_ language: MnemonicLanguage, _ length: Int) throws {
    var bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + length) }
    let mnemonic = try Mnemonic(entropy: SecretBytes(moving: &bytes), language: language)
    for isNew in [false, true] {
      let written = text(mnemonic.revealingWordsResource(isNew: isNew))
      #expect(written.hasPrefix(isNew ? "UR:BIP39/" : "UR:CRYPTO-BIP39/"))
      let sentence = text(mnemonic.revealingSentence())
      #expect(try self.sentence(written) == sentence)
      if language == .english {
        let written = text(try mnemonic.revealingSeedResource(isNew: isNew))
        #expect(written.hasPrefix(isNew ? "UR:SEED/" : "UR:CRYPTO-SEED/"))
        #expect(try self.sentence(written) == sentence)
      }
    }
    guard language != .english else { return }
    do throws(SeedResourceError) {
      _ = try mnemonic.revealingSeedResource()
      Issue.record("a crypto-seed of other words than English ones")
    } catch {
      #expect(error == .notEnglish(language))
    }
  }

  @Test func `what is no seed is refused, and so is each seed that is cut off`() throws {
    let payload = "c7098580125e2ab0981253468b2dbc52"
    for hex in [
      "a1", "80", "40", "a0", "a101", "a1020150", "a10150\(payload)00", "a1015811\(payload)",
      "a1015810\(payload)",  // a head that is longer than needed
      "a20150\(payload)0150\(payload)", "a20150\(payload)0280", "a1016461626364",
      "a1018c", "d9012ea10150\(payload)", "a20150\(payload)02d864d864d864d86400",
      "a20150\(payload)037bffffffffffffffff",
    ] {
      #expect(refusal(try resource("seed", hex)) == .malformed, "\(hex)")
    }
    #expect(refusal(try resource("seed", "a1014101")) == .payloadLength(found: 1))
    #expect(
      refusal(try resource("seed", "a1015840" + String(repeating: "11", count: 64)))
        == .payloadLength(found: 64))
    let bytes = try Hex.decode("a20150\(payload)02d8641947da")
    for count in 0..<bytes.count {
      #expect(refusal("ur:seed/" + Bytewords.encode(Array(bytes[..<count]))) != nil)
    }
    for count in 0..<seed.utf8.count { #expect(refusal(String(seed.prefix(count))) != nil) }
    for other in ["ur:crypto-seed/1-2/\(seed.dropFirst(15))", "ur:bytes/aeaeae", words, "ur:seed/"]
    {
      #expect(refusal(other) == .resource)
    }
    #expect(refusal(seed.replacing("qdenos", with: "qdenot")) == .bytewords(.checksum))
  }
}
