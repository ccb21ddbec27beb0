import Mnemonics
import SecretSamples
import SecureMemory
import SeedShares
import Testing

@Suite struct WrittenSharesTests {
  private func text(_ secret: consuming SecretBytes) -> String {
    secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func policy() throws -> SharePolicy {
    try SharePolicy(
      groupThreshold: 2, groups: [.init(threshold: 1, of: 1), .init(threshold: 2, of: 3)])
  }

  @Test func `SLIP-39 shares are told apart and join under their passphrase`() throws {
    let seed = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    let shares = try WrittenShares(
      slip39: seed, by: policy(), passphrase: secret("TREZOR"), iterationExponent: 0)
    #expect(shares.count == 4)
    #expect(
      shares.shares.map(\.name)
        == ["group 1, share 1", "group 2, share 1", "group 2, share 2", "group 2, share 3"])
    #expect(shares.rule == "2 of 2 groups are needed (group 1: 1 of 1, group 2: 2 of 3)")
    var set = SLIP39ShareSet(try SLIP39Share(parsing: shares.revealingText(at: 3)))
    for index in 0..<2 {
      _ = try set.add(try SLIP39Share(parsing: shares.revealingText(at: index)))
    }
    let joined = try set.masterSecret(passphrase: secret("TREZOR"))
    let isSame = joined.constantTimeEquals(seed)
    #expect(isSame)
    let identifier = try SLIP39Share(parsing: shares.revealingText(at: 0)).identifier
    #expect(shares.identifier == "\(identifier)")
  }

  @Test func `SSKR shares have words for people and a resource for symbols`() throws {
    let entropy = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    let shares = try WrittenShares(sskr: entropy, by: policy())
    let words = text(shares.revealingText(at: 1))
    #expect(words.hasPrefix("tuna "))
    let symbol = try text(shares.revealingSymbol(at: 1))
    #expect(symbol.hasPrefix("UR:SSKR/"))
    let group = try SSKRShare(parsing: secret(symbol)).group
    #expect(group == 2)
  }

  @Test(arguments: [MnemonicLanguage.english, .japanese])
  func `parts of Seed XOR are words of the same language`(_ language: MnemonicLanguage) throws {
    let entropy = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    let whole = try Mnemonic(entropy: entropy, language: language)
    let parts = try WrittenShares(xor: whole, into: 3)
    #expect(parts.rule == "all 3 parts are needed, in any order")
    var sum = SeedXOR(try Mnemonic(parsing: parts.revealingText(at: 2), language: language))
    for index in 0..<2 {
      try sum.add(try Mnemonic(parsing: parts.revealingText(at: index), language: language))
    }
    let joined = try sum.combined().withEntropy { SecretBytes(copying: $0) }
    let isSame = joined.constantTimeEquals(entropy)
    #expect(isSame)
  }

  private func codex32(
    _ threshold: Int, of count: Int, identifier: String? = nil, number: UInt32 = 1
  ) throws -> [String] {
    let seed = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    let set = try WrittenShares(
      codex32: seed, identifier: identifier, threshold: threshold, count: count, number: number)
    return (0..<set.count).map { text(set.revealingText(at: $0)) }
  }

