import Bytes
import Foundation
import Synchronization
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Commands that show money sync first.
@Suite struct CurrentStateTests {
  private typealias Home = SentPaymentTests.Home

  private static func fund(_ desk: Desk, _ amount: String) async throws -> String {
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    let run = await desk.run("rehearse", "fund", try #require(address), amount, "--json")
    return try #require(run.json["txid"]?.stringValue)
  }

  @Test(arguments: ["balance", "coins", "history", "addresses", "receive"])
  func `what came since the last sync is found and said`(command: String) async throws {
    let desk = try await Desk.practising("0.5")
    let txid = try await Self.fund(desk, "0.25")
    let run = await desk.run(command, "savings")
    #expect(run.code == .done, "\(run.err)")
    #expect(
      run.err.contains("savings: 0.25000000 BTC arrived at bcrt1")
        && run.err.contains("not confirmed yet; transaction \(txid)"), "\(run.err)")
    // It was news once.
    let again = await desk.run(command, "savings")
    #expect(!again.err.contains("arrived"), "\(again.err)")
    let balance = await desk.run("balance", "savings", "--offline", "--json").json
    #expect(balance["pending"]?.intValue == 25_000_000)
  }

  @Test func `without a look at the node the last sync is shown, with its age`() async throws {
    let desk = try await Desk.practising("0.5")
    _ = try await Self.fund(desk, "0.25")
    desk.source = { _ in
      Issue.record("a node was asked")
      return nil
    }
    let now: Int64 = 1_800_000_000
    for (later, words) in [
      (0, "synced just now"), (59, "just now"), (60, "1 minute ago"), (7_200, "2 hours ago"),
      (172_800, "2 days ago"), (-5, "just now"),
    ] {
      let run = await desk.run("balance", "savings", "--offline", now: now + Int64(later))
      #expect(run.code == .done && run.out.contains("as of block"), "\(run.out)")
      #expect(run.out.contains(words), "\(later): \(run.out)")
    }
    let json = await desk.run("balance", "savings", "--offline", "--json").json
    #expect(json["syncedAt"]?.integerValue == now && json["pending"]?.intValue == 0)
    for command in ["coins", "history"] {
      let run = await desk.run(command, "savings", "--offline", now: now + 600)
      #expect(run.err.contains("synced 10 minutes ago"), "\(run.err)")
    }
    let payments = await desk.run("payments", "--offline")
    #expect(payments.code == .done)
  }

  @Test func `a node that does not answer is waited for so long, and what is known is shown`()
    async throws
  {
    let home = try await Home("0.5")
    home.chain.isSilent.withLock { $0 = true }
    home.desk.syncLimit = .milliseconds(1)
    for command in ["balance", "coins", "history", "addresses"] {
      let run = await home.desk.run(command, "alone")
      #expect(run.code == .done, "\(run.err)")
      #expect(run.err.contains("not synced: the node practice did not finish"), "\(run.err)")
      #expect(run.out.contains("0.50000000"), "\(run.out)")
    }
  }

  @Test func `a node that fails is said, and what is known is shown`() async throws {
    let home = try await Home("0.5")
    home.chain.set(.before)
    let number = try await home.complete()
    await home.desk.run("broadcast", number, "--yes")
    let run = await home.desk.run("balance", "alone", "--json")
    #expect(run.code == .done && run.json["total"]?.intValue == 50_000_000, "\(run.err)")
    #expect(run.err.contains("cannot reach the node at nowhere"), "\(run.err)")
    #expect(run.err.contains("check that the node is running"), "\(run.err)")
  }

  @Test func `Ctrl-C ends the waiting and not the command`() async throws {
    let home = try await Home("0.5")
    home.chain.isSilent.withLock { $0 = true }
    let armed = Mutex(0)
    home.desk.stop = StopSignal(
      arm: { armed.withLock { $0 += 1 } }, disarm: { armed.withLock { $0 -= 1 } },
      isRaised: { armed.withLock { $0 } == 1 })
    let run = await home.desk.run("balance", "alone")
    #expect(run.code == .done && run.out.contains("0.50000000"), "\(run.err)")
    #expect(run.err.contains("stopped by Ctrl-C"), "\(run.err)")
    // Signals end the program again.
    #expect(armed.withLock { $0 } == 0)
  }

