import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import Foundation
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

/// Messages on paper: the file itself, and its pages as a scanner or a phone sees them.
@Suite struct MessagePaperTests {
  private static let poppler = "/usr/bin/pdftoppm"
  static let hasPoppler = FileManager.default.isExecutableFile(atPath: poppler)

  private final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "paper-\(UUID())")
    let console = Console(screen: RecordingScreen())

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
  }

  private func psbt(_ count: Int) -> AirgapMessage {
    .psbt(
      [0x70, 0x73, 0x62, 0x74, 0xFF]
        + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) })
  }

  /// The pages in dots, under names in another order than theirs.
  private func scan(_ document: String, into folder: String, dots: Int) throws -> Int {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.poppler)
    process.arguments = ["-r", "\(dots)", "-gray", "-png", document, "\(folder)/page"]
    try process.run()
    process.waitUntilExit()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for (number, name) in names.enumerated() {
      try FileManager.default.moveItem(
        atPath: "\(folder)/\(name)", toPath: "\(folder)/scan-\(100 - number).png")
    }
    return names.count
  }

  @Test(arguments: [nil, .ur, .bbqr, .specter] as [PayloadFormat?], [20, 700, 4_000])
  func `a payment is read from the file as it is`(format: PayloadFormat?, count: Int) throws {
    let scratch = try Scratch()
    let path = scratch.path("payment.pdf")
    try MessageOutput(path).write(OutgoingMessage(psbt(count)), as: format, on: scratch.console)
    #expect(try MessageInput(path).message(on: scratch.console) == psbt(count))
  }

  @Test(
    .enabled(if: hasPoppler, "skipped: poppler-utils is not there"),
    arguments: [(20, 1), (700, 1), (12_000, 3)])
  func `a payment is read from its pages at 150 dots an inch, in any order`(
    count: Int, pages: Int
  ) throws {
    let scratch = try Scratch()
    let path = scratch.path("payment.pdf")
    try MessageOutput(path).write(OutgoingMessage(psbt(count)), on: scratch.console)
    #expect(try scan(path, into: scratch.path("scans"), dots: 150) == pages)
    #expect(
      try MessageInput(scratch.path("scans")).message(on: scratch.console) == psbt(count))
  }

  @Test(.enabled(if: hasPoppler, "skipped: poppler-utils is not there"))
  func `a page that is not there is missed by its parts`() throws {
    let scratch = try Scratch()
    let path = scratch.path("payment.pdf")
    try MessageOutput(path).write(OutgoingMessage(psbt(12_000)), on: scratch.console)
    #expect(try scan(path, into: scratch.path("scans"), dots: 150) == 3)
    try FileManager.default.removeItem(atPath: scratch.path("scans/scan-100.png"))
    let error = #expect(throws: ProgramError.self) {
      try MessageInput(scratch.path("scans")).message(on: scratch.console)
    }
    #expect(error?.message.contains("the pictures hold 22 of 29 parts") == true, "\(error as Any)")
  }

  @Test func `a message of more pages than are printed is refused before anything is written`()
    throws
  {
    let scratch = try Scratch()
    let path = scratch.path("payment.pdf")
    let error = #expect(throws: ProgramError.self) {
      try MessageOutput(path).write(OutgoingMessage(psbt(300_000)), on: scratch.console)
    }
    #expect(error?.message.contains("but at most 40 are printed") == true, "\(error as Any)")
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
