import SecretSamples
import SecureMemory
import SeedShares
import Testing

@Suite struct ShareSetTests {
  private func seed(_ first: UInt8) -> SecretBytes {
    SecretBytes(count: 16) { for index in $0.indices { $0[index] = first &+ UInt8(index) } }
  }

  /// Two of three shares of two seeds, in each of the forms that are collected.
  private func written(_ form: ShareForm, _ first: UInt8) throws -> [String] {
    let policy = try SharePolicy(threshold: 2, of: 3)
    let shares =
      switch form {
      case .slip39:
        try WrittenShares(
          slip39: seed(first), by: policy, passphrase: SecretBytes(count: 0), iterationExponent: 0)
      case .sskr: try WrittenShares(sskr: seed(first), by: policy)
      default: try WrittenShares(codex32: seed(first), threshold: 2, count: 3)
      }
    return (0..<3).map { text(shares.revealingText(at: $0)) }
  }

  /// The steps that are the same for every form.
  private func collect<Shares: ShareSet & ~Copyable>(
    _ form: ShareForm, as: Shares.Type
  ) throws {
    let (own, other) = (try written(form, 1), try written(form, 101))
    var set = try Shares(parsing: secret(own[0]))
    #expect(!set.progress.isComplete && set.count == 1)
    #expect(set.progress.hasGroups == (form != .codex32))
    let isNew = try set.add(parsing: secret(own[0]))
    #expect(!isNew && set.count == 1)
    for (wrong, isShare) in [(other[1], true), ("abandon", false)] {
      do throws(AddedShareError<Shares.ShareRefusal>) {
        _ = try set.add(parsing: secret(wrong))
        Issue.record("\(wrong) was added")
      } catch {
        if case .set(.otherSet) = error { #expect(isShare) } else { #expect(!isShare, "\(error)") }
        #expect(!error.description.isEmpty && !error.hint.isEmpty && error.rule == nil)
      }
    }
    #expect(!set.progress.isComplete && set.count == 1)
    let isAdded = try set.add(parsing: secret(own[2]))
    #expect(isAdded && set.progress.isComplete && set.count == 2)
    #expect(throws: Shares.ShareRefusal.self) { _ = try Shares(parsing: secret("abandon")) }
  }

  @Test func `every form of shares is collected in the same steps`() throws {
    try collect(.slip39, as: SLIP39ShareSet.self)
    try collect(.sskr, as: SSKRShareSet.self)
    try collect(.codex32, as: Codex32ShareSet.self)
  }

  @Test func `the seed itself completes a set of codex32`() throws {
    var set = try Codex32ShareSet(
      parsing: secret("MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM"))
    #expect(set.progress.groups.first?.found == 1 && set.progress.groups.first?.needed == 2)
    let whole = "MS12NAMES6XQGUZTTXKEQNJSJZV4JV3NZ5K3KWGSPHUH6EVW"
    _ = try set.add(parsing: secret(whole))
    #expect(set.progress.isComplete)
    #expect(text(try set.recovered().revealingText()) == whole)
  }
}
