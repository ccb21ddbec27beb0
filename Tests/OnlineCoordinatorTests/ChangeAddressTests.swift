import BitcoinPrimitives
import Bytes
import Descriptors
import Foundation
import RecordingScreens
import Synchronization
import TerminalUI
import Testing
import WalletStorage
import WalletTypes

@testable import OnlineCoordinator

/// The change addresses of payments that are built at once, or that come to nothing.
@Suite struct ChangeAddressTests {
  /// How far the change of `savings` was handed out.
  private static func handedOut(_ desk: Desk) throws -> UInt32 {
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    return try store.branches(of: store.wallet(named: "savings"))[1].handedOut
  }

  private static func pay(_ amount: String, _ file: String) -> [String] {
    ["pay", "savings", "--to", "\(Desk.elsewhere)=\(amount)", "--fee-rate", "5", "--out", file]
  }

  @Test func `a payment that is not agreed to, or cannot be written, uses up no change address`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    desk.shared = desk.path("state/drawbridge")
    for _ in 0..<3 {
      await desk.fails(
        Self.pay("0.4", desk.path("p.psbt")) + ["--fee-rate", "501"], saying: "(R04)")
      await desk.fails(Self.pay("0.6", desk.path("p.psbt")))
      await desk.fails(Self.pay("0.1", desk.path("no/such/p.psbt")))
      #expect(try Self.handedOut(desk) == 0)
      #expect(await desk.run("payments", "--json").json == [])
    }
    #expect(
      await desk.run("balance", "savings", "--json").json["spendable"]?.intValue == 50_000_000)
    let paid = await desk.execute(Self.pay("0.1", desk.path("p.psbt")) + ["--json"])
    let change = try Descriptor(parsing: Desk.account).address(branch: 1, index: 0, on: .regtest)
    #expect(paid.json["change"]?["address"]?.stringValue == change?.string, "\(paid.err)")
    #expect(try Self.handedOut(desk) == 1)
  }

  @Test func `a payment whose change address another home took at the last moment is built anew`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let shared = desk.path("state/drawbridge")
    // The index is asked about, since the other home handed out thousands; meanwhile it hands out one more.
    let other = try Store(
      path: desk.path("other.sqlite"), handedOut: HandedOutFile(folder: shared))
    let restored = RestoredWallet(
      name: "savings", descriptor: try Descriptor(parsing: Desk.account), birthHeight: 0,
      gapLimit: 20, next: [0, 6_000], people: [:], labels: [], payments: [])
    _ = try other.restore([restored], nodes: [], document: [], on: .regtest)
    let same = try other.wallet(named: "savings")
    let taken = Mutex<[UInt32]>([])
    let screen = RecordingScreen(hasTerminal: false) { said in
      guard said.contains("accepted R07"), taken.withLock({ $0.isEmpty }) else { return }
      let issued = try? other.issueAddress(of: same, branch: 1)
      taken.withLock { $0.append(issued?.index ?? 0) }
    }
    let environment = CoordinatorEnvironment(
      home: desk.path("home"), shared: shared, screen: screen, now: { 1_800_000_000 }, source: nil)
    let code = await CoordinatorProgram.run(
      Self.pay("0.1", desk.path("p.psbt")) + ["--accept", "R07"], in: environment)
    #expect(code == .done, "\(screen.talk)")
    #expect(taken.withLock { $0 } == [6_000])
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let wallet = try store.wallet(named: "savings")
    let own = try wallet.descriptor.derived(branch: 1, index: 6_001).scriptPubKey
    let payments = try store.payments(of: wallet)
    #expect(payments.count == 1)
    #expect(payments.first?.unsigned.outputs.contains { $0.scriptPubKey == own } == true)
  }

  @Test func `payments that are built at once each get a change address, and none is passed over`()
    async throws
  {
    let count = 6
    let desk = try await Desk.practising("0.5", "0.5", "0.5", "0.5", "0.5", "0.5")
    let (home, shared) = (desk.path("home"), desk.path("state/drawbridge"))
    let commands = (1...count).map {
      Self.pay("0.0\($0)", desk.path("\($0).psbt")) + ["--no-sync"]
    }
    let runs = await withTaskGroup(of: (TerminalUI.ExitCode, String).self) { group in
      for command in commands {
        group.addTask {
          let screen = RecordingScreen(hasTerminal: false)
          let environment = CoordinatorEnvironment(
            home: home, shared: shared, screen: screen, now: { 1_800_000_000 }, source: nil)
          return (await CoordinatorProgram.run(command, in: environment), screen.talk)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for (code, said) in runs { #expect(code == .done, "\(said)") }
    let store = try Store(path: desk.path("home/coordinator.sqlite"))
    let wallet = try store.wallet(named: "savings")
    let branch = try wallet.descriptor.branch(1)
    let own = try (0..<UInt32(count)).map { try branch.script(at: $0).scriptPubKey }
    let paid = try store.payments(of: wallet).flatMap { $0.unsigned.outputs.map(\.scriptPubKey) }
    for script in own { #expect(paid.count { $0 == script } == 1) }
    #expect(try store.branches(of: wallet)[1].handedOut == UInt32(count))
  }
}
