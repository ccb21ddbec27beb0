import SecretSamples
import SecureMemory
import Testing

@testable import Mnemonics

/// The words of seeds that Electrum made, which are none of BIP-39's.
@Suite struct ElectrumSeedKindTests {
  // Made by Debian's Electrum 4.3.4 in its five languages; the old ones are of two numbers in hex.
  static let seeds: [(String, ElectrumSeedKind)] = [
    ("margin onion city tattoo excess witness have own shadow order maze play", .standard),
    ("flock include mail veteran bind again donkey disease kid doll oak blush", .segwit),
    ("bus jealous put magic glimpse grab casual suit limb iron illness model", .secondFactor),
    (
      "mail supreme bread assault crawl list bracket absent drift output like group", .secondFactor
    ),
    ("ためいき たうえ いさん すもう きりん こける のりもの ぎんいろ はそん ねんし たおれる しゃくほう", .standard),
    ("ほんい たいる たいよう こいびと さいてき よっか ちゃんこなべ はかる すまい ややこしい へいこう ゆたか", .segwit),
    ("てんぐ つくる えまき きたえる まなぶ しゃうん ぬかす てそう きつつき おたく てちょう りょうり", .secondFactor),
    ("toldo peluca legión aviso cierto antojo puesto traer rango forzar demora sistema", .standard),
    ("inicio función árbol fijo dulce monja momento enemigo mes niebla jueves llevar", .segwit),
    (
      "paso furia sexto fiebre mano medalla tabique garza bruja yema imperio negocio", .secondFactor
    ),
    ("紫 尔 筹 业 布 晨 宝 找 坚 搬 卷 虑", .standard), ("徒 省 佛 地 清 舰 灰 沿 遭 并 氨 冬", .segwit),
    ("邻 伪 偷 叫 估 条 卷 验 叫 予 溪 舒", .secondFactor),
    (
      "gonzo viquingue nervura ervilha sossego magro heterossexual lojista garrucha cuidar sestercio duzia jejum",
      .standard
    ),
    (
      "plistoceno vortice expurgo helena fiorde baqueta bojudo diatribe ragu frouxo vigoroso usavel aniversario",
      .segwit
    ),
    (
      "snack online city tattoo excess witness have own shadow order maze alien emerge pottery lunch lemon merit slow nurse chunk else search music mean",
      .segwit
    ),
    (
      "powerful random nobody notice nothing important anyway look away hidden message over", .old
    ),
    (
      "simple become began swim tonight among clearly creak themselves army roar ghost street river steal grade able bridge along bird pierce walk violence got",
      .old
    ),
  ]

  @Test(arguments: seeds)
  func `words of each language and kind are named, however they are written`(
    words: String, kind: ElectrumSeedKind
  ) {
    for typed in [words, words.uppercased(), "  " + words.replacing(" ", with: "\n ") + " "] {
      #expect(throws: MnemonicError.electrumSeed(kind)) { _ = try Mnemonic(parsing: secret(typed)) }
    }
    let ideographic = words.replacing(" ", with: "\u{3000}")
    #expect(throws: MnemonicError.electrumSeed(kind)) {
      _ = try Mnemonic(parsing: secret(ideographic))
    }
  }

  @Test(arguments: seeds)
  func `with one word in another's place they are words like any others`(
    words: String, kind: ElectrumSeedKind
  ) {
    // The old ones have no checksum: what is all of that list is a seed.
    guard kind != .old else { return }
    var list = words.split(separator: " ")
    list.swapAt(0, list.count - 1)
    list.swapAt(1, 3)
    let error = #expect(throws: MnemonicError.self) {
      _ = try Mnemonic(parsing: secret(list.joined(separator: " ")))
    }
    if case .electrumSeed = error { Issue.record("\(list)") }
  }

  @Test func `a wrong word among those of BIP-39 stays a wrong word`() {
    for word in ["abandom", "zzz"] {
      let words = Array(repeating: "abandon", count: 11) + [word]
      #expect(throws: MnemonicError.unknownWord(position: 12, language: .english)) {
        _ = try Mnemonic(parsing: secret(words.joined(separator: " ")))
      }
    }
    #expect(throws: MnemonicError.wordCount(found: 25)) {
      _ = try Mnemonic(parsing: secret(Array(repeating: "zoo", count: 25).joined(separator: " ")))
    }
  }

  @Test func `words that are both are read as BIP-39's`() throws {
    let both = "marriage depart air leaf glance thrive shoulder kiss worry gaze million purchase"
    #expect(try Mnemonic(parsing: secret(both)).wordCount == 12)
    #expect(ElectrumSeedKind(secret(both)) == .segwit)
  }
}
