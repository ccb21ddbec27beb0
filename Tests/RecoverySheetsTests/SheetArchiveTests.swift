import BitcoinPrimitives
import Foundation
import Mnemonics
import SecureMemory
import SheetPages
import TestSupport
import Testing

@testable import RecoverySheets
@testable import SheetDrawing

/// Where the source is kept, as a release prints it: the whole address and the whole hash reach the page.
@Suite struct SheetArchiveTests {
  private static let address = "https://code.example.org/drawbridge/drawbridge/releases/1.0"
  private static let hash = "588ee90743e4038c098a61ca76800db378bcb6b7f5f3b5548ba60dd870590156"
  private static let groups =
    "588ee907 43e4038c 098a61ca 76800db3 78bcb6b7 f5f3b554 8ba60dd8 70590156"

  private static func frame(
    _ paper: Paper = .a4, in language: SheetLanguage, _ archive: SheetArchive?
  ) -> SheetFrame {
    var frame = SheetFrame(
      paper: paper, program: "offline-signer 0.2", network: .signet, printed: "2026-11-30",
      nextDrill: "2027-11-30", language: language)
    frame.archive = archive
    return frame
  }

  @Test func `a place without spaces and the hash in groups are marked as what is compared`()
    throws
  {
    let archive = try #require(SheetArchive(address: Self.address, hash: Self.hash))
    #expect(archive.printedAddress == "`\(Self.address)`")
    #expect(archive.printedHash == "`\(Self.groups)`")
    let words = try #require(SheetArchive(address: "the safe, at home", hash: Self.hash))
    #expect(words.printedAddress == "the safe, at home")
  }

  @Test(arguments: [
    ("", hash), ("a `place`", hash), (address, ""), (address, String(hash.dropLast())),
    (address, hash + "0"), (address, hash.uppercased()), (address, groups),
  ])
  func `half of it, or what a page cannot say, is nothing`(address: String, hash: String) {
    #expect(SheetArchive(address: address, hash: hash) == nil)
  }

  @Test(arguments: SheetLanguage.allCases)
  func `boxes and letters say both in every language, and without them what they said before`(
    language: SheetLanguage
  ) throws {
    let (address, groups) = ("`\(Self.address)`", "`\(Self.groups)`")
    for archive in [nil, SheetArchive(address: Self.address, hash: Self.hash)] {
      let frame = Self.frame(in: language, archive)
      let letter = try `Recovery sheets`.words(
        on: .inheritance("family", [Wallets.multisig()], seeds: [Wallets.facts], frame))
      for text in [frame.source, letter] {
        #expect(text.contains(address) == (archive != nil), "\(text)")
        #expect(text.contains(groups) == (archive != nil), "\(text)")
        #expect(!text.contains(Self.hash) && !text.contains("{"))
      }
      #expect(frame.source.contains("____") == (archive == nil))
      #expect(letter.contains(language.sentences.letter.oursSourceUnknown) == (archive == nil))
    }
  }

  // MARK: On paper

  /// Languages whose letters are drawn as letters, so that another program reads them out of a PDF.
  private static let languages: [SheetLanguage] = [.english, .german, .french, .czech]

  private static let pages: [@Sendable (SheetFrame) throws -> RecoverySheet] = [
    { try .full(`Recovery sheets`.seed(.english, bytes: 32), [Wallets.one()], $0) },
    { try .public("savings", [Wallets.one()], $0) },
    { try .inheritance("family", [Wallets.multisig()], seeds: [Wallets.facts], $0) },
    { try .blank(words: 24, $0) },
  ]

  @Test(
    .enabled(if: hasPoppler, "skipped: poppler-utils is not there"), arguments: languages)
  func `on paper an address ends a line behind a slash alone, and a hash between its groups`(
    language: SheetLanguage
  ) async throws {
    for paper in Paper.allCases {
      for archive in [SheetArchive(address: Self.address, hash: Self.hash), SheetBoxTests.archive] {
        let archive = try #require(archive)
        let frame = Self.frame(paper, in: language, archive)
        for page in Self.pages {
          let text = try await Self.text(on: page(frame))
          let address = Self.found(Array(archive.address), in: text)
          #expect(!address.isEmpty, "\(archive.address) is not in \(text)")
          for found in address {
            for line in found.split(separator: "\n").dropLast() {
              // The longest has a part that no line of a box has room for.
              let isForced = archive != SheetArchive(address: Self.address, hash: Self.hash)
              #expect(line.hasSuffix("/") || isForced && !line.hasSuffix("-"), "\(found)")
            }
          }
          let groups = stride(from: 0, to: 64, by: 8).map { start in
            String(archive.hash.dropFirst(start).prefix(8))
          }
          let hash = groups.joined(separator: "[ \n]")
          #expect(text.firstMatch(of: try Regex(hash)) != nil, "\(archive.hash) is not in \(text)")
        }
      }
    }
  }

  static let hasPoppler = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")

  /// Where the letters stand in a row, with the ends of lines between them.
  private static func found(_ letters: [Character], in text: String) -> [Substring] {
    let pattern = letters.map { NSRegularExpression.escapedPattern(for: String($0)) }
      .joined(separator: "\n?")
    guard let expression = try? Regex(pattern) else { return [] }
    return text.matches(of: expression).map { text[$0.range] }
  }

  /// What another program reads on the pages, line by line as they were drawn.
  private static func text(on sheet: borrowing RecoverySheet) async throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID()).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    let document = try SheetDocument(decoding: sheet.document.duplicated())
    var pages: [UInt8] = []
    try await DrawingTurn.take {
      try SheetDrawing.draw(document, as: .pdf, resolution: 150) { pages += $0 }
    }
    try Data(pages).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/pdftotext")
    process.arguments = ["-enc", "UTF-8", "-raw", file.path, "-"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text
  }
}
