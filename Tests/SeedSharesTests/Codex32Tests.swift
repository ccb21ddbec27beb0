import Bytes
import ExtendedKeys
import Mnemonics
import SecretCodes
import SecretKeys
import SecretSamples
import SecureMemory
import TestSupport
import Testing

@testable import SeedShares

// BIP-93, vectors 1, 2, 4 and 5.
private let vector1 = "ms10testsxxxxxxxxxxxxxxxxxxxxxxxxxx4nzvca9cmczlw"
private let shareA = "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"
private let shareC = "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN"
private let shareD = "MS12NAMEDLL4F8JLH4E5VDVULDLFXU2JHDNLSM97XVENRXEG"
private let secretS = "MS12NAMES6XQGUZTTXKEQNJSJZV4JV3NZ5K3KWGSPHUH6EVW"
private let vector4 = "ms10leetsllhdmn9m42vcsamx24zrxgs3qrl7ahwvhw4fnzrhve25gvezzyqqtum9pgv99ycma"
private let long =
  "MS100C8VSM32ZXFGUHPCHTLUPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZYGSFJD6AN074RXVCEMLH8WU3TK"
  + "925ACDEFGHJKLMNPQRSTUVWXY06FHPV80UNDVARHRAK"

private func share(_ text: String) throws -> Codex32Share {
  try Codex32Share(parsing: secret(text))
}

private func seedHex(_ share: borrowing Codex32Share) throws -> String {
  try share.seed().withUnsafeBytes { Hex.encode($0) }
}

@Suite struct Codex32Tests {
  @Test func `a seed is read and written`() throws {
    let read = try share(vector1)
    let facts = (read.threshold, read.identifier, read.index, read.seedLength)
    #expect(facts == (0, "test", "s", 16))
    #expect(try seedHex(read) == "318c6318c6318c6318c6318c6318c631")
    #expect(text(read.revealingText(isUpperCase: false)) == vector1)
    #expect(text(read.revealingText()) == vector1.uppercased())
    let spaced = "ms10 test sxxx xxxx xxxx xxxx xxxx xxxx xxx4 nzvc\na9cm czlw"
    #expect(try seedHex(share(spaced)) == "318c6318c6318c6318c6318c6318c631")
  }

