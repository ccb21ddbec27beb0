import Foundation
import QRDrawing
import TerminalUI
import Testing

@testable import OfflineSigner

/// Pictures in a format that is not read, as telephones and scanners write them: every command says so, and what to
/// save them as.
@Suite struct UnreadFormatTests {
  private static let heic = Data([0, 0, 0, 0x18] + Array("ftypheic\0\0\0\0mif1heic".utf8))
  private static let tiff = Data(
    [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0] + Array(repeating: 7, count: 90))
  private static let isHEIC = "picture: HEIC or AVIF, which is not read here"
  private static let advice = "save it as JPEG or PNG, on a computer without a network"

  private func desk() throws -> Desk {
    let desk = try Desk()
    try #require(desk.run("init", "--network", "regtest", "--yes").code == .done)
    return desk
  }

  private func folder(_ name: String, in desk: Desk, _ texts: [String]) throws -> String {
    let folder = desk.path(name)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, text) in texts.enumerated() {
      try Data(QRPicture(QRSymbol(text: text)).png())
        .write(to: URL(fileURLWithPath: "\(folder)/\(index).png"))
    }
    return folder
  }

  @Test(arguments: [
    ["sheet", "check", "FILE"], ["seed", "import", "new", "--from", "FILE"],
    ["seed", "import", "new", "--xor", "--from", "FILE", "--from", "FILE"],
    ["seed", "verify", "fresh", "--from", "FILE"],
    [
      "account", "export", "--seed", "FILE", "--network", "regtest", "--script", "wpkh", "--out",
      "OUT",
    ],
    ["wallet", "register", "new", "--from", "FILE", "--yes"], ["review", "FILE"],
    ["sign", "FILE", "--out", "OUT", "--yes"], ["address", "verify", "--from", "FILE"],
    ["message", "verify", "FILE"], ["qr", "read", "FILE"],
  ])
  func `one that is named is refused in words, with what to save it as`(command: [String]) throws {
    let desk = try Desk.withUncheckedSeed()
    let file = desk.path("page.heic")
    try Self.heic.write(to: URL(fileURLWithPath: file))
    let ran = desk.run(
      command.map { $0 == "FILE" ? file : $0 == "OUT" ? desk.path("out.txt") : $0 })
    #expect(ran.code == .failed)
    #expect(ran.err.contains("page.heic"), "\(ran.err)")
    #expect(ran.err.contains(Self.isHEIC), "\(ran.err)")
    #expect(ran.err.contains("hint: \(Self.advice)"), "\(ran.err)")
  }

  @Test func `beside the pages of a sheet it is named, and the sheet counts`() throws {
    let desk = try Desk.withUncheckedSeed()
    let pages = try desk.print("full", of: "fresh")
    try Self.heic.write(to: URL(fileURLWithPath: "\(pages)/page.heic"))
    let ran = desk.run("sheet", "check", pages)
    #expect(ran.code == .failed)
    #expect(ran.out.contains("The backup of fresh counts as read back"), "\(ran.out)")
    #expect(ran.out.contains("NOT READ: \(pages)/page.heic: \(Self.isHEIC); save it"), "\(ran.out)")
    #expect(ran.err.contains("1 picture could not be read"), "\(ran.err)")
    #expect(ran.err.contains("hint: \(Self.advice)"), "\(ran.err)")
    #expect(ran.err.contains("then run this again"), "\(ran.err)")
    // Beside one that is damaged, neither is forgotten.
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
      .write(to: URL(fileURLWithPath: "\(pages)/cut.png"))
    let both = desk.run("sheet", "check", pages)
    #expect(
      both.err.contains("save pictures in other formats as each line above says"), "\(both.err)")
    #expect(both.err.contains("take blurred pictures again"), "\(both.err)")
  }

  @Test func `a seed is read from a folder beside it, and it is named`() throws {
    let desk = try desk()
    let seed = String(repeating: "0000", count: 11) + "0003"
    let photos = try folder("photos", in: desk, [seed])
    try Self.heic.write(to: URL(fileURLWithPath: "\(photos)/a.heic"))
    try Self.tiff.write(to: URL(fileURLWithPath: "\(photos)/b.tif"))
    let ran = desk.run("seed", "import", "first", "--from", photos)
    #expect(ran.code == .done, "\(ran.err)")
    #expect(ran.err.contains("not read: \(photos)/a.heic: \(Self.isHEIC); save it"), "\(ran.err)")
    #expect(ran.err.contains("not read: \(photos)/b.tif: picture: TIFF"), "\(ran.err)")
    let alone = try folder("alone", in: desk, [])
    try Self.heic.write(to: URL(fileURLWithPath: "\(alone)/a.heic"))
    let none = desk.run("seed", "import", "second", "--from", alone)
    #expect(none.code == .failed && none.err.contains("hint: \(Self.advice)"), "\(none.err)")
    // Nor does what Windows writes beside pictures end it.
    let other = try folder("other", in: desk, [seed])
    let cache = Data(
      [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1] + Array(repeating: 0, count: 500))
    try cache.write(to: URL(fileURLWithPath: "\(other)/Thumbs.db"))
    let verified = desk.run("seed", "verify", "first", "--from", other)
    #expect(verified.code == .done, "\(verified.err)")
    #expect(verified.err.contains("Thumbs.db: neither a picture nor text"), "\(verified.err)")
    // Of Seed XOR every part counts.
    let parts = try folder("parts", in: desk, [seed, seed])
    try Self.heic.write(to: URL(fileURLWithPath: "\(parts)/a.heic"))
    let xor = desk.run("seed", "import", "third", "--xor", "--from", parts, answers: ["yes"])
    #expect(xor.code == .failed)
    #expect(xor.err.contains("a.heic was not read, and Seed XOR needs every part"), "\(xor.err)")
    #expect(xor.err.contains("hint: \(Self.advice)"), "\(xor.err)")
    #expect(xor.err.contains("if it is not a part, move it out of the folder"), "\(xor.err)")
  }
}
