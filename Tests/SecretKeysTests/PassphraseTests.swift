import SecureMemory
import Testing

@testable import SecretKeys

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
    "velvet orbit claim dune tuna lamp", "desert orbit claim dune tuna lamp",
    "dune velvet orbit claim zebra tuna", "dunevelvetorbitclaimzebratuna",
    "dune-velvet-orbit-claim-zebra-tuna", "x7Kq2mP9vT4wLz8R",
    "9f86d081884c7d659a2feaa0c55ad015", "ein Haus am See im Winter ohne Heizung",
  ])
  func `that take long are not weak`(text: String) {
    #expect(bits(text) >= PassphraseStrength.weakBelow, "\(bits(text))")
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