  @Test func `shares of codex32 either belong to one set or say that they do not`() throws {
    let set = try codex32(2, of: 3)
    #expect(try codex32(2, of: 3) == set, "a lost share is written again")
    #expect(try Array(codex32(2, of: 5).prefix(3)) == set, "more shares are more of the set")
    #expect(
      try Array(codex32(2, of: 5, identifier: "TEST").prefix(3))
        == codex32(2, of: 3, identifier: "test"))
    let identifier = String(set[0].dropFirst(4).prefix(4))
    for other in [
      try codex32(2, of: 3, number: 2), try codex32(3, of: 3),
      try codex32(2, of: 3, identifier: "test"),
    ] {
      #expect(String(other[0].dropFirst(4).prefix(4)) != identifier)
      var mixed = Codex32ShareSet(try Codex32Share(parsing: secret(set[0])))
      let share = try Codex32Share(parsing: secret(other[1]))
      do throws(ShareSetError) {
        _ = try mixed.add(share)
        Issue.record("shares of two sets were put together")
      } catch {
        #expect("\(error)".hasSuffix("the set of share 1: it has another identifier"))
      }
    }
  }

  @Test func `a set follows from the seed by the formula that is written down`() throws {
    // Computed apart, from docs/formats.md.
    let share = try codex32(2, of: 2)[0]
    #expect(share.hasPrefix("MS12YAJZAN24DY2MKTF688S6L6A7SWN06ZJ"))
    let slip39 = try WrittenShares(
      slip39: secret(hex: "000102030405060708090a0b0c0d0e0f"),
      by: SharePolicy(threshold: 2, of: 3), passphrase: secret("TREZOR"), iterationExponent: 0)
    #expect(slip39.identifier == "6011")
  }

  @Test func `a set of SLIP-39 follows from everything that it is made of`() throws {
    let seed = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    func first(
      _ policy: SharePolicy, passphrase: String = "", isExtendable: Bool = true,
      iterationExponent: Int = 0, number: UInt32 = 1
    ) throws -> String {
      let set = try WrittenShares(
        slip39: seed, by: policy, passphrase: secret(passphrase), isExtendable: isExtendable,
        iterationExponent: iterationExponent, number: number)
      return text(set.revealingText(at: 0))
    }
    let pair = try SharePolicy(threshold: 2, of: 3)
    let sets = try [
      first(pair), first(SharePolicy(threshold: 2, of: 4)), first(SharePolicy(threshold: 3, of: 4)),
      first(policy()), first(pair, passphrase: "TREZOR"), first(pair, isExtendable: false),
      first(pair, iterationExponent: 1), first(pair, number: 2),
    ]
    #expect(try first(pair) == sets[0], "a lost share is written again")
    #expect(Set(sets.map { $0.split(separator: " ").prefix(2).joined() }).count == sets.count)
  }

  @Test func `sets of SSKR and Seed XOR are made again, and by number others`() throws {
    let entropy = try secret(hex: "000102030405060708090a0b0c0d0e0f")
    let sskr = try [1, 2].map { (number: UInt32) in
      let set = try WrittenShares(sskr: entropy, by: policy(), number: number)
      return (set.identifier, text(set.revealingText(at: 1)))
    }
    let again = try text(WrittenShares(sskr: entropy, by: policy()).revealingText(at: 1))
    #expect(again == sskr[0].1)
    #expect(sskr[0].0 != sskr[1].0)
    let words = try Mnemonic(entropy: entropy)
    let parts = try [1, 1, 2].map {
      try text(WrittenShares(xor: words, into: 2, number: $0).revealingText(at: 0))
    }
    #expect(parts[0] == parts[1] && parts[1] != parts[2])
  }

  private func refusal(
    _ body: () throws(WrittenSharesError) -> WrittenShares
  ) -> WrittenSharesError? {
    do throws(WrittenSharesError) {
      _ = try body()
      return nil
    } catch {
      return error
    }
  }

  @Test func `what cannot be split is refused by the rule of its form`() throws {
    let odd = SecretBytes(count: 17)
    let pair = try SharePolicy(threshold: 2, of: 2)
    let slip39 = refusal { () throws(WrittenSharesError) in
      try WrittenShares(slip39: odd, by: pair, passphrase: secret(""))
    }
    #expect(slip39 == .slip39(.secretLength(found: 17)))
    let sskr = refusal { () throws(WrittenSharesError) in try WrittenShares(sskr: odd, by: pair) }
    #expect(sskr == .sskr(.secretLength(found: 17)))
    let codex = refusal { () throws(WrittenSharesError) in
      try WrittenShares(codex32: odd, identifier: "test", threshold: 3, count: 2)
    }
    #expect(codex == .codex32(.sharing(threshold: 3, count: 2)))
    let words = try Mnemonic(entropy: SecretBytes(count: 16))
    let xor = refusal { () throws(WrittenSharesError) in try WrittenShares(xor: words, into: 1) }
    #expect(xor == .xor(.partCount(1)))
  }
}
