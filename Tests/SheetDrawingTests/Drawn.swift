import Foundation
import QRDrawing
import SecureMemory
import SheetPages
import TestSupport
import Testing

@testable import SheetDrawing

/// What a document looks like on paper, for tests.
enum Drawn {
  static func secret(_ text: String) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }

  static func modules(_ text: String) throws -> SecretModules {
    let symbol = try QRSymbol(text: text)
    return try SecretModules(size: symbol.size, modules: symbol.modules)
  }

  /// The files that the drawing gives, in this process.
  static func files(
    _ document: borrowing SecretBytes, as format: SheetFormat, resolution: Int = 150,
    fontRoot: String = ""
  ) async throws -> [[UInt8]] {
    var files: [[UInt8]] = []
    let document = try SheetDocument(decoding: document.duplicated())
    try await DrawingTurn.take {
      try SheetDrawing.draw(
        document, as: format, resolution: resolution, fontRoot: fontRoot
      ) { files.append([UInt8]($0)) }
    }
    return files
  }

  static func document(
    _ paper: Paper = .a4, title: String = "Title", footer: String = "Footer",
    _ fill: (inout SheetWriter) throws -> Void
  ) throws -> SecretBytes {
    var writer = SheetWriter(paper: paper, title: title, footer: footer)
    try fill(&writer)
    return try writer.document()
  }

  /// How a document is laid out.
  static func lookAtLayout(
    of document: borrowing SecretBytes, _ look: (SheetLayout) throws -> Void
  ) async throws {
    let document = try SheetDocument(decoding: document.duplicated())
    try await DrawingTurn.take { try look(SheetLayout(document, FontSet())) }
  }

  static let hasPoppler = FileManager.default.isExecutableFile(atPath: "/usr/bin/pdftotext")

  /// The text of a PDF as another program reads it, page by page, in the order in which it was drawn.
  static func text(of pdf: [UInt8]) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID()).pdf")
    try Data(pdf).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/pdftotext")
    process.arguments = ["-enc", "UTF-8", "-raw", file.path, "-"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return text.split(separator: "\u{c}").map(String.init)
  }

  /// Letters alone, in the composed form: what does not depend on how lines were broken.
  static func letters(_ text: String) -> String {
    text.filter { !$0.isWhitespace }.precomposedStringWithCanonicalMapping
  }
}
