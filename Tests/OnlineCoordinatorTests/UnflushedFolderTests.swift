import Bytes
import DurableFiles
import Foundation
import Glibc
import TerminalUI
import Testing

@testable import AirgapTransfer
@testable import OnlineCoordinator

/// A file that is in place although its folder could not be flushed: whoever finds it has what it says.
@Suite struct UnflushedFolderTests {
  @Test func `an address whose file is there is not handed out again`() async throws {
    let desk = try await Desk.practising("0.5")
    let file = desk.path("address.txt")
    let ran = await MessageOutput.$calls.withValue(UnflushedFolders()) {
      await desk.run("receive", "savings", "--out", file, "--json")
    }
    #expect(ran.code == .failed && ran.err.contains("could not be flushed"), "\(ran.err)")
    let index = try #require(ran.json["index"]?.intValue)
    #expect(
      try String(contentsOfFile: file, encoding: .utf8).contains(
        try #require(ran.json["address"]?.stringValue)))
    #expect(await desk.run("receive", "savings", "--json").json["index"]?.intValue == index + 1)
  }

  @Test(arguments: [false, true])
  func `a payment whose file is there is kept, with its coins`(asPayload: Bool) async throws {
    let family = try await Family("sh(multi(2,%))", "0.5")
    let file = family.desk.path(asPayload ? "p.txt" : "p.psbt")
    let ran = await MessageOutput.$calls.withValue(UnflushedFolders()) {
      await family.desk.execute(
        [
          "pay", "family", "--to", "\(Desk.elsewhere)=0.1", "--fee-rate", "5", "--out", file,
          "--json",
        ] + (asPayload ? ["--as", "multisig"] : []))
    }
    #expect(ran.code == .failed && ran.err.contains("could not be flushed"), "\(ran.err)")
    #expect(ran.err.contains("payment 1 is kept") && ran.json["payment"] == 1, "\(ran.err)")
    #expect(FileManager.default.fileExists(atPath: file))
    #expect(await family.desk.run("payments", "--json").json[0]?["state"] == "draft")
    #expect(await family.desk.run("balance", "family", "--json").json["spendable"] == 0)
  }
}

/// The system's disk, on which no folder can be flushed.
private struct UnflushedFolders: FileCalls {
  private let system = SystemFileCalls()

  func synchronize(_ file: Int32) throws(CallFailure) {
    if try system.status(file).kind == .folder { throw CallFailure(EIO) }
    try system.synchronize(file)
  }

  func openFolder(_ path: String) throws(CallFailure) -> Int32 { try system.openFolder(path) }
  func open(
    _ name: String, in folder: Int32, for purpose: OpenPurpose, permissions: UInt32
  ) throws(CallFailure) -> Int32 {
    try system.open(name, in: folder, for: purpose, permissions: permissions)
  }
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer) throws(CallFailure) -> Int {
    try system.read(file, into: buffer)
  }
  func write(_ file: Int32, _ bytes: UnsafeRawBufferPointer) throws(CallFailure) -> Int {
    try system.write(file, bytes)
  }
  func close(_ file: Int32) throws(CallFailure) { try system.close(file) }
  func status(_ file: Int32) throws(CallFailure) -> FileStatus { try system.status(file) }
  func kind(of name: String, in folder: Int32) throws(CallFailure) -> FileStatus.Kind? {
    try system.kind(of: name, in: folder)
  }
  func rename(
    _ old: String, to new: String, in folder: Int32, _ mode: RenameMode
  ) throws(CallFailure) {
    try system.rename(old, to: new, in: folder, mode)
  }
  func unlink(_ name: String, in folder: Int32) throws(CallFailure) {
    try system.unlink(name, in: folder)
  }
  func makeFolder(_ path: String, permissions: UInt32) throws(CallFailure) {
    try system.makeFolder(path, permissions: permissions)
  }
  func removeFolder(_ path: String) throws(CallFailure) { try system.removeFolder(path) }
  func entries(_ folder: Int32, limit: Int) throws(CallFailure) -> [String] {
    try system.entries(folder, limit: limit)
  }
  func restrict(_ file: Int32, to permissions: UInt32) throws(CallFailure) {
    try system.restrict(file, to: permissions)
  }
  func lock(_ file: Int32) throws(CallFailure) { try system.lock(file) }
}