  @Test(arguments: [
    ["sync", "alone"], ["bump", "1", "--out", "never.psbt"],
    ["cancel", "1", "--on-chain", "--out", "never.psbt"],
    ["wallet", "discover", "found", "ACCOUNTS", "--network", "regtest"],
    ["pay", "alone", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", "never.psbt"],
  ])
  func `Ctrl-C ends a sync, and the node is not left looking`(command: [String]) async throws {
    let home = try await Home("0.5")
    _ = try await home.complete("--fee-rate", "5")
    let key = try #require(Desk.account.split(separator: "(").last?.split(separator: "/<").first)
    let accounts = try home.desk.write("wpkh \(key)\n", to: "accounts.txt")
    home.chain.looksForEver.withLock { $0 = true }
    let armed = Mutex(0)
    let chain = home.chain
    home.desk.stop = StopSignal(
      arm: { armed.withLock { $0 += 1 } }, disarm: { armed.withLock { $0 -= 1 } },
      isRaised: { armed.withLock { $0 } == 1 && chain.isLooking.withLock { $0 } })
    let run = await home.desk.execute(command.map { $0 == "ACCOUNTS" ? accounts : $0 })
    #expect(run.code == .failed && run.err.contains("stopped by Ctrl-C"), "\(run.err)")
    // It was told, and signals end the program again.
    #expect(!chain.isLooking.withLock { $0 } && armed.withLock { $0 } == 0)
  }

  @Test func `a look that was ended says nothing about the node`() async throws {
    let home = try await Home("0.5")
    home.chain.looksForEver.withLock { $0 = true }
    let chain = home.chain
    let wasLooking = Mutex(false)
    home.desk.stop = StopSignal(
      arm: {}, disarm: {},
      isRaised: {
        wasLooking.withLock { was in
          was = was || chain.isLooking.withLock { $0 }
          return was
        }
      })
    let look = await home.desk.run("poll", "--json")
    #expect(look.code == .failed && look.json["failure"] == nil, "\(look.out)")
    #expect(look.json["error"]?.stringValue?.contains("stopped by Ctrl-C") == true, "\(look.out)")
  }

  @Test func `a node of another network, and no node, are said`() async throws {
    let home = try await Home("0.5")
    home.chain.isOnMainnet.withLock { $0 = true }
    let other = await home.desk.run("balance", "alone")
    #expect(other.code == .done && other.out.contains("0.50000000"))
    #expect(other.err.contains("alone is on regtest: not synced"), "\(other.err)")
    await home.desk.run("node", "remove", "practice")
    let none = await home.desk.run("balance", "alone")
    #expect(none.code == .done && none.out.contains("0.50000000"))
    #expect(none.err.contains("No node is in use"), "\(none.err)")
  }

  @Test func `payments are up to date, and say when one was confirmed`() async throws {
    let home = try await Home("0.5")
    let number = try await home.complete()
    await home.desk.run("broadcast", number, "--yes")
    await home.desk.run("rehearse", "mine")
    let list = await home.desk.run("payments", "--json")
    #expect(list.json[0]?["state"] == "confirmed", "\(list.out)")
    #expect(list.err.contains("confirmed in block"), "\(list.err)")
    #expect(list.err.contains("payment \(number)"), "\(list.err)")
  }

  @Test func `sync says what happened, in lines and in json`() async throws {
    let desk = try await Desk.practising("0.5")
    let txid = try await Self.fund(desk, "0.25")
    await desk.run("rehearse", "mine")
    await desk.run("label", "savings", txid, "from the exchange")
    let run = await desk.run("sync", "savings", "--json")
    let events = try #require(run.json[0]?["events"]?.arrayValue)
    #expect(events.map { $0["event"]?.stringValue } == ["arrived", "confirmed"], "\(run.out)")
    for event in events {
      #expect(event["txid"]?.stringValue == txid && event["amount"]?.intValue == 25_000_000)
      #expect(event["label"] == "from the exchange" && event["height"]?.intValue != nil)
      #expect(event["addresses"]?[0]?.stringValue?.hasPrefix("bcrt1") == true)
    }
    #expect(run.err.contains("\"from the exchange\""), "\(run.err)")
  }

  // MARK: One look of watch --chain

  @Test func `a look says what happened since an event, whoever synced meanwhile`() async throws {
    let desk = try await Desk.practising("0.5")
    let first = await desk.run("poll", "savings").json
    let last = try #require(first["last"]?.intValue)
    #expect(first["events"]?.arrayValue?.isEmpty == true)
    let txid = try await Self.fund(desk, "0.25")
    // Another command takes the news; the look has them all the same.
    await desk.run("balance", "savings")
    let look = await desk.run("poll", "--after", "\(last)").json
    #expect(look["events"]?[0]?["txid"]?.stringValue == txid, "\(look)")
    #expect(look["last"]?.intValue == last + 1 && look["failure"]?.isNull == true)
    let next = await desk.run("poll", "savings", "--after", "\(last + 1)").json
    #expect(next["events"]?.arrayValue?.isEmpty == true && next["height"]?.intValue != nil)
  }

  @Test func `a look at a node that does not answer is an answer, and an unknown wallet is not`()
    async throws
  {
    let home = try await Home("0.5")
    let number = try await home.complete()
    home.chain.set(.before)
    await home.desk.run("broadcast", number, "--yes")
    let look = await home.desk.run("poll", "--after", "0")
    #expect(look.code == .done)
    #expect(
      look.json["failure"]?["error"]?.stringValue?.contains("cannot reach") == true, "\(look.out)")
    await home.desk.fails(["poll", "nobody"], saying: "nobody")
    await home.desk.run("node", "remove", "practice")
    await home.desk.fails(["poll"], saying: "there is no node yet")
  }

  @Test(arguments: [
    ["watch"], ["watch", "/media/stick", "--json"], ["watch", "/media/stick", "--since", "3"],
    ["watch", "/media/stick", "--on-event", "/bin/true"], ["watch", "--chain", "--every", "0"],
    ["watch", "--chain", "--", "--yes"], ["watch", "--chain", "--on-event", "true"],
  ])
  func `options of the two kinds of watch are not mixed`(arguments: [String]) async throws {
    let run = try await Desk().execute(arguments)
    #expect(run.code == .wrongUsage, "\(arguments): \(run.err)")
  }

  @Test func `a program that cannot be run, or that others can write, is refused`() async throws {
    let desk = try Desk()
    let file = try desk.write("#!/bin/sh\n", to: "notify")
    await desk.fails(
      ["watch", "--chain", "--on-event", file], saying: "no program of this name can be run")
    chmod(file, 0o777)
    await desk.fails(["watch", "--chain", "--on-event", file], saying: "another user can write")
  }
}