  @Test func `two shares of two give the seed and further shares`() throws {
    var set = try Codex32ShareSet(share(shareA))
    #expect(throws: ShareSetError.tooFewShares(found: 1, needed: 2)) { _ = try set.recovered() }
    #expect(try set.add(share(shareC)))
    let seed = try set.recovered()
    #expect(text(seed.revealingText()) == secretS)
    #expect(try seedHex(seed) == "d1808e096b35b209ca12132b264662a5")
    #expect(text(try set.further(index: "d").revealingText()) == shareD)
    #expect(try !set.add(share(shareA)))
    #expect(try set.add(share(shareD)))
    #expect(text(try set.recovered().revealingText()) == secretS)
    for index: Character in ["s", "a", "b", "1"] {
      #expect(throws: ShareSetError.indexNotFree(index)) { _ = try set.further(index: index) }
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every valid vector comes out`() throws {
    let cases = try Vectors.cases("bip93/valid.json")
    #expect(cases.count == 5)
    for item in cases {
      var strings = [item.input["codex32_secret"]?.stringValue].compactMap { $0 }
      if strings.isEmpty {
        strings = try #require(item.input["shares"]?.arrayValue).compactMap(\.stringValue)
      }
      strings += item.expect["alternatives"]?.arrayValue?.compactMap(\.stringValue) ?? []
      let expected =
        item.expect["master_seed_hex"]?.stringValue ?? item.input["master_seed_hex"]?.stringValue
      if strings.count > 2 || item.input["shares"] == nil {
        // All of them are the seed itself; only the bits that fill it up differ.
        for string in strings {
          let read = try share(string)
          #expect(try seedHex(read) == expected, "\(item)")
          let xpriv = try Xpriv(seed: read.seed(), network: .mainnet)
          #expect(text(xpriv.revealingText()) == item.expect["xprv"]?.stringValue, "\(item)")
        }
      }
      guard let shares = item.input["shares"]?.arrayValue?.compactMap(\.stringValue) else {
        continue
      }
      var set = try Codex32ShareSet(share(shares[0]))
      for string in shares.dropFirst() { _ = try set.add(share(string)) }
      if let given = item.input["codex32_secret"]?.stringValue { _ = try set.add(share(given)) }
      #expect(try seedHex(set.recovered()) == expected, "\(item)")
      for member in item.expect["derived"]?.objectValue?.members ?? [] {
        let made = try set.further(index: Character(member.name.lowercased()))
        #expect(text(made.revealingText()) == member.value.stringValue?.uppercased(), "\(item)")
      }
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every invalid vector is refused`() throws {
    let cases = try Vectors.cases("bip93/invalid.json")
    #expect(cases.count == 64)
    for item in cases {
      let string = try #require(item.input["codex32"]?.stringValue)
      #expect(throws: Codex32Error.self, "\(item)") { _ = try share(string) }
    }
  }

  @Test func `a refusal says what is wrong and where`() throws {
    #expect(throws: Codex32Error.prefix) { _ = try share("mz1" + vector1.dropFirst(3)) }
    #expect(throws: Codex32Error.mixedCase(position: 5)) {
      _ = try share("ms10T" + vector1.dropFirst(5))
    }
    #expect(throws: Codex32Error.character(position: 12)) {
      _ = try share(vector1.prefix(11) + "b" + vector1.dropFirst(12))
    }
    #expect(throws: Codex32Error.checksum) {
      _ = try share(vector1.prefix(11) + "q" + vector1.dropFirst(12))
    }
    for length in 0..<vector1.utf8.count {
      #expect(throws: Codex32Error.length(found: length)) {
        _ = try share(String(vector1.prefix(length)))
      }
    }
    #expect(throws: Codex32Error.length(found: 128)) {
      _ = try share(String(repeating: "x", count: 128))
    }
    #expect(throws: Codex32Error.notSecret) { _ = try share(shareA).seed() }
  }

  @Test func `shares of other sets are named`() throws {
    var set = try Codex32ShareSet(share(shareA))
    #expect(throws: ShareSetError.otherSet(share: 2, than: 1, property: .identifier)) {
      _ = try set.add(share(vector1))
    }
    let other = try Codex32ShareSet(
      splitting: SecretBytes(count: 16), identifier: "name", threshold: 3, count: 3,
      random: ChainedRandomSource("other"))
    #expect(throws: ShareSetError.otherSet(share: 3, than: 1, property: .memberThreshold)) {
      _ = try set.add(other.share(at: 0))
    }
    let long = try Codex32ShareSet(
      splitting: SecretBytes(count: 32), identifier: "name", threshold: 2, count: 2,
      random: ChainedRandomSource("long"))
    #expect(throws: ShareSetError.otherSet(share: 4, than: 1, property: .length)) {
      _ = try set.add(long.share(at: 1))
    }
    let same = try Codex32ShareSet(
      splitting: SecretBytes(count: 16), identifier: "name", threshold: 2, count: 3,
      random: ChainedRandomSource("same"))
    #expect(throws: ShareSetError.samePlace(share: 5, as: 1)) {
      _ = try set.add(same.share(at: 0))
    }
    // One of another set with the same name: more than enough shares give it away.
    #expect(try set.add(share(shareC)))
    #expect(try set.add(same.share(at: 2)))
    #expect(throws: ShareSetError.doesNotFit(share: 7)) { _ = try set.recovered() }
  }

  @Test(arguments: [16, 17, 20, 32, 46, 47, 64], [(2, 2), (3, 5), (9, 31)])
  func `a split seed comes back from any shares that are enough`(
    length: Int, sharing: (threshold: Int, count: Int)
  ) throws {
    let seed = SecretBytes(count: length) { bytes in
      for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index * 7 + length) }
    }
    let made = try Codex32ShareSet(
      splitting: seed, identifier: "cash", threshold: sharing.threshold, count: sharing.count,
      random: ChainedRandomSource("codex32"))
    #expect(made.count == sharing.count)
    for start in [0, sharing.count - sharing.threshold] {
      let first = text(try made.share(at: start).revealingText())
      var set = try Codex32ShareSet(share(first))
      for index in (start + 1)..<(start + sharing.threshold) {
        _ = try set.add(share(text(made.share(at: index).revealingText(isUpperCase: false))))
      }
      #expect(try seedHex(set.recovered()) == hex(seed))
    }
  }

  @Test func `what cannot be made is refused`() throws {
    let seed = SecretBytes(count: 16)
    for (threshold, count) in [(1, 1), (1, 3), (10, 12), (3, 2), (2, 32), (0, 0)] {
      #expect(throws: Codex32Error.sharing(threshold: threshold, count: count)) {
        _ = try Codex32ShareSet(
          splitting: seed, identifier: "cash", threshold: threshold, count: count)
      }
    }
    for identifier in ["", "abc", "cashh", "bash", "ca1h", "käs"] {
      #expect(throws: Codex32Error.identifier) {
        _ = try Codex32Share(seed: seed, identifier: identifier)
      }
    }
    for length in [0, 15, 65] {
      #expect(throws: Codex32Error.seedLength(found: length)) {
        _ = try Codex32Share(seed: SecretBytes(count: length), identifier: "cash")
      }
    }
    #expect(throws: Codex32Error.threshold) {
      _ = try Codex32Share(seed: seed, identifier: "cash", threshold: 1)
    }
    #expect(throws: Codex32Error.randomness(.exhausted)) {
      _ = try Codex32ShareSet(
        splitting: seed, identifier: "cash", threshold: 2, count: 3, random: DryRandomness())
    }
    let named = try Codex32Share(seed: seed, identifier: "CASH")
    #expect(text(named.revealingText()).hasPrefix("MS10CASHS"))
  }
}

@Suite struct Codex32CorrectionTests {
  /// Replaces characters by others, or by question marks.
  private func damaged(_ string: String, wrong: [Int], unreadable: [Int]) -> String {
    var characters = Array(string.lowercased())
    for position in wrong {
      characters[position - 1] = characters[position - 1] == "q" ? "p" : "q"
    }
    for position in unreadable { characters[position - 1] = "?" }
    return String(characters)
  }

