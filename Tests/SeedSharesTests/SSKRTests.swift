import Bytes
import Mnemonics
import QRTransport
import SecretSamples
import SecureMemory
import TestSupport
import Testing

@testable import SeedShares

// BCR-2020-011: the example of its first edition, in the words of today.
private let third =
  "tuna acid epic gyro jowl city body acid also kiln ugly jade keys zone zero wasp puff jade "
  + "jury visa city gush half exam good onyx scar note yurt"
private let thirdHex = "6f1a1101027adb6b78fefbecb06b74e61a54563750"
private let example = [
  thirdHex, "6f1a110100e237632b501bb5e9e524ec5d2ffbf029",
  "6f1a1112001a6f5c00d667c7c941309bb92ee736ef",
  "6f1a111201ae72e6beca78121c31dec081d79ba556", "6f1a11120205e3d87dacd285144866575bb16a1c50",
]
private let exampleSecret = "7daa851251002874e1a1995f0897e6b1"

private func share(_ text: String) throws -> SSKRShare {
  try SSKRShare(parsing: secret(text))
}

private func share(hex: String) throws -> SSKRShare {
  try SSKRShare(decoding: secret(hex: hex))
}

@Suite struct SSKRTests {
  @Test func `a share is read in words, as a resource and in bytes`() throws {
    for text in [third, third.uppercased(), third.replacing(" ", with: "-")] {
      #expect(hex(try share(text).revealingBytes()) == thirdHex)
    }
    let read = try share(third)
    let numbers = [
      Int(read.identifier), read.groupThreshold, read.groupCount, read.group, read.member,
      read.memberThreshold,
    ]
    #expect(numbers == [0x6f1a, 2, 2, 1, 3, 2])
    // What is written here is read by the public codec, too.
    let resource = text(read.revealingResource())
    #expect(resource.hasPrefix("ur:sskr/"))
    #expect(Hex.encode(try Bytewords.decode(String(resource.dropFirst(8)))) == "55" + thirdHex)
    #expect(hex(try share(resource.uppercased()).revealingBytes()) == thirdHex)
    #expect(
      hex(try share("ur:crypto-sskr/" + resource.dropFirst(8)).revealingBytes()) == thirdHex)
    let words = text(read.revealingWords())
    #expect(words.hasPrefix("tuna next keep "))
    #expect(
      Hex.encode(try Bytewords.decode(words, style: .standard)) == "d99d7555" + thirdHex)
    #expect(hex(try share(words).revealingBytes()) == thirdHex)
  }

  @Test func `enough shares of both groups give the secret`() throws {
    var set = try SSKRShareSet(share(hex: example[0]))
    for hex in example.dropFirst() { #expect(try set.add(share(hex: hex))) }
    #expect(hex(try set.secret()) == exampleSecret)
    #expect(set.progress.isComplete)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the shares of the vector are read in both forms and give the secret`() throws {
    let item = try #require(Vectors.cases("sskr/sskr.json").first)
    let bytes = try #require(item.input["shares_hex"]?.arrayValue).compactMap(\.stringValue)
    let resources = try #require(item.input["urs"]?.arrayValue).compactMap(\.stringValue)
    #expect(bytes.count == 8 && resources.count == 8)
    var seen: [String] = []
    var set = try SSKRShareSet(share(resources[0]))
    for (index, resource) in resources.enumerated() {
      let read = try share(resource)
      seen.append(hex(read.revealingBytes()))
      #expect(text(read.revealingResource()) == resource)
      #expect(try set.add(read) == (index > 0))
    }
    // The resources do not stand in the order of the bytes.
    #expect(Set(seen) == Set(bytes))
    #expect(hex(try set.secret()) == item.expect["secret_hex"]?.stringValue)
  }

  @Test(arguments: [16, 20, 32])
  func `what was split comes back`(length: Int) throws {
    let policy = try SharePolicy(
      groupThreshold: 2, groups: [.init(threshold: 2, of: 3), .init(threshold: 3, of: 5)])
    let whole = SecretBytes(count: length) { for index in $0.indices { $0[index] = UInt8(index) } }
    let made = try SSKRShareSet(
      splitting: whole, by: policy, random: ChainedRandomSource("sskr"))
    #expect(made.count == 8)
    var set = try SSKRShareSet(share(text(made.share(at: 1).revealingWords())))
    for index in [2, 3, 5, 7] {
      #expect(try set.add(share(text(made.share(at: index).revealingResource()))))
    }
    #expect(hex(try set.secret()) == hex(whole))
    #expect(throws: SSKRError.secretLength(found: 34)) {
      _ = try SSKRShareSet(splitting: SecretBytes(count: 34), by: policy)
    }
    #expect(throws: SSKRError.randomness(.exhausted)) {
      _ = try SSKRShareSet(splitting: whole, by: policy, random: DryRandomness())
    }
  }

  @Test func `each wrong word and each truncation is refused`() throws {
    let words = third.split(separator: " ").map(String.init)
    for position in words.indices {
      var wrong = words
      wrong[position] = words[position] == "able" ? "zoom" : "able"
      #expect(throws: SSKRError.checksum) { _ = try share(wrong.joined(separator: " ")) }
      wrong[position] = "word"
      #expect(throws: SSKRError.word(position: position + 1)) {
        _ = try share(wrong.joined(separator: " "))
      }
    }
    for length in 0..<third.utf8.count {
      #expect(throws: SSKRError.self) { _ = try share(String(third.prefix(length))) }
    }
    let resource = text(try share(third).revealingResource())
    for length in 0..<resource.utf8.count {
      #expect(throws: SSKRError.self) { _ = try share(String(resource.prefix(length))) }
    }
    #expect(throws: SSKRError.tooLong(limit: 1024)) {
      _ = try share(String(repeating: "able ", count: 300))
    }
    #expect(throws: SSKRError.resource) { _ = try share("ur:sskr/1-2/aeadaolazmjendeoti") }
    #expect(throws: SSKRError.resource) { _ = try share("ur:seed/aeadaolazmjendeoti") }
  }

  @Test func `one wrong or missing word, and two swapped ones, are found by the checksum`() throws {
    let words = third.split(separator: " ").map(String.init)
    /// What was found, and whether it is the share.
    func repaired(_ words: [String]) -> (change: WordChange?, isRight: Bool) {
      switch SSKRShare.repaired(secret(words.joined(separator: " "))) {
      case .one(let share, let change): (change, text(share) == third)
      default: (nil, false)
      }
    }
    for position in stride(from: 0, to: words.count, by: 7) {
      for other in ["zoom", "jolts", "word"] {
        var wrong = words
        wrong[position] = other
        let found = repaired(wrong)
        #expect(found.change == .replaced(position: position + 1) && found.isRight, "\(found)")
      }
      var short = words
      short.remove(at: position)
      let found = repaired(short)
      // No two neighbours are equal, so its place is known.
      #expect(found.change == .inserted(position: position + 1) && found.isRight, "\(found)")
      guard position > 0, words[position] != words[0] else { continue }
      var swapped = words
      swapped.swapAt(0, position)
      #expect(repaired(swapped).change == .swapped(first: 1, second: position + 1))
    }
    #expect(repaired(words).change == nil)
    var twice = words
    twice[3] = "zoom"
    twice[20] = "zoom"
    #expect(repaired(twice).change == nil)
    #expect(repaired([]).change == nil)
    // Letters without gaps are read from a QR code, not typed.
    let resource = text(try share(third).revealingResource())
    #expect(repaired([resource.replacing("a", with: "e")]).change == nil)
  }

  @Test func `malformed shares are refused`() throws {
    #expect(throws: SSKRError.malformed) { _ = try share(hex: "6f1a110112" + exampleSecret) }
    #expect(throws: SSKRError.groupThreshold(needed: 3, count: 2)) {
      _ = try share(hex: "6f1a210102" + exampleSecret)
    }
    for length in [0, 4, 5, 20, 22, 38, 39] {
      #expect(throws: SSKRError.malformed) {
        _ = try SSKRShare(decoding: SecretBytes(count: length))
      }
    }
    for bytes in [
      "d9012d55" + thirdHex, "54" + thirdHex, "5815" + thirdHex, "d9", "55", "7855",
      // 2^63 more than the tag, and than the length.
      "db8000000000009d7555" + thirdHex, "5b8000000000000015" + thirdHex,
    ] {
      let text = Bytewords.encode(try Hex.decode(bytes), style: .standard)
      #expect(throws: SSKRError.malformed) { _ = try share(text) }
    }
  }
}
