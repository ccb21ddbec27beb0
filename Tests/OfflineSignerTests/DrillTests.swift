import Bytes
import Foundation
import SecureMemory
import Synchronization
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SheetMaking

/// A backup counts only when it was read back; and drills.
@Suite struct `Backups read back and tried again` {
  private static let start: Int64 = 1_800_000_000
  private static let day: Int64 = 86_400

  private func export(_ desk: Desk, _ seed: String, _ script: String = "wpkh") -> Desk.Run {
    desk.run(
      "account", "export", seed, "--script", script, "--out", desk.path("\(seed)-\(script).txt"))
  }

  @Test(arguments: ["wpkh", "wsh"])
  func `no mainnet account is handed out before the backup was read back`(
    _ script: String
  ) throws {
    let desk = try Desk.withUncheckedSeed(network: "mainnet")
    let refused = export(desk, "fresh", script)
    #expect(refused.code == .failed)
    #expect(
      refused.err.hasSuffix(
        """
        warning: the backup of the seed fresh was never read back, and nobody knows whether it is right: \
        `sheet check` a printed sheet, or `seed verify fresh`
        error: the backup of the seed fresh was never read back, so no mainnet account of it is handed \
        out: coins sent there could be lost with this machine
        hint: type its words from the paper (`seed verify fresh`); or print a sheet and read that back \
        (`sheet print fresh --kind full`, `sheet check`)

        """))
    #expect(!FileManager.default.fileExists(atPath: desk.path("fresh-\(script).txt")))
    let all = desk.run(
      "account", "export", "fresh", "--all", "--out", desk.path("all.gif"))
    #expect(all.code == .failed && all.err.contains("no mainnet account of it is handed out"))
    #expect(desk.run("wallet", "list").out.contains("fresh") == false)
    let words = try desk.words(of: "fresh")
    #expect(desk.run("seed", "verify", "fresh", answers: [words]).code == .done)
    #expect(export(desk, "fresh", script).code == .done)
  }

  @Test func `three words are no backup read back`() throws {
    let desk = try Desk.withUncheckedSeed(network: "mainnet")
    let words = try desk.words(of: "fresh").split(separator: " ").map(String.init)
    let positions = try SeedQuiz.positions(of: 12, Numbers())
    let quiz = desk.run(
      ["seed", "verify", "fresh", "--quiz"], answers: positions.map { words[$0 - 1] },
      random: Numbers())
    #expect(quiz.code == .done, "\(quiz.err)")
    #expect(export(desk, "fresh").code == .failed)
  }

  @Test func `nobody without a printer and nobody in need is locked out`() throws {
    // Restored from words.
    let restored = try Desk.withSeed(network: "mainnet")
    #expect(!restored.run("seed", "list").err.contains("read back"))
    #expect(export(restored, "first").code == .done)
    // On a test network nothing is refused, but it is still said.
    let test = try Desk.withUncheckedSeed()
    let run = export(test, "fresh")
    #expect(run.code == .done && run.err.contains("was never read back"))
  }

  @Test func `a child counts as read back by a sheet of its parent that names it`() throws {
    let desk = try Desk.withUncheckedSeed(network: "mainnet")
    let early = try desk.print("full", of: "fresh")
    let kept = desk.run(
      ["seed", "derive", "fresh", "--as", "words", "--into", "child"], now: 1_800_000_100)
    try #require(kept.code == .done, "\(kept.err)")
    #expect(kept.err.contains("The words of fresh alone are not enough to find it again"))
    #expect(export(desk, "child").code == .failed)
    // The words of the parent, and a sheet from before, do not say which child there is.
    let words = try desk.words(of: "fresh")
    #expect(desk.run("seed", "verify", "fresh", answers: [words]).code == .done)
    #expect(desk.run("sheet", "check", early).out.contains("fresh counts as read back"))
    let still = export(desk, "child")
    #expect(still.code == .failed)
    #expect(
      still.err.contains("no sheet that was read back says how the seed child comes from fresh"))
    let late = try desk.print("full", of: "fresh", now: 1_800_000_200)
    #expect(export(desk, "child").code == .failed)
    #expect(desk.run("sheet", "check", late).code == .done)
    let run = export(desk, "child")
    #expect(run.code == .done && !run.err.contains("read back"), "\(run.err)")
    // Without its parent it keeps that, and another seed of the parent's name changes nothing.
    #expect(desk.run("seed", "remove", "fresh", "--yes").code == .done)
    #expect(export(desk, "child", "tr").code == .done)
    let other = desk.run("seed", "derive", "child", "--as", "words", "--into", "grandchild")
    try #require(other.code == .done, "\(other.err)")
    #expect(desk.run("seed", "remove", "child", "--yes").code == .done)
    let again = String(repeating: "zoo ", count: 11) + "wrong"
    #expect(desk.run("seed", "import", "child", answers: [again]).code == .done)
    #expect(export(desk, "grandchild").code == .failed)
  }

  @Test func `what was printed of a removed seed says nothing of a later one of its name`() throws {
    let desk = try Desk.withUncheckedSeed(network: "mainnet")
    let shares = try ["1", "2"].map {
      try desk.print(
        "share", of: "fresh", "--as", "slip39", "--shares", "2-of-3", "--share", $0)
    }
    #expect(desk.run("sheet", "check", shares[0]).code == .done)
    #expect(desk.run("seed", "remove", "fresh", "--yes").code == .done)
    let made = desk.run(
      ["seed", "create", "fresh", "--words", "12", "--yes"], now: 1_800_000_100)
    try #require(made.code == .done, "\(made.err)")
    let old = desk.run("sheet", "check", shares[1])
    #expect(old.code == .failed && !old.out.contains("counts as read back"), "\(old.out)")
    #expect(export(desk, "fresh").code == .failed)
  }

  @Test func `shares of several groups count when their rule is met, and only then`() throws {
    let desk = try Desk.withUncheckedSeed()
    let options = [
      "--as", "slip39", "--groups-needed", "1", "--shares", "2-of-3", "--shares", "2-of-2",
      "--share",
    ]
    var shares: [String] = []
    for number in [1, 4, 5] {
      shares.append(try desk.print("share", of: "fresh", options + ["\(number)"]))
    }
    let first = desk.run("sheet", "check", shares[0])
    #expect(
      first.out.contains(
        "Read so far: group 1: 1 of 2, group 2: 0 of 2; restoring fresh takes 1 of the 2 groups."),
      "\(first.out)")
    // One of each group is none of either.
    #expect(!desk.run("sheet", "check", shares[1]).out.contains("counts as read back"))
    #expect(desk.run("sheet", "check", shares[2]).out.contains("fresh counts as read back"))
  }

  @Test func `shares with a passphrase count when it was tried`() throws {
    let desk = try Desk.withUncheckedSeed()
    let passphrase = try desk.write("shared", to: "shared")
    let shares = try ["1", "2"].map {
      try desk.print(
        "share", of: "fresh", "--as", "slip39", "--shares", "2-of-2", "--slip39-passphrase-file",
        passphrase, "--share", $0)
    }
    #expect(desk.run("sheet", "check", shares[0]).code == .done)
    let second = desk.run("sheet", "check", shares[1])
    #expect(second.code == .done, "\(second.err)")
    #expect(second.out.contains("have a passphrase, which was not tried"))
    #expect(desk.run("seed", "list").err.contains("was never read back"))
    let verify =
      ["seed", "verify", "fresh"] + shares.flatMap { ["--from", $0] } + ["--slip39-passphrase-file"]
    let none = try desk.write("", to: "none")
    #expect(desk.run(verify + [none]).code == .failed)
    let right = desk.run(verify + [passphrase])
    #expect(right.code == .done, "\(right.err)")
    #expect(!desk.run("seed", "list").err.contains("read back"))
  }

  @Test func `the next drill is kept, reminded of, and put off by a quiz`() throws {
    let desk = try Desk.withSeed()
    let words = Desk.words
    let verified = desk.run(
      ["seed", "verify", "first", "--json"], answers: [words], now: Self.start)
    #expect(verified.json["nextDrill"]?.intValue == Int(Self.start + 365 * Self.day))
    let before = desk.run(["seed", "list"], now: Self.start + 365 * Self.day - 1)
    #expect(!before.err.contains("tried again"))
    let due = desk.run(["seed", "list"], now: Self.start + 365 * Self.day)
    #expect(
      due.err.contains("the backup of the seed first should have been tried again by 2028-01-15"),
      "\(due.err)")
    let later = Self.start + 400 * Self.day
    let quiz = desk.run(
      ["seed", "verify", "first", "--quiz"], answers: ["abandon", "abandon", "abandon"],
      random: Numbers(), now: later)
    #expect(quiz.code == .done, "\(quiz.err)")
    #expect(quiz.terminal.contains("from the paper"))
    #expect(!desk.run(["seed", "list"], now: later + Self.day).err.contains("tried again"))
    // The interval is a setting.
    let set = desk.run(
      ["vault", "settings", "drill-interval-days", "30"], answers: ["drill-interval-days"])
    #expect(set.code == .done, "\(set.err)")
    _ = desk.run(["seed", "verify", "first"], answers: [words], now: later)
    #expect(desk.run(["seed", "list"], now: later + 30 * Self.day).err.contains("tried again"))
  }

  @Test func `a wrong word of the quiz is named by its number alone`() throws {
    let desk = try Desk.withSeed()
    let positions = try SeedQuiz.positions(of: 12, Numbers())
    #expect(Set(positions).count == 3 && positions == positions.sorted())
    let run = desk.run(
      ["seed", "verify", "first", "--quiz"], answers: ["abandon", "zoo", "abandon"],
      random: Numbers())
    #expect(run.code == .failed)
    #expect(run.err.contains("word \(positions[1]) does not match the seed first"))
    #expect(!run.err.contains("zoo") && !run.err.contains("abandon"))
    #expect(desk.run("seed", "verify", "first", "--quiz").err.contains("there is no terminal"))
    let both = desk.run("seed", "verify", "first", "--quiz", "--drill")
    #expect(both.code == .wrongUsage)
  }

  @Test func `each position is asked for as often as any other`() throws {
    for count in [12, 15, 18, 21, 24] {
      let random = Numbers()
      var seen = [Int](repeating: 0, count: count + 1)
      for _ in 0..<2_000 {
        for position in try SeedQuiz.positions(of: count, random) { seen[position] += 1 }
      }
      #expect(seen[0] == 0)
      let mean = 6_000 / count
      #expect(seen.dropFirst().allSatisfy { abs($0 - mean) < mean / 3 }, "\(count): \(seen)")
    }
  }

  @Test func `a drill restores from the paper alone, and the addresses are compared`() throws {
    let desk = try Desk.withSeed()
    try #require(export(desk, "first").code == .done)
    let address = desk.run("address", "show", "first-wpkh-0", "4", "--json")
    let expected = try #require(address.json["address"]?.stringValue)
    let drill = desk.run(
      "seed", "verify", "first", "--drill", "--json", answers: [Desk.words, "yes"])
    #expect(drill.code == .done, "\(drill.err)")
    let wallet = drill.json["drill"]?.arrayValue?.first
    #expect(wallet?["wallet"]?.stringValue == "first-wpkh-0")
    #expect(wallet?["registered"]?.boolValue == true)
    #expect(wallet?["addresses"]?.arrayValue?.compactMap(\.stringValue).last == expected)
    #expect(wallet?["addresses"]?.arrayValue?.count == 5)
    #expect(drill.err.contains("Restored from the paper alone"))
    let file = desk.path("words.txt")
    #expect(desk.run("seed", "verify", "first", "--drill", "--from", file).code == .done)
  }

  @Test func `a sheet with other addresses ends the drill without a note`() throws {
    let desk = try Desk.withUncheckedSeed()
    let words = try desk.words(of: "fresh")
    let drill = desk.run("seed", "verify", "fresh", "--drill", answers: [words, "no"])
    #expect(drill.code == .failed && drill.err.contains("the sheet shows other addresses"))
    #expect(drill.err.contains("no wallet is registered"))
    #expect(desk.run("seed", "list").err.contains("was never read back"))
    let other = desk.run("seed", "verify", "fresh", "--drill", answers: [Desk.words])
    #expect(other.code == .failed && other.err.contains("it is not the seed fresh"))
  }

  @Test func `a drill with another BIP-39 passphrase than the wallet's is noticed`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let words = try desk.write(Desk.words, to: "words.txt")
    _ = desk.run("seed", "import", "deep", "--from", words, "--with-bip39-passphrase")
    let right = try desk.write("right", to: "right")
    let wrong = try desk.write("wrong", to: "wrong")
    let exported = desk.run(
      "account", "export", "deep", "--script", "wpkh", "--out", desk.path("a.txt"),
      "--bip39-passphrase-file", right)
    try #require(exported.code == .done, "\(exported.err)")
    let drill = ["seed", "verify", "deep", "--drill", "--from", words, "--bip39-passphrase-file"]
    let refused = desk.run(drill + [wrong])
    #expect(refused.code == .failed)
    #expect(
      refused.err.contains("does not give the keys of the wallet deep-wpkh-0"), "\(refused.err)")
    #expect(desk.run(drill + [right]).code == .done)
  }

  @Test func `a single private key has a drill too`() throws {
    let desk = try Desk()
    _ = desk.run("init", "--network", "regtest", "--yes")
    let key = try desk.write("cMahea7zqjxrtgAbB7LSGbcQUr1uX1ojuat9jZodMN87JcbXMTcA", to: "key")
    try #require(desk.run("seed", "import", "paper", "--from", key).code == .done)
    let drill = desk.run("seed", "verify", "paper", "--drill", "--from", key, "--json")
    #expect(drill.code == .done, "\(drill.err)")
    let wallet = drill.json["drill"]?.arrayValue?.first
    #expect(wallet?["wallet"]?.stringValue == "paper-combo")
    #expect(wallet?["addresses"]?.arrayValue?.count == 3)
    #expect(desk.run("seed", "verify", "paper", "--quiz", answers: []).code == .wrongUsage)
  }
}

/// Bytes that look random and are the same each time.
private final class Numbers: RandomSource {
  private let state = Mutex<UInt64>(7)

  func fill(_ memory: UnsafeMutableRawBufferPointer) throws(RandomnessError) {
    state.withLock { state in
      for index in memory.indices {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        memory[index] = UInt8(truncatingIfNeeded: state >> 56)
      }
    }
  }
}
