import AirgapMessages
import AirgapTransfer
import Bytes
import Foundation
import RecordingScreens
import TerminalUI
import Testing

/// Messages by file, both ways; pictures are tested where the helper program is built (the journeys).
@Suite struct MessageFileTests {
  static let psbt: [UInt8] = [0x70, 0x73, 0x62, 0x74, 0xff, 1, 0, 0]

  final class Scratch {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("transfer-\(UUID().uuidString)")
    let console = Console(screen: RecordingScreen())

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    func bytes(_ name: String) throws -> [UInt8] {
      [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    }
    func write(_ bytes: [UInt8], to name: String) throws -> String {
      try Data(bytes).write(to: folder.appendingPathComponent(name))
      return path(name)
    }
  }

  @Test func `a payment goes to a file and comes back, whatever the name says`() throws {
    let scratch = try Scratch()
    for (name, format) in [
      ("a.psbt", nil), ("b.txt", nil), ("c.txt", .hex), ("d.psbt", .base64), ("e.txt", .ur),
    ] as [(String, PayloadFormat?)] {
      try MessageOutput(scratch.path(name)).write(
        .psbt(Self.psbt), as: format, on: scratch.console)
      try FileManager.default.moveItem(
        atPath: scratch.path(name), toPath: scratch.path(name + ".bin"))
      #expect(
        try MessageInput(scratch.path(name + ".bin")).message(on: scratch.console)
          == .psbt(Self.psbt))
    }
    #expect(try scratch.bytes("a.psbt.bin") == Self.psbt)
  }

  @Test func `a picture is a picture`() throws {
    let scratch = try Scratch()
    try MessageOutput(scratch.path("a.png")).write(.psbt(Self.psbt), on: scratch.console)
    #expect(try scratch.bytes("a.png").prefix(4) == [0x89, 0x50, 0x4e, 0x47])
    let long = Self.psbt + [UInt8](repeating: 7, count: 3_000)
    try MessageOutput(scratch.path("a.gif")).write(.psbt(long), on: scratch.console)
    #expect(try scratch.bytes("a.gif").prefix(6) == Array("GIF89a".utf8)[...])
    try MessageOutput(scratch.path("frames") + "/").write(.psbt(long), on: scratch.console)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("frames")).count > 1)
  }

  @Test func `a PSBT of a version that is not signed here is carried on as it came`() throws {
    let scratch = try Scratch()
    // Version 2 (BIP-370), and no more than that.
    let newer = try Hex.decode("70736274ff01fb040200000000")
    let message = try MessageInput(scratch.write(newer, to: "in")).message(on: scratch.console)
    try MessageOutput(scratch.path("out.psbt")).write(
      OutgoingMessage(message), on: scratch.console)
    #expect(try scratch.bytes("out.psbt") == newer)
  }

  @Test func `nothing is overwritten unless that is asked for`() throws {
    let scratch = try Scratch()
    let path = try scratch.write([1, 2, 3], to: "there.psbt")
    #expect(throws: ProgramError.self) { try MessageOutput(path).requireFree() }
    #expect(throws: ProgramError.self) {
      try MessageOutput(path).write(.psbt(Self.psbt), on: scratch.console)
    }
    #expect(try scratch.bytes("there.psbt") == [1, 2, 3])
    try MessageOutput(path, overwriting: true).write(.psbt(Self.psbt), on: scratch.console)
    #expect(try scratch.bytes("there.psbt") == Self.psbt)
  }

  @Test func `a folder of frames is replaced by another, and nothing else is`() throws {
    let scratch = try Scratch()
    let long = Self.psbt + [UInt8](repeating: 7, count: 3_000)
    let path = scratch.path("frames") + "/"
    try MessageOutput(path).write(.psbt(long), on: scratch.console)
    let before = try FileManager.default.contentsOfDirectory(atPath: path).count
    #expect(throws: ProgramError.self) {
      try MessageOutput(path).write(.psbt(Self.psbt), on: scratch.console)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == before)
    try MessageOutput(path, overwriting: true).write(.psbt(Self.psbt), on: scratch.console)
    let names = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(names.allSatisfy { $0.hasPrefix("frame-") } && names.count < before)
    _ = try scratch.write([1], to: "frames/diary.txt")
    do throws(ProgramError) {
      try MessageOutput(path, overwriting: true).write(.psbt(long), on: scratch.console)
      Issue.record("replaced")
    } catch {
      #expect(error.message.contains("other files"))
    }
    #expect(try scratch.bytes("frames/diary.txt") == [1])
  }

  @Test func `an ending that says nothing is wrong usage`() {
    #expect(throws: ProgramError.self) { try MessageOutput("payment.doc") }
    do throws(ProgramError) {
      _ = try MessageOutput("payment")
      Issue.record("accepted")
    } catch {
      #expect(error.exitCode == .wrongUsage)
    }
  }

  @Test func `bad files are refused in words`() throws {
    let scratch = try Scratch()
    let empty = try scratch.write([], to: "empty.psbt")
    let noise = try scratch.write([0xde, 0xad, 0, 1], to: "noise.psbt")
    for path in [empty, noise, scratch.path("none.psbt"), "/dev/null"] {
      do throws(ProgramError) {
        _ = try MessageInput(path).message(on: scratch.console)
        Issue.record("accepted \(path)")
      } catch {
        #expect(!error.message.isEmpty && !error.hint.isEmpty)
      }
    }
    let huge = scratch.folder.appendingPathComponent("huge.psbt")
    try Data().write(to: huge)
    let handle = try FileHandle(forWritingTo: huge)
    try handle.truncate(atOffset: UInt64(MessageInput.fileLimit) + 1)
    try handle.close()
    #expect(throws: ProgramError.self) {
      try MessageInput(huge.path).message(on: scratch.console)
    }
  }

  @Test func `a secret in an argument is refused without repeating it`() throws {
    let scratch = try Scratch()
    let words =
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    do throws(ProgramError) {
      _ = try MessageInput(words).message(on: scratch.console)
      Issue.record("accepted")
    } catch {
      #expect(error.message.contains("the command line contains"))
      #expect(!error.message.contains("abandon") && !error.hint.contains("abandon"))
    }
  }

  @Test func `a message may stand in the argument itself`() throws {
    let scratch = try Scratch()
    #expect(
      try MessageInput(Base64.encode(Self.psbt)).message(on: scratch.console) == .psbt(Self.psbt))
  }
}
