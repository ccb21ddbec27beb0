import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `A vault that an earlier version wrote` {
  @Test func `opens with all that it holds, and signs`() throws {
    let desk = try Self.desk("version-4")
    let log = desk.run("log", "--json")
    #expect(log.code == .done, "\(log.err)")
    #expect(log.json[0]?["sent"]?.intValue == 10_000_000)
    let descriptor = try desk.account()
    let signed = desk.run(
      "sign", try desk.write(PaymentFixture().psbt(from: descriptor)), "--out", desk.path("a.psbt"),
      "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let after = desk.run("log", "--json")
    #expect(after.json.arrayValue?.count == 2)
    #expect(after.json.arrayValue?.contains { $0["fee"]?.intValue == 705 } == true)
  }

  @Test func `without a chain has its log linked when it is opened, with the same words each time`()
    throws
  {
    let desk = try Self.desk("version-5")
    let first = desk.run("log", "verify", "--json")
    #expect(first.code == .done, "\(first.err)")
    #expect(first.json["entries"]?.intValue == 2 && first.json["older"]?.intValue == 2)
    // Pinned: whoever noted them before the first save must find them afterwards.
    #expect(first.json["words"]?.stringValue == "plate talent health across", "\(first.out)")
    let text = desk.run("log", "verify").out
    #expect(text.contains("The first 2 were written by an earlier version"), "\(text)")
    let answers = desk.run("log", "--json").json[1]?["answers"]?[0]
    #expect(answers?["name"]?.stringValue == "R33" && answers?["by"]?.stringValue == "not kept")
    let descriptor = try desk.account()
    let signed = desk.run(
      "sign", try desk.write(PaymentFixture().psbt(from: descriptor)), "--out", desk.path("a.psbt"),
      "--yes")
    #expect(signed.code == .done, "\(signed.err)")
    let then = desk.run("log", "verify", "--entries", "2", "--json")
    #expect(then.json["words"] == first.json["words"] && then.json["all"]?.intValue == 3)
    #expect(desk.run("log", "verify", "--json").json["words"] != first.json["words"])
  }

  /// A home with a vault that an earlier version wrote.
  private static func desk(_ version: String) throws -> Desk {
    let desk = try Desk()
    _ = try desk.write("velvet orbit claim dune tuna lamp\n", to: "passphrase")
    let source = Vectors.packageRoot.appending(path: "Tests/OldVaults/\(version)").path
    let home = desk.path("home")
    let files = FileManager.default
    try files.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try files.copyItem(atPath: source, toPath: "\(home)/vault")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home)/vault")
    return desk
  }
}
