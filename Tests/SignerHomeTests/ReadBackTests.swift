import Bytes
import EncryptedVault
import SecureMemory
import Testing

@testable import SignerHome

@Suite struct `Backups that were read back` {
  private static func seed(_ name: String, parent: String? = nil) -> StoredSeed {
    StoredSeed(
      name: name, kind: .mnemonic, secret: StoredSecret(SecretBytes(count: 16)),
      language: "english",
      fingerprint: [1, 2, 3, 4], origin: "made here", created: 1_000, parent: parent)
  }

  private static func contents() -> VaultContents {
    var contents = VaultContents(network: "mainnet")
    contents.seeds = [seed("savings"), seed("gift", parent: "savings")]
    return contents
  }

  @Test func `no mainnet account is handed out before, and the mend is named`() throws {
    let contents = Self.contents()
    let error = #expect(throws: (any Error).self) {
      try contents.requireReadBack(contents.seeds[0])
    }
    #expect("\(try #require(error))".contains("savings"))
    #expect(contents.reminders(now: 2_000).count == 2)
  }

  @Test func `a clock at the end of time sets a drill there, and traps nothing`() {
    var contents = Self.contents()
    let interval = contents.drillInterval
    for (now, due) in [(2_000, 2_000 + interval), (.max - interval, .max), (.max, .max)]
      as [(Int64, Int64)]
    {
      #expect(contents.nextDrill(after: now) == due)
      contents.noteReadBack(seedNamed: "savings", now: now)
      #expect(contents.seeds[0].nextDrill == due)
      contents.noteDrill(seedNamed: "gift", now: now)
      #expect(contents.seeds[1].nextDrill == due)
    }
  }

  @Test
  func `a child counts through a sheet of its parent that names it, and through no older one`() {
    var contents = Self.contents()
    contents.noteReadBack(seedNamed: "savings", now: 2_000)
    #expect(contents.isReadBack(contents.seeds[0]))
    #expect(!contents.isReadBack(contents.seeds[1]))
    let digest = Bytes32.zero
    contents.sheets = [
      SheetRecord(name: "savings", kind: "full", printed: 999, digest: digest, verified: 3_000)
    ]
    #expect(!contents.isReadBack(contents.seeds[1]))
    contents.sheets = [
      SheetRecord(name: "savings", kind: "full", printed: 1_000, digest: digest, verified: 3_000)
    ]
    #expect(contents.isReadBack(contents.seeds[1]))
  }

  @Test func `a circle of parents ends`() {
    var contents = Self.contents()
    contents.seeds[0].parent = "gift"
    #expect(!contents.isReadBack(contents.seeds[0]))
  }

  @Test func `a drill that is due is said, and a new reading puts it off`() {
    var contents = Self.contents()
    contents.noteReadBack(seedNamed: "savings", now: 2_000)
    let due = 2_000 + contents.drillInterval
    let said = { (now: Int64) in contents.reminders(now: now).count { $0.contains("--drill") } }
    #expect(said(due - 1) == 0)
    #expect(said(due) == 1)
    contents.noteDrill(seedNamed: "savings", now: due)
    #expect(contents.reminders(now: due).allSatisfy { !$0.contains("--drill") })
  }
}
