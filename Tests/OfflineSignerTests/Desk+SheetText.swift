import ArgumentParser
import EncryptedVault
import Foundation
import RecordingScreens
import RecoverySheets
import SecureMemory
import SheetPages
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// What a sheet says in words: its facts, and the steps that bring things back.
struct SheetText {
  /// By label; of rows with one label the last.
  var facts: [String: String] = [:]
  /// The lines under `To restore`, or under `First way` of a letter.
  var steps: [String] = []
  /// The lines under any heading.
  var everyStep: [String] = []
  var boxes: [String] = []
  var paragraphs: [String] = []
  /// What stands at the foot of each page.
  var footer = ""

  /// The commands in the steps, as they are typed: each ends where a mark ends a word.
  func commands(of program: String) -> [[String]] {
    steps.compactMap { step in
      let words = step.split(separator: " ").map(String.init)
      // A letter names the program with its version, too.
      guard let start = words.firstIndex(of: program), words.count > start + 1,
        words[start + 1].first?.isLetter == true
      else { return nil }
      var command: [String] = []
      for word in words[(start + 1)...] {
        if word.hasPrefix("(") { break }
        let isLast = word.last.map { ",.:;".contains($0) } ?? false
        command.append(isLast ? String(word.dropLast()) : word)
        if isLast { break }
      }
      return command
    }
  }
}

extension Desk {
  /// What `sheet print` with these arguments writes in words.
  func text(ofSheet arguments: String...) throws -> SheetText { try text(ofSheet: arguments) }

  func text(ofSheet arguments: [String]) throws -> SheetText {
    let command = try SheetPrintCommand.parse(
      arguments + ["--out", path("never.png"), "--passphrase-file", path("passphrase")])
    let screen = RecordingScreen(answers: [], hasTerminal: false)
    let environment = environment(screen)
    let subject = try #require(command.subject?.text)
    return try SignerEnvironment.$current.withValue(environment) {
      let session = try SignerSession(command.common, in: environment)
      let vault = try Self.unlocked { try session.readVault() }
      let sheet = try command.sheet(
        of: subject, vault.contents, opening: vault.seeds, printed: session.now, session)
      let document = try SheetDocument(decoding: sheet.document.duplicated())
      return Self.text(of: document)
    }
  }

  /// What is in the vault.
  func contents() throws -> VaultContents {
    let command = try SheetCheckCommand.parse(
      ["never.png", "--passphrase-file", path("passphrase")])
    let environment = environment(RecordingScreen(answers: [], hasTerminal: false))
    return try SignerEnvironment.$current.withValue(environment) {
      let session = try SignerSession(command.common, in: environment)
      return try Self.unlocked { try session.openVault().contents }
    }
  }

  static func text(of document: borrowing SheetDocument) -> SheetText {
    var text = SheetText(footer: document.footer)
    var heading = ""
    for block in document.blocks {
      switch block {
      case .heading(let words): heading = words
      case .facts(let rows): for row in rows { text.facts[row.label] = row.text }
      case .steps(let rows, _):
        text.everyStep += rows.map { "\($0.command). \($0.text)" }
        if heading == "To restore" || heading.hasPrefix("First way") {
          text.steps += rows.map { "\($0.command). \($0.text)" }
        }
      case .box(let label): text.boxes.append(label)
      case .paragraph(let words): text.paragraphs.append(words)
      default: break
      }
    }
    return text
  }
}
