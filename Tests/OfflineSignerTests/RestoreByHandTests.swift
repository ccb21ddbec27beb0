import Foundation
import Mnemonics
import RecordingScreens
import RecoverySheets
import SecureMemory
import SheetPages
import TerminalUI
import Testing

@testable import OfflineSigner

/// What stands on sheets for those who write and type by hand: blank ones, the page for steel, lines of letters.
@Suite struct `Restoring by hand as the sheet says` {
  private static func text(ofBlank count: Int) throws -> SheetText {
    let sheet = try RecoverySheet.blank(words: count, paper: .a4, program: "offline-signer 0")
    return Desk.text(of: try SheetDocument(decoding: sheet.document.duplicated()))
  }

  /// A picture of the code that a command shows, as somebody copied it.
  private static func copied(_ command: [String], on desk: Desk) throws -> String {
    let file = desk.path("copied-\(UUID()).png")
    let ran = desk.run(command + ["--out", file], answers: ["first"])
    try #require(ran.code == .done, "\(command): \(ran.err)")
    return file
  }

  @Test(arguments: [12, 15, 24])
  func `every line of a blank sheet does what it says`(_ count: Int) throws {
    var entropy = [UInt8](repeating: 0x9c, count: count * 4 / 3)
    let words = try Mnemonic(entropy: SecretBytes(moving: &entropy), language: .english)
      .revealingSentence().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    // The computer that made the words, the one where they are typed, and the one that sees their code.
    let (old, typing) = (try Desk.withSeed(words: words), try Desk())
    let seeing = try Desk.fresh()
    let steps = try Self.text(ofBlank: count).everyStep
    let commands = SheetText(steps: steps).commands(of: "offline-signer")
    #expect(commands.count >= 6, "\(commands)")
    let prints = { (desk: Desk) in
      desk.run("seed", "list", "--json").out
        .matches(of: /"fingerprint":\s*"([0-9a-f]{8})"/).map { String($0.1) }
    }
    let print = try #require(prints(old).first)
    var code = ""
    for command in commands {
      let typed = command.map { ["NAME": "first", "FINGERPRINT": print][$0] ?? $0 }
      let ran: Desk.Run
      switch command.prefix(2) {
      case ["seed", "show"]:
        code = try Self.copied(typed, on: old)
        continue
      case ["seed", "verify"]:
        ran = old.run(typed.map { $0 == "camera" ? code : $0 }, answers: [words])
      case ["seed", "import"]:
        // Or filled in on the next page, from what the other computer shows, with the camera in place of the terminal.
        let show = try #require(commands.first { $0.prefix(2) == ["seed", "show"] })
        let page = try Self.copied(show.map { $0 == "NAME" ? "first" : $0 }, on: old)
        let seen = seeing.run(typed.map { $0 == "terminal" ? page : $0 })
        #expect(seen.code == .done, "\(seen.err)")
        ran = typing.run(typed, answers: [words])
      case ["account", "export"]:
        ran = typing.run(typed.map { $0.hasSuffix(".gif") ? typing.path($0) : $0 })
      default:
        // The tests' own network; nobody says yes.
        ran = typing.run(typed + ["--network", "regtest", "--yes"])
      }
      #expect(ran.code == .done, "\(command): \(ran.err)\n\(ran.terminal)")
    }
    for desk in [old, typing, seeing] { #expect(prints(desk) == [print]) }
    #expect(FileManager.default.fileExists(atPath: typing.path("accounts.gif")))
  }

  @Test(arguments: [12, 24])
  func `the line on the page for steel checks the code that was copied`(_ count: Int) throws {
    var entropy = [UInt8](repeating: 0xbd, count: count * 4 / 3)
    let words = try Mnemonic(entropy: SecretBytes(moving: &entropy), language: .english)
      .revealingSentence().withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    let desk = try Desk.withSeed(words: words)
    let plain = try desk.text(ofSheet: "first", "--kind", "full").everyStep
    let steel = try desk.text(ofSheet: "first", "--kind", "full", "--for-steel").everyStep
    let added = steel.filter { !plain.contains($0) }
    let command = try #require(SheetText(steps: added).commands(of: "offline-signer").first)
    let code = try Self.copied(["seed", "show", "first", "--as", "compact-seedqr"], on: desk)
    let ran = desk.run(command.map { $0 == "camera" ? code : $0 })
    #expect(ran.code == .done, "\(command): \(ran.err)")
  }

  @Test func `an encrypted sheet comes back from the text file that its step names`() throws {
    let desk = try Desk.withSeed()
    let secret = try desk.write("six words that nobody would guess", to: "sheet-words")
    let text = try desk.text(ofSheet: "first", "--kind", "encrypted", "--sheet-words-file", secret)
    let lines = text.facts.compactMap { fact in Int(fact.key).map { ($0, fact.value) } }
      .sorted { $0.0 < $1.0 }
    try #require(lines.count > 1)
    let command = try #require(
      text.commands(of: "offline-signer").first { $0.contains("sheet.txt") })
    let other = try Desk.fresh()
    // As they are printed: the number, the groups and the check.
    let file = try other.write(
      lines.map { "\($0.0) \($0.1)" }.joined(separator: "\n"), to: "sheet.txt")
    let ran = other.run(
      command.map { $0 == "sheet.txt" ? file : $0 },
      answers: ["six words that nobody would guess", RecordingScreen.read])
    #expect(ran.code == .done, "\(command): \(ran.err)\n\(ran.terminal)")
    #expect(ran.out.contains("73c5da0a"), "\(ran.out)")
  }
}
