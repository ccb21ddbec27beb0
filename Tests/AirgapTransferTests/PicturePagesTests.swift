import AirgapMessages
import Descriptors
import Foundation
import QRDrawing
import QRTransport
import RecordingScreens
import TerminalUI
import TestSupport
import Testing
import WalletFiles

@testable import AirgapTransfer

/// Of a pile of pages it is said what each shows, and what is still missing.
@Suite struct PicturePagesTests {
  private static let descriptor =
    "wpkh(02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9)"

  private final class Pile {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pile-\(UUID())")
    let screen = RecordingScreen(answers: [], hasTerminal: false)

    init(_ texts: [[String]]) throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, page) in texts.enumerated() {
        let symbols = try page.map { try QRSymbol(text: $0) }
        let png =
          symbols.count == 1
          ? try QRPicture(symbols[0]).png() : try QRPicture(mosaic: symbols, columns: 2).png()
        try write(png, "\(index).png")
      }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ bytes: [UInt8], _ name: String) throws {
      try Data(bytes).write(to: folder.appending(path: name))
    }

    /// Reads it, and gives the error where there is one.
    func read(saysPages: Bool = true) -> (message: AirgapMessage?, error: ProgramError?) {
      do throws(ProgramError) {
        let input = MessageInput(folder.path, saysPages: saysPages)
        return (try input.message(on: Console(screen: screen)), nil)
      } catch {
        return (nil, error)
      }
    }

    var said: String { screen.talk }
  }

  /// A wallet of many keys in parts.
  private static func parts(_ format: PayloadFormat) throws -> (text: String, frames: [String]) {
    let key = "02f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9"
    let others = [
      "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
      "02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5",
      "02e493dbf1c10d80f3581e4904930b1404cc6c13900ee0758474fa94abe8c4cd13",
    ]
    let text = "wsh(sortedmulti(2,\(([key] + others).joined(separator: ","))))"
    let limit = try #require(QRVersion(format == .ur ? 6 : 3))
    guard format == .ur else {
      let file = BBQrFile(kind: .text, bytes: Array(text.utf8))
      return (text, try FrameEncoder(bbqr: file, limit: limit).loop())
    }
    let message = OutgoingMessage(try Recognizer.message(Array(text.utf8)))
    let frames = try message.frames(as: format, limit: limit).loop()
    return (text, frames)
  }

  @Test func `each page is said with its parts, and what they are together`() throws {
    let (text, frames) = try Self.parts(.bbqr)
    try #require(frames.count >= 3)
    let pile = try Pile([Array(frames[..<2])] + frames[2...].map { [$0] })
    #expect(try pile.read().message?.wallet(on: nil)?.descriptor == Descriptor(parsing: text))
    let checksum = try Descriptor(parsing: text).comparableChecksum
    #expect(pile.said.hasPrefix("Pages:\n"))
    let of = "of \(frames.count) of a descriptor, checksum \(checksum)"
    #expect(pile.said.contains("  0.png: parts 1 and 2 \(of)\n"), "\(pile.said)")
    #expect(pile.said.contains("  1.png: part 3 \(of)"), "\(pile.said)")
    #expect(!pile.said.contains("missing"))
    // Where nobody asks, and of a single picture, nothing is said.
    let quiet = try Pile(frames.map { [$0] })
    #expect(quiet.read(saysPages: false).error == nil && quiet.said.isEmpty, "\(quiet.said)")
    let one = try Pile([[Self.descriptor]])
    #expect(one.read().error == nil && one.said.isEmpty, "\(one.said)")
  }

  @Test func `the parts that no page shows are named, also where the reading fails`() throws {
    let (_, frames) = try Self.parts(.bbqr)
    try #require(frames.count >= 3)
    let pile = try Pile([[frames[0]], [frames[2]]])
    let error = try #require(pile.read().error)
    #expect(error.message.contains("2 of \(frames.count) parts"), "\(error.message)")
    #expect(pile.said.contains("0.png: part 1 of \(frames.count) of an incomplete message"))
    let lacking = (1...frames.count).filter { $0 != 1 && $0 != 3 }
    if lacking.count == 1 {
      #expect(pile.said.contains("Still missing: part 2 of \(frames.count)."), "\(pile.said)")
    } else {
      #expect(pile.said.contains("Still missing: parts 2"), "\(pile.said)")
    }
  }

  @Test func `a spare part of a resource stands in for any`() throws {
    let (_, frames) = try Self.parts(.ur)
    let encoded = frames.compactMap { SeriesPart(symbol: Array($0.utf8)) }
    let count = try #require(encoded.first).series.count
    let spare = try #require(zip(frames, encoded).first { $0.1.number > count }).0
    let first = try #require(zip(frames, encoded).first { $0.1.number == 1 }).0
    let pile = try Pile([[first], [spare]])
    #expect(pile.read().error != nil)
    #expect(
      pile.said.contains("1.png: a spare part of \(count) of an incomplete message"), "\(pile.said)"
    )
    #expect(pile.said.contains("Still missing: \(count - 2) of "), "\(pile.said)")
  }

  @Test func `a page without a message, one not read and a copy are named as that`() throws {
    let poster = "https://example.org/buy-now"
    let pile = try Pile([[Self.descriptor], [poster], [Self.descriptor, poster]])
    try pile.write([0, 0, 0, 0x18] + Array("ftypheic".utf8), "a.heic")
    let blank = try QRPicture(QRSymbol(text: "A")).png()
    try pile.write(Array(blank.dropLast(30)), "b.png")
    try pile.write(Array("a note".utf8), "c.txt")
    let mark = try QRPicture(QRSymbol(text: "DRAWBRIDGE/PUBLIC/01234567")).png()
    try pile.write(mark, "d.png")
    #expect(pile.read().message == .descriptor(Self.descriptor))
    let checksum = try Descriptor(parsing: Self.descriptor).comparableChecksum
    let said = pile.said.unwrapped
    for line in [
      "0.png: a descriptor, checksum \(checksum)", "1.png: a QR code that is not a message",
      "2.png: a descriptor, checksum \(checksum)",
      "a.heic: NOT READ: picture: HEIC or AVIF, which is not read here; save it as JPEG or PNG",
      "b.png: NOT READ: picture: damaged or cut off (R22)", "d.png: only the mark of a sheet",
    ] { #expect(said.contains(line), "\(said)") }
    #expect(!said.contains("c.txt") && !said.contains("left out"), "\(said)")
  }

  @Test func `the copy of a resource on another page is named as one`() throws {
    let message = OutgoingMessage(.descriptor(Self.descriptor))
    let frame = try message.frames(as: .ur, limit: try #require(QRVersion(20))).frame(0)
    let pile = try Pile([[frame], [frame]])
    #expect(pile.read().error == nil)
    #expect(pile.said.contains("  0.png: a descriptor, checksum "), "\(pile.said)")
    #expect(pile.said.contains("  1.png: the same as on another page"), "\(pile.said)")
  }

  @Test func `beside a secret no page is described`() throws {
    let seed = String(repeating: "0000", count: 11) + "0003"
    let pile = try Pile([[Self.descriptor], [seed]])
    #expect(pile.read().error?.isSecretRefused == true)
    #expect(pile.said.isEmpty, "\(pile.said)")
  }
}
