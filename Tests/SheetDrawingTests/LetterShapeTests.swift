import Foundation
import SheetPages
import Testing

/// That a letter which a document holds has ink on paper, not only a place in the file.
@Suite struct LetterShapeTests {
  /// The dark dots of the first page of a PDF, as poppler draws it.
  private static func ink(of pdf: [UInt8]) throws -> Int {
    let file = FileManager.default.temporaryDirectory.appending(path: "ink-\(UUID()).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftoppm")
    process.arguments = ["-gray", "-r", "100", "-l", "1", file.path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let picture = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    // The header is all in light letters of ASCII: `P5`, the size, 255.
    return picture.dropFirst(20).count { $0 < 128 }
  }

  // cairo 1.16 writes the first of them into a PDF as an empty shape.
  @Test(
    .enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"),
    arguments: ["如", "的", "가", "あ", "é"])
  func `a letter has ink in a PDF`(letter: String) async throws {
    let page = { (text: String) in
      try await Self.ink(of: Drawn.files(Drawn.document { $0.paragraph(text) }, as: .pdf)[0])
    }
    let text = String(repeating: letter, count: 60)
    let (plain, shown) = (try await page("x"), try await page(text))
    #expect(shown > plain + 1_000, "\(letter)")
  }

  @Test(
    .enabled(if: Drawn.hasPoppler, "skipped: poppler-utils is not there"),
    arguments: ["如", "的"])
  func `a word of a seed has ink in a PDF`(word: String) async throws {
    let page = { (text: String) in
      try await Self.ink(
        of: Drawn.files(Drawn.document { $0.words(Drawn.secret(text)) }, as: .pdf)[0])
    }
    let words = { Array(repeating: $0, count: 24).joined(separator: " ") }
    let (plain, shown) = (try await page(words("i")), try await page(words(word)))
    #expect(shown > plain + 500)
  }
}
