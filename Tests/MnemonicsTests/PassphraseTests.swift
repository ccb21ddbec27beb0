import SecretSamples
import SecureMemory
import Testing

@testable import Mnemonics

@Suite struct `Passphrases` {
  private func bits(_ text: String) -> Int {
    PassphraseStrength(
      of: SecretBytes(count: text.utf8.count) { $0.copyBytes(from: text.utf8) }
    ).bits
  }

  @Test(arguments: [
    "", "abc", "password", "Password1", "P4ssw0rd!", "bitcoin2024!", "qwertyuiop", "asdfghjkl123",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "12345678901234567890", "abcdefghijklmnopqrstuvwxyz",
    "abababababababababababab", "Tr0ub4dor&3", "satoshi nakamoto 2009", "hunter2",
    "abandon abandon abandon abandon abandon abandon", "abandon ability able about above absent",
    "zebra zebra zebra zebra zebra zebra zebra", "my secret wallet", "horse battery",
    "correct horse battery staple", "Correct-Horse-Battery-Staple!",
    "passwordpasswordpasswordpassword",
    "P4ssw0rd!P4ssw0rd!P4ssw0rd!", "p@$$w0rd", "Massachusetts", "not your keys, not your coins",
    "пароль пароль", "1qaz2wsx", "qwertyuiopasdfghjklzxcvbnm", "31.12.1999",
    "JohnSmith19850412", "johnsmith19850412", "MariaSchmidt12041985", "KarlHuber850412",
    "1q2w3e4r5t6y7u8i9o0p", "!Q@W#E$R%T^Y", "q1w2e3r4t5y6u7i8o9p0",
    "1qaz2wsx3edc4rfv", "1qaz2wsx3edc4rfv5tgb", "!QAZ2wsx#EDC4rfv", "qazwsxedcrfvtgbyhn",
    "a1s2d3f4g5h6j7k8l9",
    "januaryfebruarymarchapril", "january february march april", "Monday-Tuesday-Wednesday",
    "januaryfebruarymarchaprilmayjunejulyaugustseptemberoctobernovemberdecember",
    "Liverpool1892FC!", "Portsmouth1898FC!", "portsmouth1898!",
  ])
  func `that are guessed first are hopeless`(text: String) {
    #expect(bits(text) < PassphraseStrength.hopelessBelow, "\(bits(text))")
  }

  @Test(arguments: [
    "KrzysztofSzczepanski1977", "krzysztofszczepanski1977", "Krzysztof Szczepanski 1977!",
    "KRZYSZTOFSZCZEPANSKI1977", "KrzysztofSzczepanski1977!", "krzysztof szczepanski 1977",
    "JanKrzysztofSzczepanski1977", "WolfgangSchwarzenberger1961", "KrzysztofSeptember1977!",
    "krzysztofseptember1977", "MagdalenaKrzysztof2015", "Magdalena&Krzysztof2015",
    "magdalenaundkrzysztof", "Kr2y5zt0f5zcz3p4n5k1", "Kr2y5zt0fSzcz3p4nsk11977",
    "$zczepan$ki1977", "4nn4 $zczep4nsk1 1977", "Anna 12.04.1985 Krzysztof",
  ])
  func `of names, months and years are hopeless`(text: String) {
    #expect(bits(text) < PassphraseStrength.hopelessBelow, "\(bits(text))")
  }

  @Test(arguments: [
    "1a2b3c4d5e6f7g8h", "a1b2c3d4e5f6g7h8", "A1B2C3D4E5F6G7H8", "12ab34cd56ef78gh90ij",
    "abc123def456ghi789", "1z2y3x4w5v6u7t8s", "a!b@c#d$e%f^g&h*", "2a4c6e8g0i2k4m6o",
    "qwe123rty456uio789", "a-b-c-d-e-f-g-h-i-j-k", "13579acegikmoqs2468",
    "1qay2wsx3edc4rfv", "azertyuiopqsdfghjklm", "11223344556677889900",
  ])
  func `that go on as they began, one kind between another, are hopeless`(text: String) {
    #expect(bits(text) < 30, "\(bits(text))")
  }

  @Test(arguments: [
    "krzysztof.szczepanski@gmail.com", "krzysztof.szczepanski77@gmail.com",
    "k.szczepanski@szczepanski-i-synowie.pl", "KSzczepanski@gmail.com2024!",
    "+49 171 8265930", "(212) 555-0187", "0048 601 826 593", "601826593", "0171/8265930",
    "Krzysztof601826593", "Krzysztof 601 826 593", "Anna +48601826593",
    "B-AB 1234", "WX 58213", "AB12 CDE", "KR-7X952", "Krzysztof WX 58213", "B-AB1234!2019",
    "12.04.1985 03.11.1983",
  ])
  func `that others can look up are hopeless`(text: String) {
    #expect(bits(text) < PassphraseStrength.hopelessBelow, "\(bits(text))")
  }

