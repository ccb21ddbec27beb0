import Bytes
import ExtendedKeys
import Mnemonics
import SecretKeys
import SecretSamples
import SecureMemory
import TestSupport
import Testing

// The master key of BIP-85's vectors.
private let root =
  "xprv9s21ZrQH143K2LBWUUQRFXhucrQqBpKdRRxNVq2zBqsx8HVqFk2uYo8kmbaLLHRdqtQpUm98uKfu3vca1LqdGhUtyoFnCNkfmXRyPXLjbKb"

private func parent() throws -> BIP85 { try BIP85(Xpriv(parsing: secret(root))) }

@Suite struct BIP85Tests {
  @Test func `words of 12, 18 and 24 come out`() throws {
    let parent = try parent()
    #expect(
      text(try parent.mnemonic(wordCount: 12, index: 0).revealingSentence())
        == "girl mad pet galaxy egg matter matrix prison refuse sense ordinary nose")
    #expect(
      text(try parent.mnemonic(wordCount: 18, index: 0).revealingSentence())
        == "near account window bike charge season chef number sketch tomorrow excuse sniff "
        + "circle vital hockey outdoor supply token")
    #expect(
      text(try parent.mnemonic(wordCount: 24, index: 0).revealingSentence())
        == "puppy ocean match cereal symbol another shed magic wrap hammer bulb intact gadget "
        + "divorce twin tonight reason outdoor destroy simple truth cigar social volcano")
  }

  @Test func `languages have paths of their own`() throws {
    let parent = try parent()
    for (number, language) in [
      MnemonicLanguage.english, .japanese, .korean, .spanish, .chineseSimplified,
      .chineseTraditional, .french, .italian, .czech, .portuguese,
    ].enumerated() {
      let words = try parent.mnemonic(wordCount: 15, language: language, index: 7)
      let entropy = try parent.entropy(at: [39, UInt32(number), 15, 7])
      #expect(words.language == language)
      #expect(words.entropyHex == String(hex(entropy).prefix(40)))
    }
  }

  @Test func `keys, bytes and passwords come out`() throws {
    let parent = try parent()
    #expect(
      text(try parent.wif(index: 0).revealingText())
        == "Kzyv4uF39d4Jrw2W7UryTHwZr1zQVNk4dAFyqE6BuMrMh1Za7uhp")
    #expect(
      text(try parent.xpriv(index: 0).revealingText())
        == "xprv9s21ZrQH143K2srSbCSg4m4kLvPMzcWydgmKEnMmoZUurYuBuYG46c6P71UGXMzmriLzCCBvKQWBUv3vPB3m1SATMhp3uEjXHJ42jFg7myX"
    )
    let all =
      "492db4698cf3b73a5a24998aa3e9d7fa96275d85724a91e71aa2d645442f8785"
      + "55d078fd1f1f67e368976f04137b1f7a0d19232136ca50c44614af72b5582a5c"
    #expect(text(try parent.revealingHex(count: 64, index: 0)) == all)
    #expect(hex(try parent.bytes(count: 64, index: 0)) == all)
    #expect(
      text(try parent.revealingBase64Password(length: 21, index: 0)) == "dKLoepugzdVJvdL56ogNV")
    #expect(text(try parent.revealingBase85Password(length: 12, index: 0)) == "_s`{TW89)i4`")
    #expect(
      text(try parent.revealingDiceRolls(sides: 6, rolls: 10, index: 0)) == "1,0,0,2,0,1,5,5,2,4")
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `every vector of BIP-85 has its entropy`() throws {
    let cases = try Vectors.cases("bip85/bip85.json")
    #expect(cases.count == 15)
    for item in cases {
      let master = try Xpriv(parsing: secret(#require(item.input["root_xprv"]?.stringValue)))
      let path = try #require(item.input["path"]?.stringValue)
      let steps = path.split(separator: "/").dropFirst(2).compactMap { UInt32($0.dropLast()) }
      let entropy = hex(try BIP85(master).entropy(at: steps))
      let expected = try #require(item.expect["entropy"]?.stringValue)
      // An xprv's vector shows the half that becomes the private key.
      if steps[0] == 32 {
        #expect(entropy.hasSuffix(expected), "\(item)")
      } else {
        #expect(entropy.hasPrefix(expected), "\(item)")
      }
    }
  }

  @Test func `passwords of every length are the beginning of the longest`() throws {
    let parent = try parent()
    #expect(try parent.revealingBase64Password(length: 86, index: 3).count == 86)
    #expect(try parent.revealingBase85Password(length: 80, index: 3).count == 80)
    for length in [19, 87] {
      #expect(throws: BIP85Error.length(length, allowed: 20...86)) {
        _ = try parent.revealingBase64Password(length: length, index: 0)
      }
    }
    for length in [9, 81] {
      #expect(throws: BIP85Error.length(length, allowed: 10...80)) {
        _ = try parent.revealingBase85Password(length: length, index: 0)
      }
    }
  }

  @Test func `dice have as many sides and rolls as asked for`() throws {
    let parent = try parent()
    for sides in [2, 3, 6, 20, 100, 256, 257, 0x7fff_ffff] {
      let rolls = text(try parent.revealingDiceRolls(sides: sides, rolls: 200, index: 1))
        .split(separator: ",").compactMap { Int($0) }
      #expect(rolls.count == 200)
      #expect(rolls.allSatisfy { (0..<sides).contains($0) })
      #expect(Set(rolls).count > 1)
    }
    for sides in [-1, 0, 1, 0x8000_0000] {
      #expect(throws: BIP85Error.sides(sides)) {
        _ = try parent.revealingDiceRolls(sides: sides, rolls: 1, index: 0)
      }
    }
    for rolls in [0, 10_001, -1] {
      #expect(throws: BIP85Error.rolls(rolls, allowed: 1...10_000)) {
        _ = try parent.revealingDiceRolls(sides: 6, rolls: rolls, index: 0)
      }
    }
  }

  @Test func `what cannot be derived is refused`() throws {
    let master = try Xpriv(parsing: secret(root))
    #expect(throws: BIP85Error.notMaster(depth: 1)) {
      _ = try BIP85(master.derived(ChildNumber(hardened: 0)))
    }
    let parent = try parent()
    #expect(throws: BIP85Error.wordCount(13)) { _ = try parent.mnemonic(wordCount: 13, index: 0) }
    #expect(throws: BIP85Error.path) { _ = try parent.wif(index: 0x8000_0000) }
    #expect(throws: BIP85Error.path) { _ = try parent.entropy(at: []) }
    #expect(throws: BIP85Error.length(15, allowed: 16...64)) {
      _ = try parent.bytes(count: 15, index: 0)
    }
  }

  @Test func `a test network's parent has a test network's children`() throws {
    let test = try BIP85(Xpriv(seed: Seed(SecretBytes(count: 16)), network: .testnets))
    #expect(text(try test.xpriv(index: 0).revealingText()).hasPrefix("tprv"))
    #expect(text(try test.wif(index: 0).revealingText()).hasPrefix("c"))
  }
}
