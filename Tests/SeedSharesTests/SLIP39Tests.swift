import Bytes
import ExtendedKeys
import Hashes
import Mnemonics
import SecretCodes
import SecretKeys
import SecretSamples
import SecureMemory
import Synchronization
import TestSupport
import Testing
import WordLists

@testable import SeedShares

struct DryRandomness: RandomSource {
  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) { throw .exhausted }
}

// The first and fourth of trezor/python-shamir-mnemonic's vectors.
private let alone =
  "duckling enlarge academic academic agency result length solution fridge kidney coal piece "
  + "deal husband erode duke ajar critical decision keyboard"
private let shared1 =
  "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
  + "rescue view short owner flip making coding armed"
private let shared2 =
  "shadow pistol academic acid actress prayer class unknown daughter sweater depict flip twice "
  + "unkind craft early superior advocate guest smoking"

private func share(_ words: String) throws -> SLIP39Share {
  try SLIP39Share(parsing: secret(words))
}

private func secretHex(_ words: [String], _ passphrase: String = "TREZOR") throws -> String {
  var set = try SLIP39ShareSet(share(words[0]))
  for words in words.dropFirst() { _ = try set.add(share(words)) }
  return hex(try set.masterSecret(passphrase: secret(passphrase)))
}

@Suite struct SLIP39Tests {
  /// What the refusal of an invalid vector says, by what its name says.
  private let reasons = [
    "invalid checksum": "checksum does not match", "invalid padding": "are not zero",
    "basic sharing": "1 of the 2 needed shares", "different identifiers": "another identifier",
    "different iteration": "another iteration exponent",
    "mismatching group thresholds": "another number of groups that are needed",
    "mismatching group counts": "another number of groups",
    "greater group threshold": "groups",
    "duplicate member": "share 2 has the same number as share 1",
    "mismatching member": "another number of shares that are needed",
    "invalid digest": "do not belong together", "insufficient number of groups": "needed groups",
    "insufficient number of members": "needed shares", "insufficient length": "a share of",
    "invalid master secret length": "a share of",
  ]

