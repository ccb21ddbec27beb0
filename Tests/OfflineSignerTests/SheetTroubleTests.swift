import Bytes
import Foundation
import TerminalUI
import Testing

@testable import OfflineSigner

/// Pictures beside those of a sheet that cannot be read, and folders of too many.
@Suite struct SheetTroubleTests {
  /// The head of a PNG that says it is 60,000 by 60,000 pixels.
  private static let bomb = Data(
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60, 8, 0, 0, 0, 0, 0xa5, 0xb9, 0x2a, 0x9e]
      + [0, 0, 0, 0] + Array("IDAT".utf8) + [0x35, 0xaf, 0x06, 0x1e])

  @Test func `a picture that cannot be read is named and ends with 1, beside a whole sheet`()
    throws
  {
    let desk = try Desk.withUncheckedSeed()
    let pages = try desk.print("full", of: "fresh")
    let names = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    try Self.bomb.write(to: URL(fileURLWithPath: "\(pages)/bomb.png"))
    let first = try #require(names.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: "\(pages)/\(first)"))
    try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: "\(pages)/cut.png"))
    let ran = desk.run("sheet", "check", pages)
    #expect(ran.code == .failed, "\(ran.err)")
    #expect(ran.err.contains("error: 2 pictures could not be read, so what they show was not"))
    // What was read was read: it is noted.
    #expect(ran.out.contains("The backup of fresh counts as read back"), "\(ran.out)")
    #expect(ran.out.contains("NOT READ: \(pages)/bomb.png: "), "\(ran.out)")
    #expect(ran.out.contains("too many pixels (R18)"), "\(ran.out)")
    #expect(ran.out.contains("NOT READ: \(pages)/cut.png: picture: damaged or cut off"))
    #expect(ran.err.contains("not read: \(pages)/bomb.png"), "\(ran.err)")
    let again = desk.run("sheet", "check", pages, "--json")
    let json = again.json
    #expect(again.code == .failed && json["whole"] == .bool(true), "\(again.out)")
    #expect(json["unread"]?.arrayValue?.count == 2)
    #expect(
      json["unread"]?.arrayValue?.first?["picture"]?.stringValue == "\(pages)/bomb.png")
    for name in ["bomb.png", "cut.png"] {
      try FileManager.default.removeItem(atPath: "\(pages)/\(name)")
    }
    #expect(desk.run("sheet", "check", pages).code == .done)
  }

  @Test func `a page that cannot be read is named also when the sheet is not whole without it`()
    throws
  {
    let desk = try Desk.withUncheckedSeed()
    _ = desk.run("account", "export", "fresh", "--script", "wpkh", "--out", desk.path("a.txt"))
    let pages = try desk.print("full", of: "fresh")
    let names = try FileManager.default.contentsOfDirectory(atPath: pages).sorted()
    // The page of the wallet is the last one with a QR code.
    for name in names.dropFirst() {
      let url = URL(fileURLWithPath: "\(pages)/\(name)")
      let whole = try Data(contentsOf: url)
      try whole.prefix(whole.count / 3).write(to: url)
    }
    let ran = desk.run("sheet", "check", pages)
    #expect(ran.code == .failed)
    for name in names.dropFirst() { #expect(ran.out.contains("NOT READ: \(pages)/\(name)")) }
    #expect(ran.err.contains("the sheet was not read whole: missing"), "\(ran.err)")
    #expect(!ran.out.contains("counts as read back"))
  }

  @Test func `a folder of too many files says so`() throws {
    let desk = try Desk.withUncheckedSeed()
    let pages = try desk.print("full", of: "fresh")
    for number in 0...256 {
      try Data().write(to: URL(fileURLWithPath: "\(pages)/z\(number).png"))
    }
    let ran = desk.run("sheet", "check", pages)
    #expect(ran.code == .failed && ran.err.contains("more than 256 entries"), "\(ran.err)")
    #expect(ran.err.contains("keep only the files that matter"), "\(ran.err)")
  }
}
