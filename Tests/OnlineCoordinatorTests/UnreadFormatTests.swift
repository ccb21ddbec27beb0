import Foundation
import QRDrawing
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Pictures in a format that is not read: every command says so, and what to save them as.
@Suite struct UnreadFormatTests {
  private static let heic = Data([0, 0, 0, 0x18] + Array("ftypheic\0\0\0\0mif1heic".utf8))
  private static let isHEIC = "picture: HEIC or AVIF, which is not read here"
  private static let advice = "save it as JPEG or PNG, on a computer without a network"

  @Test func `one that is named is refused in words, with what to save it as`() async throws {
    let desk = try await Desk.practising()
    let file = desk.path("page.heic")
    try Self.heic.write(to: URL(fileURLWithPath: file))
    for command in [
      ["wallet", "import", "family", "--from", file, "--yes"], ["collect", file],
      ["message", "check", file], ["qr", "read", file], ["wallet", "discover", "seed", file],
      ["backup", "key", "--from", file],
    ] {
      let ran = await desk.fails(command, saying: Self.isHEIC)
      #expect(ran.err.contains("page.heic"), "\(command): \(ran.err)")
      #expect(ran.err.contains("hint: \(Self.advice)"), "\(command): \(ran.err)")
    }
  }

  @Test func `a wallet is read from a folder beside it, and it is named`() async throws {
    let desk = try Desk()
    try #require(await desk.run("node", "add", "practice", "rehearsal://").code == .done)
    let photos = desk.path("photos")
    try FileManager.default.createDirectory(atPath: photos, withIntermediateDirectories: true)
    try Data(QRPicture(QRSymbol(text: Desk.account)).png())
      .write(to: URL(fileURLWithPath: "\(photos)/1.png"))
    try Self.heic.write(to: URL(fileURLWithPath: "\(photos)/2.heic"))
    let ran = await desk.run("wallet", "import", "family", "--from", photos, "--yes")
    #expect(ran.code == .done, "\(ran.err)")
    // Each page has its line.
    #expect(ran.err.contains("Pages:\n  1.png: a descriptor, checksum lxek0ef2\n"), "\(ran.err)")
    #expect(ran.err.contains("2.heic: NOT READ: \(Self.isHEIC); save it as"), "\(ran.err)")
    #expect(!ran.err.contains("left out"), "\(ran.err)")
  }
}