  @Test func `a secret of one share and one of two come out`() throws {
    #expect(try secretHex([alone]) == "bb54aac4b89dc868ba37d9cc21b2cece")
    #expect(try secretHex([shared1, shared2]) == "b43ceb7e57a0ea8766221624d01b0864")
    #expect(try secretHex([shared2, shared1]) == "b43ceb7e57a0ea8766221624d01b0864")
    #expect(try secretHex([shared1, shared2], "other") != "b43ceb7e57a0ea8766221624d01b0864")
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every vector comes out or is refused`() throws {
    let cases = try Vectors.cases("slip39/slip39.json")
    #expect(cases.count == 45)
    for item in cases {
      let words = try #require(item.input["mnemonics"]?.arrayValue).compactMap(\.stringValue)
      let passphrase = try #require(item.input["passphrase"]?.stringValue)
      guard item.expect["valid"]?.boolValue == true else {
        let refusal = #expect(throws: (any Error).self, "\(item)") {
          _ = try secretHex(words, passphrase)
        }
        let expected = try #require(
          reasons.first { item.name.lowercased().contains($0.key) }?.value, "\(item)")
        #expect("\(try #require(refusal))".contains(expected), "\(item)")
        continue
      }
      let master = try secretHex(words, passphrase)
      #expect(master == item.expect["master_secret_hex"]?.stringValue, "\(item)")
      let xpriv = try Xpriv(seed: Seed(secret(hex: master)), network: .mainnet)
      #expect(text(xpriv.revealingText()) == item.expect["xprv"]?.stringValue, "\(item)")
      for words in words {
        #expect(text(try share(words).revealingSentence()) == words, "\(item)")
      }
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the list is that of SLIP-39`() throws {
    let words = try Vectors.text("slip39/wordlist.txt").split(separator: "\n").map(String.init)
    #expect(SLIP39Words.table.count == 1024)
    #expect(words == (0..<1024).map { SLIP39Words.table.word(at: $0) })
    #expect(Set(words.map { $0.prefix(4) }).count == 1024)
  }

  @Test func `a share tells about its set`() throws {
    let share = try share(shared1)
    // "shadow" is word 801 and "pistol" word 674, counted from 0: the identifier is the first 15 bits of both.
    let (identifier, isExtendable) = (share.identifier, share.isExtendable)
    #expect(identifier == 801 << 5 | 674 >> 5)
    #expect(!isExtendable)
    let numbers = [
      share.groupThreshold, share.groupCount, share.group, share.member, share.memberThreshold,
      share.wordCount,
    ]
    #expect(numbers == [1, 1, 1, 3, 2, 20])
    var seen: [String] = []
    share.revealWords { position, word in
      #expect(position == seen.count + 1)
      seen.append(String(decoding: word, as: UTF8.self))
    }
    #expect(seen.joined(separator: " ") == shared1)
  }

  @Test func `words may be cut and capital`() throws {
    let cut = alone.split(separator: " ").map { $0.prefix(4) }.joined(separator: "\n")
    #expect(text(try share(cut.uppercased()).revealingSentence()) == alone)
  }

  @Test func `the share that is not of the set is named, and why`() throws {
    var set = try SLIP39ShareSet(share(shared1))
    #expect(throws: ShareSetError.otherSet(share: 2, than: 1, property: .identifier)) {
      _ = try set.add(share(alone))
    }
    #expect(throws: ShareSetError.tooFewMembers(group: 1, found: 1, needed: 2)) {
      try set.check()
    }
    #expect(set.progress.groups == [.init(number: 1, found: 1, needed: 2)])
    #expect(!set.progress.isComplete)
    #expect(try !set.add(share(shared1)))
    #expect(try set.add(share(shared2)))
    #expect(set.count == 2)
    #expect(set.progress.isComplete)
    try set.check()
  }

  @Test(arguments: [16, 32, 18, 64], [false, true])
  func `a split secret comes back from any shares that are enough`(
    length: Int, isExtendable: Bool
  ) throws {
    let policy = try SharePolicy(
      groupThreshold: 2,
      groups: [.init(threshold: 2, of: 3), .init(threshold: 1, of: 1), .init(threshold: 3, of: 5)])
    let master = SecretBytes(count: length) { for index in $0.indices { $0[index] = UInt8(index) } }
    let made = try SLIP39ShareSet(
      splitting: master, by: policy, passphrase: secret("a b"), isExtendable: isExtendable,
      iterationExponent: 0, random: ChainedRandomSource("slip39"))
    #expect(made.count == 9)
    for choice in [[0, 2, 3], [1, 2, 4, 6, 8], [3, 5, 6, 7], Array(0..<9)] {
      var set = try SLIP39ShareSet(share(sentence(made, choice[0])))
      for index in choice.dropFirst() { #expect(try set.add(share(sentence(made, index)))) }
      #expect(hex(try set.masterSecret(passphrase: secret("a b"))) == hex(master))
    }
    var few = try SLIP39ShareSet(share(sentence(made, 0)))
    #expect(throws: ShareSetError.tooFewGroups(found: 1, needed: 2)) { try few.check() }
    _ = try few.add(share(sentence(made, 4)))
    #expect(throws: ShareSetError.tooFewMembers(group: 1, found: 1, needed: 2)) { try few.check() }
  }

  private func sentence(_ set: borrowing SLIP39ShareSet, _ index: Int) -> String {
    text(set.share(at: index).revealingSentence())
  }

  @Test func `a forged share is found by the digest or by those that are more than needed`() throws
  {
    let policy = try SharePolicy(threshold: 2, of: 3)
    let made = try SLIP39ShareSet(
      splitting: SecretBytes(count: 16), by: policy, passphrase: secret(""), iterationExponent: 0,
      random: ChainedRandomSource("forged"))
    let good = made.share(at: 1)
    var value = good.value.duplicated()
    value.withUnsafeMutableBytes { $0[3] ^= 1 }
    let forged = SLIP39Share(good.header, good.place, value)
    var set = SLIP39ShareSet(made.share(at: 0))
    _ = try set.add(forged)
    #expect(throws: ShareSetError.notOneSecret(group: 1)) { try set.check() }
    #expect(throws: ShareSetError.samePlace(share: 3, as: 2)) { _ = try set.add(good) }
    var more = SLIP39ShareSet(made.share(at: 0))
    _ = try more.add(made.share(at: 2))
    _ = try more.add(forged)
    #expect(throws: ShareSetError.doesNotFit(share: 3)) { try more.check() }
  }

  @Test func `what cannot be split is refused`() throws {
    let policy = try SharePolicy(threshold: 2, of: 3)
    for length in [0, 14, 17, 66] {
      #expect(throws: SLIP39Error.secretLength(found: length)) {
        _ = try SLIP39ShareSet(
          splitting: SecretBytes(count: length), by: policy, passphrase: secret(""))
      }
    }
    #expect(throws: SLIP39Error.passphrase) {
      _ = try SLIP39ShareSet(
        splitting: SecretBytes(count: 16), by: policy, passphrase: secret("caf\u{e9}"))
    }
    #expect(throws: SLIP39Error.iterationExponent(16)) {
      _ = try SLIP39ShareSet(
        splitting: SecretBytes(count: 16), by: policy, passphrase: secret(""),
        iterationExponent: 16)
    }
    #expect(throws: SLIP39Error.randomness) {
      _ = try SLIP39ShareSet(
        splitting: SecretBytes(count: 16), by: policy, passphrase: secret(""),
        random: DryRandomness())
    }
    #expect(throws: SharePolicyError.sameShares(count: 2)) {
      _ = try SharePolicy(threshold: 1, of: 2)
    }
    #expect(throws: SharePolicyError.threshold(3, count: 2)) {
      _ = try SharePolicy(threshold: 3, of: 2)
    }
    #expect(throws: SharePolicyError.shareCount(17)) { _ = try SharePolicy(threshold: 2, of: 17) }
    #expect(throws: SharePolicyError.groupCount(0)) {
      _ = try SharePolicy(groupThreshold: 1, groups: [])
    }
    #expect(throws: SharePolicyError.groupThreshold(2, count: 1)) {
      _ = try SharePolicy(groupThreshold: 2, groups: [.init(threshold: 1, of: 1)])
    }
  }

  @Test func `each truncation is refused`() throws {
    for length in 0..<alone.utf8.count - 4 {
      #expect(throws: SLIP39Error.self) { _ = try share(String(alone.prefix(length))) }
    }
    #expect(throws: SLIP39Error.wordCount(found: 60)) {
      _ = try share(Array(repeating: "academic", count: 60).joined(separator: " "))
    }
    #expect(throws: SLIP39Error.text(.unreadable(.tooLong(limit: 4096)))) {
      _ = try share(String(repeating: "academic ", count: 1000))
    }
  }

  @Test func `one wrong word is found by the checksum`() throws {
    var words = alone.split(separator: " ").map(String.init)
    for position in words.indices {
      let right = words[position]
      words[position] = right == "zero" ? "yoga" : "zero"
      let wrong = words.joined(separator: " ")
      #expect(throws: SLIP39Error.checksum) { _ = try share(wrong) }
      #expect(
        SLIP39Share.revealingRepair(of: secret(wrong))
          == SLIP39Repair(change: .replaced(position: position + 1), word: right))
      words[position] = "qqqqq"
      #expect(
        SLIP39Share.revealingRepair(of: secret(words.joined(separator: " ")))
          == SLIP39Repair(change: .replaced(position: position + 1), word: right))
      words[position] = right
    }
    #expect(SLIP39Share.revealingRepair(of: secret(alone)) == nil)
    words[1] = "qqqqq"
    words[2] = "qqqqq"
    #expect(SLIP39Share.revealingRepair(of: secret(words.joined(separator: " "))) == nil)
    #expect(SLIP39Share.revealingRepair(of: secret("zero")) == nil)
  }

  @Test func `one missing word and two swapped ones are found by the checksum`() throws {
    let words = alone.split(separator: " ").map(String.init)
    for position in words.indices {
      var short = words
      short.remove(at: position)
      #expect(throws: SLIP39Error.wordCount(found: 19)) {
        _ = try share(short.joined(separator: " "))
      }
      guard
        case .one(let text, let change) = SLIP39Share.repaired(secret(short.joined(separator: " ")))
      else {
        Issue.record("word \(position + 1) was not found")
        continue
      }
      #expect(hex(text) == hex(secret(alone)))
      // Beside an equal one it may be missing at two places.
      let first = words[0..<position].lastIndex { $0 != words[position] }.map { $0 + 1 } ?? 0
      #expect(change == .inserted(position: first + 1))
    }
    for (first, second) in [(0, 1), (3, 19), (17, 18)] {
      var swapped = words
      swapped.swapAt(first, second)
      #expect(
        SLIP39Share.revealingRepair(of: secret(swapped.joined(separator: " ")))?.change
          == .swapped(first: first + 1, second: second + 1))
    }
  }

  @Test func `what has two mistakes is put right in no way, nor is a share that is right`() {
    var words = alone.split(separator: " ").map(String.init)
    func isNone(_ words: [String]) -> Bool {
      if case .none = SLIP39Share.repaired(secret(words.joined(separator: " "))) {
        true
      } else {
        false
      }
    }
    #expect(isNone(words))
    words.swapAt(4, 9)
    words.remove(at: 12)
    #expect(isNone(words))
    #expect(isNone(Array(words.prefix(18))))
    #expect(isNone(words.map { _ in "academic" } + words))
  }
}

@Suite struct GF256Tests {
  @Test func `every number but zero has its inverse`() {
    for value in UInt8(1)...255 {
      #expect(GF256.multiply(value, GF256.inverse(value)) == 1)
      #expect(GF256.multiply(value, 1) == value)
      #expect(GF256.multiply(value, 0) == 0)
    }
    #expect(GF256.inverse(0) == 0)
    // FIPS 197, section 4.2.
    #expect(GF256.multiply(0x57, 0x83) == 0xc1)
    #expect(GF256.multiply(0x57, 0x13) == 0xfe)
  }
}
