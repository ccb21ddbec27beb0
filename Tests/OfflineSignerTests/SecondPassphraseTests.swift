import Bytes
import Descriptors
import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `A second passphrase, of the seeds` {
  private static let second = "acid acoustic acquire across act action"
  private static let question = "Passphrase of the seeds"

  /// A home with a seed and an account, whose seeds have a passphrase of their own.
  private static func desk() throws -> Desk {
    let desk = try Desk.withSeed()
    _ = try desk.account()
    try lock(desk)
    return desk
  }

  private static func lock(_ desk: Desk) throws {
    let file = try desk.write(second + "\n", to: "second")
    let ran = desk.run("vault", "passphrase", "--seeds", "--new-passphrase-file", file, "--json")
    try #require(ran.code == .done, "\(ran.err)")
    #expect(ran.json["seedsPassphrase"]?.boolValue == true)
    let said = desk.run("vault", "settings").out
    #expect(said.contains("The seeds have a passphrase of their own"), "\(said)")
  }

  private static func payment(_ desk: Desk, _ number: UInt32 = 3) throws -> String {
    let shown = desk.run("wallet", "show", "first-wpkh-0", "--json")
    let text = try #require(shown.json["descriptor"]?.stringValue, "\(shown.err)")
    return try desk.write(
      PaymentFixture(coinIndex: number).psbt(from: .init(parsing: text)), to: "\(number).psbt")
  }

  @Test func `is asked for by no command that needs no seed`() throws {
    let desk = try Self.desk()
    for command in [
      ["seed", "list"], ["wallet", "list"], ["address", "show", "first-wpkh-0", "4"],
      ["review", try Self.payment(desk)], ["log"], ["vault", "settings"], ["doctor", "--log"],
      ["sheet", "print", "first", "--kind", "public", "--out", desk.path("public.pdf")],
    ] {
      let ran = desk.run(command, answers: [])
      #expect(ran.code == .done, "\(command) \(ran.err)")
      #expect(!ran.terminal.contains(Self.question), "\(command)")
    }
  }

  @Test func `is asked for to check a sheet that holds a seed, and for no other`() throws {
    let desk = try Desk.withSeed()
    _ = try desk.account()
    let (open, full) = (try desk.print("public", of: "first"), try desk.print("full", of: "first"))
    try Self.lock(desk)
    let seen = desk.run("sheet", "check", open, answers: [])
    #expect(seen.code == .done && !seen.terminal.contains(Self.question), "\(seen.err)")
    let refused = desk.run("sheet", "check", full)
    #expect(refused.code == .failed, "\(refused.out)")
    let checked = desk.run("sheet", "check", full, answers: [Self.second])
    #expect(checked.code == .done, "\(checked.err)")
    #expect(checked.terminal.ranges(of: Self.question).count == 1)
  }

  @Test func `is asked for by sign after the approval, and not when that is declined`() throws {
    let desk = try Self.desk()
    let payment = try Self.payment(desk)
    let declined = desk.run("sign", payment, "--out", desk.path("a.psbt"), answers: ["no"])
    #expect(declined.code == .failed)
    #expect(!declined.terminal.contains(Self.question), "\(declined.terminal)")
    let early = desk.run(
      "sign", payment, "--out", desk.path("a.psbt"), answers: [Self.second])
    #expect(early.code == .failed && !early.terminal.contains(Self.question))
    let signed = desk.run(
      "sign", payment, "--out", desk.path("a.psbt"),
      answers: [RecordingScreen.read, "a slip", Self.second])
    #expect(signed.code == .done, "\(signed.err)")
    #expect(signed.err.contains("warning: the passphrase does not open the seeds"), "\(signed.err)")
    #expect(!signed.terminal.contains(Self.second) && !signed.err.contains(Self.second))
    let asked = signed.terminal.ranges(of: Self.question)
    #expect(asked.count == 2)
  }

  @Test func `is read from a file, and a wrong one signs nothing`() throws {
    let desk = try Self.desk()
    let payment = try Self.payment(desk)
    let out = desk.path("a.psbt")
    let wrong = try desk.write("another one\n", to: "wrong")
    let refused = desk.run("sign", payment, "--out", out, "--yes", "--seeds-passphrase-file", wrong)
    #expect(refused.code == .failed)
    #expect(refused.err.contains("the passphrase does not open the seeds"), "\(refused.err)")
    let none = desk.run("sign", payment, "--out", out, "--yes")
    #expect(none.code == .failed && none.err.contains("--seeds-passphrase"), "\(none.err)")
    let thrice = desk.run("sign", payment, "--out", out, "--yes", answers: ["a", "b", "c", "d"])
    #expect(thrice.code == .failed)
    #expect(!FileManager.default.fileExists(atPath: out))
    #expect(desk.run("log", "--json").json.arrayValue?.isEmpty == true)
    let signed = desk.run(
      "sign", payment, "--out", out, "--yes", "--seeds-passphrase-file", desk.path("second"))
    #expect(signed.code == .done, "\(signed.err)")
  }

  @Test func `is asked for before a seed is made or imported, and for one that is shown`() throws {
    let desk = try Self.desk()
    let words = try desk.write(
      "legal winner thank year wave sausage worth useful legal winner thank yellow\n", to: "w")
    let imported = desk.run("seed", "import", "other", "--from", words, answers: [Self.second])
    #expect(imported.code == .done, "\(imported.err)")
    let made = desk.run("seed", "create", "third", answers: ["wrong", "wrong", "wrong", "no"])
    #expect(made.code == .failed && made.terminal.ranges(of: Self.question).count == 3)
    #expect(desk.seedCount == 2)
    let shown = desk.run("seed", "show", "other", answers: ["other", Self.second, ""])
    #expect(shown.code == .done && shown.terminal.contains("legal"), "\(shown.err)")
  }

  @Test func `is not that of the vault, and stays when that is changed`() throws {
    let desk = try Self.desk()
    let vault = desk.path("passphrase")
    let same = desk.run(
      "vault", "passphrase", "--seeds", "--new-passphrase-file", vault, "--seeds-passphrase-file",
      desk.path("second"))
    #expect(same.code == .failed)
    #expect(same.err.contains("the vault and its seeds would have the same passphrase"))
    let new = try desk.write("ripple orbit claim dune tuna lamp\n", to: "new")
    let changed = desk.run(
      "vault", "passphrase", "--new-passphrase-file", new, "--json", answers: [Self.second])
    #expect(changed.code == .done, "\(changed.err)")
    #expect(changed.json["seedsPassphrase"]?.boolValue == true)
    let shown = desk.run(
      "seed", "show", "first", answers: ["first", Self.second, ""], passphrase: "new")
    #expect(shown.code == .done && shown.terminal.contains("abandon"), "\(shown.err)")
  }

  @Test func `is removed by who knows it, and only by that option`() throws {
    let desk = try Self.desk()
    for options in [["--remove"], ["--seeds", "--remove", "--log-n", "18"]] {
      #expect(desk.run(["vault", "passphrase"] + options).code == .wrongUsage)
    }
    // Enter alone draws one, as everywhere; it removes nothing.
    let entered = desk.run(
      "vault", "passphrase", "--seeds",
      answers: [Self.second] + [String](repeating: "", count: 7))
    #expect(entered.code == .failed, "\(entered.err)")
    #expect(
      entered.err.contains("the drawn words were not typed back correctly: nothing was changed"))
    let removed = desk.run(
      "vault", "passphrase", "--seeds", "--remove", "--json", answers: [Self.second])
    #expect(removed.code == .done, "\(removed.err)")
    #expect(removed.json["seedsPassphrase"]?.boolValue == false)
    let shown = desk.run("seed", "show", "first", answers: ["first", ""])
    #expect(shown.code == .done && shown.terminal.contains("abandon"))
    let again = desk.run("vault", "passphrase", "--seeds", "--remove")
    #expect(again.code == .failed)
    #expect(again.err.contains("the seeds have no passphrase of their own"))
  }

  @Test func `for mainnet must be as strong as that of the vault`() throws {
    let desk = try Desk.withSeed(network: "mainnet")
    let weak = try desk.write("abc\n", to: "weak")
    let refused = desk.run("vault", "passphrase", "--seeds", "--new-passphrase-file", weak)
    #expect(refused.code == .failed)
    #expect(refused.err.contains("too weak for real money"), "\(refused.err)")
  }
}