  @Test(
    arguments: [vector1, shareA, vector4, long],
    [
      ([], []), ([7], []), ([4, 20, 33, 48], []), ([10, 11, 12, 13], []), ([], [9]),
      ([], [5, 6, 7, 8, 20, 30, 40, 48]), ([14], [20, 21, 22, 23, 24, 25]), ([30, 31], [40, 10]),
      ([45, 46, 47], [8, 9]), ([], Array(20...32)), ([], Array(36...48)),
    ] as [([Int], [Int])])
  func `damage within reach is mended, and each change is named`(
    string: String, damage: (wrong: [Int], unreadable: [Int])
  ) throws {
    let torn = damaged(string, wrong: damage.wrong, unreadable: damage.unreadable)
    if !(damage.wrong + damage.unreadable).isEmpty {
      #expect(throws: Codex32Error.self) { _ = try share(torn) }
    }
    let correction = try Codex32Share.correction(of: secret(torn))
    let positions = correction.positions
    #expect(positions == (damage.wrong + damage.unreadable).sorted())
    #expect(text(correction.revealingText(isUpperCase: false)) == string.lowercased())
    let accepted = correction.accepted()
    #expect(text(accepted.revealingText()) == string.uppercased())
  }

  @Test func `every single wrong character is mended`() throws {
    for position in 4...shareA.utf8.count {
      let torn = damaged(shareA, wrong: [position], unreadable: [])
      let correction = try Codex32Share.correction(of: secret(torn))
      let positions = correction.positions
      #expect(positions == [position])
      #expect(text(correction.revealingText()) == shareA)
    }
  }

  @Test(arguments: [shareA, vector4, long])
  func `one missing character, and one too many, are found`(string: String) throws {
    let string = string.uppercased()
    for position in stride(from: 3, to: string.utf8.count, by: 11) {
      var short = Array(string)
      let gone = short.remove(at: position)
      let missing = try Codex32Share.correction(of: secret(String(short)))
      #expect(missing.kind == .missing && text(missing.revealingText()) == string)
      // Beside an equal one it may be missing at two places.
      let place = try #require(missing.positions.first)
      #expect(Array(string)[place - 1] == gone && place <= position + 1)
      var more = Array(string)
      more.insert(gone == "Q" ? "P" : "Q", at: position)
      guard more.count <= Codex32Typing.limit else { continue }
      let extra = try Codex32Share.correction(of: secret(String(more)))
      #expect(extra.kind == .extra && text(extra.revealingText()) == string)
    }
    var twice = Array(string)
    twice.remove(at: 30)
    twice[10] = twice[10] == "Q" ? "P" : "Q"
    #expect(throws: Codex32Error.self) {
      _ = try Codex32Share.correction(of: secret(String(twice)))
    }
  }

  @Test func `a wrong beginning, letters that do not exist and mixed case are mended`() throws {
    let torn = "rn50TEST5xxxxxxxxbxxxxxxxxxxxxxxxxx4nzvca9cmczlw"
    let correction = try Codex32Share.correction(of: secret(torn))
    let positions = correction.positions
    #expect(positions == [1, 2, 3, 9, 18])
    #expect(text(correction.revealingText(isUpperCase: false)) == vector1)
  }

  @Test func `damage out of reach is refused and never guessed`() throws {
    for (wrong, unreadable) in [
      ([5, 15, 25, 35, 45], []), ([5, 15, 25, 35], [40]), ([20], Array(22...30)),
      ([], Array(10...23)), (Array(8...19), []),
    ] as [([Int], [Int])] {
      let torn = damaged(vector1, wrong: wrong, unreadable: unreadable)
      #expect(throws: Codex32Error.notCorrectable) {
        _ = try Codex32Share.correction(of: secret(torn))
      }
    }
    #expect(throws: Codex32Error.length(found: 46)) {
      _ = try Codex32Share.correction(of: secret(String(vector1.dropLast(2))))
    }
    for length in 0..<3 {
      #expect(throws: Codex32Error.length(found: length)) {
        _ = try Codex32Share.correction(of: secret(String(vector1.prefix(length))))
      }
    }
  }

  @Test func `the fields of codex32 have inverses`() {
    for value in UInt8(1)..<32 { #expect(GF32.multiply(value, GF32.inverse(value)) == 1) }
    #expect(GF32.inverse(0) == 0)
    for low in UInt8(0)..<32 {
      let element = GF1024(low: low, high: 31 - low)
      #expect(element * element.inverse == .one)
      #expect(element.power(1023) == .one)
      #expect(element.power(-3) * element.power(3) == .one)
    }
    // The roots of the two codes: of order 93 and 1,023.
    #expect(Codex32Code.short.root.power(93) == .one)
    #expect(Codex32Code.short.root.power(31) != .one)
    #expect(Codex32Code.long.root.power(341) != .one)
    #expect(Codex32Code.long.root.power(93) != .one)
  }
}
