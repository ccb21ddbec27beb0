import AirgapMessages
import AirgapTransfer
import BitcoinPSBT
import BitcoinPrimitives
import Foundation
import Glibc
import QRDrawing
import QRTransport
import RecordingScreens
import TerminalUI
import TestSupport
import Testing

/// Messages by picture, through the real helper, both ways; and pictures that are not what they should be.
@Suite struct MessagePictureTests {
  private final class Scratch {
    let folder = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID())")
    let console = Console(screen: RecordingScreen())

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appending(path: name).path }
    func write(_ bytes: [UInt8], to name: String) throws -> String {
      try Data(bytes).write(to: folder.appending(path: name))
      return path(name)
    }
    /// The error that reading gives; it must say something and how to fix it, in one line each.
    func refusal(_ path: String) -> String? {
      do throws(ProgramError) {
        _ = try MessageInput(path).message(on: console)
        return nil
      } catch {
        let lines = [error.message, error.hint]
        return lines.allSatisfy { !$0.isEmpty && !$0.contains("\n") } ? error.message : nil
      }
    }
  }

  private func psbt(_ count: Int) -> [UInt8] {
    [0x70, 0x73, 0x62, 0x74, 0xFF]
      + (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
  }

  @Test(arguments: [20, 700, 4_000])
  func `a payment goes through every kind of picture and comes back the same`(count: Int) throws {
    let scratch = try Scratch()
    let message = psbt(count)
    for format in [nil, .ur, .bbqr, .specter, .compact] as [PayloadFormat?] {
      for name in ["a.png", "a.gif", "frames/"] {
        let path = scratch.path("\(format?.rawValue ?? "")\(name)")
        let target = name == "frames/" ? path + "/" : path
        try MessageOutput(target).write(.psbt(message), as: format, on: scratch.console)
        #expect(try MessageInput(path).message(on: scratch.console) == .psbt(message))
      }
    }
  }

  @Test func `a multisig payload is one symbol while it fits, and uniform resources beyond`() throws
  {
    let scratch = try Scratch()
    for (text, name, pictures) in [
      (PayloadSamples.readme, "readme", 1), (Self.large, "large", 2),
    ] {
      let payload = try MultisigPayload(parsing: text)
      for format in [nil, .multisig, .ur, .bbqr] as [PayloadFormat?] {
        for ending in [".png", ".gif", "/"] {
          let path = scratch.path("\(name)\(format?.rawValue ?? "")") + ending
          try MessageOutput(path).write(
            .multisigPayload(payload), as: format, on: scratch.console)
          #expect(
            try MessageInput(ending == "/" ? String(path.dropLast()) : path)
              .message(on: scratch.console) == .multisigPayload(payload))
        }
      }
      let frames = try FileManager.default.contentsOfDirectory(atPath: scratch.path(name))
      #expect(pictures == 1 ? frames.count == 1 : frames.count > 1)
      // As text and file it is the very same text.
      try MessageOutput(scratch.path("\(name).txt")).write(
        .multisigPayload(payload), on: scratch.console)
      let file = try Data(contentsOf: scratch.folder.appending(path: "\(name).txt"))
      #expect(Array(file) == Array((text + "\n").utf8))
    }
  }

  /// A payload with a member that no single QR code holds.
  private static let large = PayloadSamples.complete.replacing(
    #"]}}"#, with: #"]},"note":"\#(String(repeating: "0123456789", count: 300))"}"#)

  @Test func `previous transactions go by file and by picture`() throws {
    let scratch = try Scratch()
    let list = (UInt8(1)...3).map { number -> [UInt8] in
      [1, 0, 0, 0, 1] + [UInt8](repeating: number, count: 36) + [0, 255, 255, 255, 255, 1]
        + [9, 0, 0, 0, 0, 0, 0, 0, 1, 0x51, 0, 0, 0, 0]
    }
    for name in ["t.txt", "t.png", "t.gif"] {
      let path = scratch.path(name)
      try MessageOutput(path).write(.transactions(list), on: scratch.console)
      #expect(
        try MessageInput(path).message(on: scratch.console)
          == .transactions(list.map { try Transaction(decoding: $0) }))
    }
  }

  @Test func `photographs of some frames are enough when mixtures are among them`() throws {
    let scratch = try Scratch()
    let message = psbt(9_000)
    try MessageOutput(scratch.path("f") + "/").write(.psbt(message), on: scratch.console)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("f")).sorted()
    #expect(names.count > 8)
    // A photograph without a code, a text and an empty file lie among them.
    for name in [names[1], names[4]] {
      try FileManager.default.removeItem(atPath: scratch.path("f/" + name))
    }
    try Data([]).write(to: scratch.folder.appending(path: "f/0-empty.png"))
    try Data("notes".utf8).write(to: scratch.folder.appending(path: "f/0-notes.txt"))
    #expect(try MessageInput(scratch.path("f")).message(on: scratch.console) == .psbt(message))
  }

  @Test func `a recording of a camera is read`() throws {
    let scratch = try Scratch()
    let picture = QRPicture(
      try QRSymbol(text: "bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"))
    var frame: [UInt8] = []
    for row in 0..<picture.height * 4 {
      for column in 0..<picture.width * 4 {
        frame.append(picture.isDark(row: row / 4, column: column / 4) ? 20 : 230)
      }
    }
    let blank = [UInt8](repeating: 200, count: frame.count)
    var file = Array("drawbridge-frames GREY \(picture.width * 4) \(picture.height * 4)\n".utf8)
    for bytes in [blank, frame] {
      file += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes
    }
    let path = try scratch.write(file, to: "recording")
    #expect(
      try MessageInput(path).message(on: scratch.console)
        == .address("bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"))
  }

  @Test func `pictures that are not what they should be are refused in a line`() throws {
    let scratch = try Scratch()
    let good = try QRPicture(QRSymbol(text: "UR:BYTES/HDEYMEJTSW")).png()
    // The message inside is damaged: the QR code reads, the resource does not.
    #expect(scratch.refusal(try scratch.write(good, to: "damaged-message.png")) != nil)
    for length in stride(from: 1, to: good.count, by: 41) {
      #expect(scratch.refusal(try scratch.write(Array(good.prefix(length)), to: "cut.png")) != nil)
    }
    for position in stride(from: 0, to: good.count, by: 17) {
      var flipped = good
      flipped[position] ^= 0x10
      #expect(scratch.refusal(try scratch.write(flipped, to: "flipped.png")) != nil)
    }
    #expect(scratch.refusal(try scratch.write([], to: "empty.png")) != nil)
    let blank = try blankPNG()
    #expect(
      scratch.refusal(try scratch.write(blank, to: "blank.png"))?.contains("no QR code") == true)
    let huge = try scratch.write(Array(good.prefix(8)), to: "huge.png")
    #expect(truncate(huge, 200_000_000) == 0)
    #expect(scratch.refusal(huge) != nil)
    try FileManager.default.createDirectory(
      at: scratch.folder.appending(path: "none"), withIntermediateDirectories: true)
    #expect(scratch.refusal(scratch.path("none"))?.contains("is empty") == true)
  }

  @Test func `a seed in a symbol is refused and not repeated`() throws {
    let scratch = try Scratch()
    for secret in [
      "080301540200062600251559007008931730078802752004",
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
      "UR:SEED/OEADGDSTASLPLABGHYDRPFMKBGGUFGLUDPRFGMAOTPIECFFLTNLPQDENOS",
    ] {
      let path = try scratch.write(QRPicture(QRSymbol(text: secret)).png(), to: "secret.png")
      let refusal = try #require(scratch.refusal(path))
      for part in [secret.prefix(12), secret.suffix(12)] { #expect(!refusal.contains(part)) }
    }
  }

  @Test func `a poster beside the message does not end the reading, alone it is named`() throws {
    let scratch = try Scratch()
    let poster = try QRSymbol(text: "https://example.org/buy-now")
    let message = psbt(30)
    let ur = try QRSymbol(text: PaymentMessage.ur(message).text)
    for symbols in [[poster, ur], [ur, poster], [poster, poster, ur]] {
      let png = try QRPicture(mosaic: symbols, columns: 2).png()
      let path = try scratch.write(png, to: "wall.png")
      #expect(try MessageInput(path).message(on: scratch.console) == .psbt(message))
    }
    let path = try scratch.write(QRPicture(poster).png(), to: "poster.png")
    let refusal = try #require(scratch.refusal(path))
    #expect(!refusal.contains("no QR code"))
  }

  @Test func `half a series says how much is missing`() throws {
    let scratch = try Scratch()
    try MessageOutput(scratch.path("f") + "/").write(.psbt(psbt(9_000)), on: scratch.console)
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("f")).sorted()
    for name in names.dropFirst(3) {
      try FileManager.default.removeItem(atPath: scratch.path("f/" + name))
    }
    #expect(scratch.refusal(scratch.path("f"))?.contains("3 of ") == true)
  }

  @Test
  func `a form of one symbol is refused where no camera would read it, with the form that works`()
    throws
  {
    let scratch = try Scratch()
    for format in [PayloadFormat.base64, .hex] {
      for name in ["a.png", "a.gif", "a/"] {
        // 1,465 bytes fill a QR code of version 27.
        let room = format == .hex ? 732 : 1_098
        let end = name == "a/" ? "/" : ""
        let path = scratch.path("\(format.rawValue)-fits-\(name)") + end
        try MessageOutput(path).write(.psbt(psbt(room - 5)), as: format, on: scratch.console)
        let read = try MessageInput(name == "a/" ? String(path.dropLast()) : path)
          .message(on: scratch.console)
        #expect(read == .psbt(psbt(room - 5)))
        for count in [room + 1, 3_000, 9_000] {
          let target = scratch.path("\(format.rawValue)-\(count)-\(name)") + end
          #expect {
            try MessageOutput(target).write(.psbt(psbt(count)), as: format, on: scratch.console)
          } throws: { error in
            guard let error = error as? ProgramError else { return false }
            return error.message.contains("version 27") && error.hint.contains("--as bbqr")
          }
          #expect(!FileManager.default.fileExists(atPath: target))
        }
      }
    }
  }

  /// White, 64 by 64 pixels.
  private func blankPNG() throws -> [UInt8] {
    let base64 =
      "iVBORw0KGgoAAAANSUhEUgAAAEAAAABAAQAAAACCEkxzAAAAEklEQVR4nGP4DwUMo4xRBukMAOPT/hD4qL4fAAAAAElFTkSuQmCC"
    return [UInt8](try #require(Data(base64Encoded: base64)))
  }
}
