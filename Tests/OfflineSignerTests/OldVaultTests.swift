import Bytes
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import OfflineSigner

@Suite struct `A vault that an earlier version wrote` {
  @Test func `opens with all that it holds, and signs`() throws {
    let desk = try Desk()
    _ = try desk.write("velvet orbit claim dune tuna lamp\n", to: "passphrase")
    let source = Vectors.packageRoot.appending(path: "Tests/OldVaults/version-4").path
    let home = desk.path("home")
    let files = FileManager.default
    try files.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try files.copyItem(atPath: source, toPath: "\(home)/vault")
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home)/vault")
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
}
