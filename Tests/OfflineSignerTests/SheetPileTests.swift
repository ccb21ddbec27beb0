import Bytes
import EncryptedVault
import Foundation
import Photographs
import QRReading
import RecoverySheets
import TerminalUI
import Testing

@testable import OfflineSigner
@testable import SignerHome

/// Pages of several sheets read at once: as files in any order, as a folder, as a PDF of scans.
@Suite struct SheetPileTests {
  /// A seed with a wallet, and the scanned pages of a public sheet, a letter and a full one.
  private static func printed() throws -> (desk: Desk, pages: [String: [String]]) {
    let desk = try Desk.withUncheckedSeed()
    let ran = desk.run(
      "account", "export", "fresh", "--script", "wpkh", "--out", desk.path("wpkh.txt"))
    try #require(ran.code == .done, "\(ran.err)")
    var pages: [String: [String]] = [:]
    for kind in ["public", "inheritance", "full"] {
      let folder = try desk.print(kind, of: "fresh")
      pages[kind] = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        .map { "\(folder)/\($0)" }
    }
    return (desk, pages)
  }

  /// A PDF with a JPEG of each page, as a scanner writes it; every second one upside down.
  private static func pdf(of pages: [String]) throws -> [UInt8] {
    var pdf = Array("%PDF-1.3\n".utf8)
    for (index, page) in pages.enumerated() {
      let picture = try GrayPicture(png: Data(contentsOf: URL(fileURLWithPath: page)))
      let turned = try #require(
        GrayPicture(
          width: picture.width, height: picture.height,
          pixels: index % 2 == 0 ? picture.pixels : picture.pixels.reversed()))
      let jpeg = Scenes.jpeg(turned)
      pdf +=
        "\(index + 1) 0 obj << /Subtype /Image /Width \(turned.width) /Height \(turned.height) "
        .utf8
      pdf += "/Filter /DCTDecode /ColorSpace /DeviceGray /BitsPerComponent 8 ".utf8
      pdf += "/Length \(jpeg.count) >> stream\n".utf8
      pdf += jpeg
      pdf += "\nendstream endobj\n".utf8
    }
    return pdf + Array("trailer << >>\n%%EOF\n".utf8)
  }

  @Test func `sheets in any order are each read whole and recorded`() throws {
    let (desk, pages) = try Self.printed()
    let all = (pages["full"] ?? []) + (pages["public"] ?? []) + (pages["inheritance"] ?? [])
    let run = desk.run(["sheet", "check"] + all.reversed() + ["--json"])
    #expect(run.code == .done, "\(run.err)")
    let titles = run.json["sheets"]?.arrayValue?.compactMap { $0["sheet"]?.stringValue } ?? []
    #expect(titles.count == 3, "\(titles)")
    for kind in [SheetKind.public, .inheritance, .full] {
      #expect(titles.contains { $0.hasPrefix("the \(kind.title.lowercased()) of fresh") })
    }
    #expect(run.json["pages"]?.arrayValue?.count == all.count)
    #expect(try desk.contents().sheets.allSatisfy { $0.verified != nil })
    #expect(run.out.contains(#""readBack": "fresh""#) || run.out.contains(#""readBack":"fresh""#))
  }

  @Test func `a PDF of scans says of each page what it is`() throws {
    let (desk, pages) = try Self.printed()
    let both = (pages["public"] ?? []) + (pages["inheritance"] ?? [])
    let file = desk.path("scan.pdf")
    try Data(Self.pdf(of: both)).write(to: URL(fileURLWithPath: file))
    let run = desk.run("sheet", "check", file)
    #expect(run.code == .done, "\(run.err)")
    #expect(run.out.contains("scan.pdf, page 1: the public sheet of fresh"), "\(run.out)")
    #expect(run.out.contains("the letter of fresh"), "\(run.out)")
    let words = desk.run("sheet", "check", file, "--json").json["pages"]?.arrayValue
    #expect(words?.count == both.count)
  }

  @Test func `what is missing, and pages of another seed or print, are named`() throws {
    let (desk, pages) = try Self.printed()
    let other = try Desk.withUncheckedSeed()
    let folder = try other.print("full", of: "fresh")
    let strange = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
    let run = desk.run(["sheet", "check"] + strange + (pages["public"] ?? []))
    #expect(run.code == .failed)
    #expect(run.err.contains("1 of the 2 sheets was not read whole"), "\(run.err)")
    #expect(run.err.contains("no record of printing it"), "\(run.err)")
    #expect(run.out.contains("OF ANOTHER PRINT: the recovery sheet"), "\(run.out)")
    #expect(run.out.contains("Read: the public sheet of fresh"), "\(run.out)")
    #expect(try desk.contents().sheets.contains { $0.verified != nil })
    let nothing = desk.run(["sheet", "check"] + strange)
    #expect(nothing.code == .failed && nothing.err.contains("no record of printing it"))
  }

  @Test func `a file that cannot be read does not hide the others`() throws {
    let (desk, pages) = try Self.printed()
    let bad = try desk.write("%PDF-1.4\nnothing", to: "drawn.pdf")
    let run = desk.run(["sheet", "check", bad] + (pages["public"] ?? []))
    #expect(run.code == .failed)
    #expect(run.err.contains("drawn.pdf is the file of a page"), "\(run.err)")
    #expect(run.out.contains("Read: the public sheet of fresh"), "\(run.out)")
    let alone = desk.run("sheet", "check", bad)
    #expect(alone.code == .failed && alone.err.contains("what counts is the paper"))
  }
}
