import Bytes
import EncryptedVault
import SecureMemory
import SignerHome
import Testing

@testable import SheetMaking

@Suite struct `Shares that were printed` {
  private static func record(_ kind: String, verified: Int64? = nil, printed: Int64 = 2_000)
    -> SheetRecord
  {
    SheetRecord(
      name: "savings", kind: kind, printed: printed, digest: Bytes32.zero,
      verified: verified)
  }

  private static func contents(_ sheets: [SheetRecord]) -> VaultContents {
    var contents = VaultContents(network: "regtest")
    contents.seeds = [
      StoredSeed(
        name: "savings", kind: .mnemonic, secret: StoredSecret(SecretBytes(count: 16)),
        language: "english", fingerprint: [1, 2, 3, 4], origin: "made here", created: 1_000)
    ]
    contents.sheets = sheets
    return contents
  }

  @Test func `are enough when as many different ones were read as the group needs`() throws {
    let read = (1...3).map { Self.record("share slip39 2-3 \($0)", verified: $0 < 2 ? 3_000 : nil) }
    let one = try #require(PrintedShares(read[0], in: Self.contents(read)))
    #expect(!one.isEnough && one.progress.contains("1 of the 2 shares"))
    // The same share twice is one.
    let twice = try #require(PrintedShares(read[0], in: Self.contents([read[0], read[0]])))
    #expect(!twice.isEnough)
    let two = (1...3).map { Self.record("share slip39 2-3 \($0)", verified: $0 < 3 ? 3_000 : nil) }
    #expect(try #require(PrintedShares(two[0], in: Self.contents(two))).isEnough)
  }

  @Test func `of groups are enough when enough groups are`() throws {
    let kinds = (1...5).map { "share slip39 1:2-2,2-3 \($0)" }
    let second = kinds.enumerated().map {
      Self.record($1, verified: [1, 3].contains($0) ? 3_000 : nil)
    }
    #expect(!(try #require(PrintedShares(second[0], in: Self.contents(second)))).isEnough)
    let whole = kinds.enumerated().map { Self.record($1, verified: $0 < 2 ? 3_000 : nil) }
    #expect(try #require(PrintedShares(whole[0], in: Self.contents(whole))).isEnough)
  }

  @Test func `of an earlier seed of that name do not count`() throws {
    let old = (1...2).map { Self.record("share slip39 2-2 \($0)", verified: 3_000, printed: 900) }
    #expect(!(try #require(PrintedShares(old[0], in: Self.contents(old)))).isEnough)
  }

  @Test func `are no sheet of another kind`() {
    let full = Self.record("full", verified: 3_000)
    #expect(PrintedShares(full, in: Self.contents([full])) == nil)
  }
}
