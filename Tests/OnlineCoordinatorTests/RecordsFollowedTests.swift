import Bytes
import Foundation
import Synchronization
import TerminalUI
import Testing
import WalletStorage

@testable import OnlineCoordinator

/// What the desk learns of changes by: a run that follows the records, and runs of its pages that change none.
@Suite struct `The records that a desk follows` {
  private static func lines(_ ran: Desk.Run) throws -> [Int64?] {
    try ran.out.split(separator: "\n").map {
      try JSONReader.parse(Array($0.utf8))["changes"]?.integerValue
    }
  }

  @Test func `are told of in a line when another program has changed them`() async throws {
    let desk = try await Desk.practising()
    let path = Store.path(inHome: desk.path("home"))
    let isFirst = Mutex(true)
    desk.pause = {
      // The second look finds nothing, the one after this what was written meanwhile.
      if isFirst.withLock({ was in (was, was = false).0 }) { return }
      try? Store(path: path).addNode(
        NodeRecord(name: "far", url: "rehearsal://", cookie: nil, proxy: nil, isActive: false))
    }
    let ran = await desk.run("changes", "--once", "--json")
    #expect(ran.code == .done, "\(ran.err)")
    #expect(try Self.lines(ran) == [0, 1])
  }

  @Test func `are followed until somebody ends that, or nobody reads it`() async throws {
    let desk = try await Desk.practising()
    desk.isUnheard = true
    let unheard = await desk.run("changes", "--json")
    #expect(try Self.lines(unheard) == [0])
    desk.isUnheard = false
    desk.stop = StopSignal(arm: {}, disarm: {}, isRaised: { true })
    let stopped = await desk.run("changes", "--json")
    #expect(stopped.code == .done)
    #expect(try Self.lines(stopped) == [0])
  }

  /// Else a page that looks again after each change would look for ever.
  @Test
  func `are changed by nothing that a page looks at by itself, not by a backup that fails either`()
    async throws
  {
    let desk = try await AutomaticBackupTests.furnished("1.5", "0.5")
    // No backup can be written: each command tries again, and notes that.
    let fault = try #require(FaultyDisk.Fault.allCases.first)
    try await AutomaticBackup.$calls.withValue(FaultyDisk(fault)) {
      await desk.run("label", "set", "savings", "1", "rent")
      try await Self.look(desk)
    }
  }

  private static func look(_ desk: Desk) async throws {
    let watch = RecordsWatch(path: Store.path(inHome: desk.path("home")))
    _ = watch.hasChanged()
    let looks: [[String]] = [
      ["wallet", "list"], ["node", "list"], ["node", "status"], ["node", "fees"],
      ["recipient", "list"], ["payments", "--offline"], ["payments", "savings", "--offline"],
      ["balance", "savings", "--offline"], ["coins", "savings", "--offline"],
      ["history", "savings", "--offline"], ["addresses", "savings", "--offline"],
      ["wallet", "show", "savings"],
      [
        "pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--target", "6", "--no-sync",
        "--explain",
        "--dry-run",
      ],
    ]
    desk.isOfDesk = true
    for (index, look) in looks.enumerated() {
      let ran = await desk.execute(look + ["--json"], now: 1_800_000_100 + Int64(index))
      #expect(ran.code == .done, "\(look) \(ran.err)")
      #expect(!watch.hasChanged(), "\(look) changed the records")
    }
    // In a terminal the failed backup is tried again, and noted.
    desk.isOfDesk = false
    await desk.execute(["wallet", "list"], now: 1_800_001_000)
    #expect(watch.hasChanged())
    // And by the desk's look at the chain, which does not only show.
    desk.isOfDesk = true
    await desk.execute(["poll", "--json"], now: 1_800_002_000)
    #expect(watch.hasChanged())
  }
}