  @Test(arguments: [
    "DuneVelvetOrbitClaimZebraTuna", "dune.velvet.orbit.claim.zebra.tuna",
    "dune2velvet3orbit4claim5zebra6tuna", "vqkzojwmxhagtbulrdne", "QX7M2K9A-RT5PLW8D-3HVN6ZCB",
    "velvet orbit claim dune tuna lamp", "desert orbit claim dune tuna lamp",
    "dune velvet orbit claim zebra tuna", "dunevelvetorbitclaimzebratuna",
    "dune-velvet-orbit-claim-zebra-tuna", "x7Kq2mP9vT4wLz8R",
    "9f86d081884c7d659a2feaa0c55ad015", "ein Haus am See im Winter ohne Heizung",
  ])
  func `that take long are not weak`(text: String) {
    #expect(bits(text) >= PassphraseStrength.weakBelow, "\(bits(text))")
  }

  @Test(arguments: [
    "loveyouverymuch", "iloveyouverymuch", "LoveYouVeryMuch", "loveyouverymuch!",
    "LoveYouVeryMuch1",
    "love you very much", "Love you very much!", "I love you very much", "l0ve you very much",
    "love-you-very-much", "loveyouverymuchmoreeveryday", "you make me happy every day",
    "i want to come home to you", "good night and thank you my dear", "this is my home, not yours",
    "homehappymotherfriend", "goodnightmydearfriend", "we will always love you",
    "I know what you need",
    "i love you so much my dear wife", "dont tell me what I want", "time and time again",
    "love you very much love you very much love you very much",
  ])
  func `of the commonest words, with blanks and without, are hopeless`(text: String) {
    #expect(bits(text) < PassphraseStrength.hopelessBelow, "\(bits(text))")
  }

  @Test func `words written together count eleven bits from six on, fewer as letters at most`() {
    #expect(bits("dunevelvetorbitclaimzebratuna") == 66)
    #expect(bits("dunevelvetorbitclaimzebra") < 40)
    #expect(bits("dunevelvetorbitclaim") == bits("dunevelvetorbitcraim"))
    #expect(bits("dunevelvet") <= 14)
    // Each with a capital as names are.
    #expect(bits("DuneVelvetOrbitClaimZebra") >= 40)
    #expect(bits("love you very much") == 20)
    // One common word among others is a word like any other.
    #expect(bits("dune velvet love claim zebra tuna") == 66)
  }

  /// Draws of words, always the same ones.
  private struct Draws: RandomSource {
    let seed: Int

    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
      var state = UInt64(seed) &* 0x9e37_79b9_7f4a_7c15
      for index in memory.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        memory[index] = UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }

  @Test func `draws are not refused: six words with blanks, dashes, capitals or nothing between`()
    throws
  {
    let list = WordList.list(of: .english)
    var weak = 0
    for seed in 1...150 {
      var bytes = [UInt8](repeating: 0, count: 32)
      try bytes.withUnsafeMutableBytes { try Draws(seed: seed).fill($0) }
      let words = (0..<6).map {
        list.word(at: (Int(bytes[2 * $0]) << 8 | Int(bytes[2 * $0 + 1])) & 0x7ff)
      }
      let plain = bits(words.joined(separator: " "))
      if plain < PassphraseStrength.weakBelow { weak += 1 }
      for text in [
        words.joined(separator: "-"), words.joined(),
        words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(),
        words.joined(separator: " "),
      ] {
        #expect(bits(text) >= PassphraseStrength.hopelessBelow, "\(text)")
      }
    }
    // A word twice, neighbours of the list, four of the commonest: one draw in forty.
    #expect(weak < 10, "\(weak)")
  }

  @Test func `a word of the list counts eleven bits`() {
    #expect(bits("dune velvet orbit claim zebra tuna") == 66)
    #expect(bits("dune") == 11)
    #expect(bits("Dune") == 12)
  }

  @Test func `of the greatest length are measured at once`() {
    let long = String(repeating: "ab1-", count: 1_000)
    #expect(bits(long) < PassphraseStrength.hopelessBelow)
  }

  private struct Counting: RandomSource {
    func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
      for index in memory.indices { memory[index] = UInt8(index * 37 % 256) }
    }
  }

  @Test func `drawn ones are six words of the list and measured as such`() throws {
    let drawn = try DrawnPassphrase.drawn(from: Counting())
    let text = drawn.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    #expect(words.count == 6)
    let strength = PassphraseStrength(of: drawn)
    #expect(strength.bits == DrawnPassphrase.bits)
    for _ in 0..<200 {
      let other = try DrawnPassphrase.drawn()
      let isWeak = PassphraseStrength(of: other).isWeak
      let isSame = other.constantTimeEquals(drawn)
      #expect(!isWeak && !isSame)
    }
  }
}
