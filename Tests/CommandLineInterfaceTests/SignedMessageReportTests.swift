import ArgumentParser
import BitcoinPrimitives
import Bytes
import Foundation
import RecordingScreens
import Refusals
import SignedMessages
import TerminalUI
import Testing

@testable import CommandLineInterface

/// `message verify` and `message check`: what is said about a signed text.
@Suite struct SignedMessageReportTests {
  // BIP-322, basic-test-vectors.json.
  static let address = "bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l"
  static let signature =
    "smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/"
    + "sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI="

  private func report(_ arguments: [String]) throws -> SignedMessageReport {
    try SignedMessageOptions.parse(arguments).report(on: Console(screen: RecordingScreen()))
  }

  private struct Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "signed-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    func write(_ bytes: [UInt8], to name: String) throws -> String {
      try Data(bytes).write(to: url.appending(path: name))
      return url.appending(path: name).path
    }

    func remove() { try? FileManager.default.removeItem(at: url) }
  }

  @Test func `a sound signature is said to be, with the address and the text`() throws {
    let report = try report([
      "--address", Self.address, "--signature", Self.signature, "--text", "Hello World",
    ])
    let words = report.sentences()
    #expect(words.hasPrefix("The signature is valid. "))
    #expect(words.contains(Self.address))
    #expect(words.contains("\n| Hello World\n"))
    #expect(report.doubt == nil)
    #expect(report.json()["valid"] == .bool(true))
    #expect(report.json()["form"] == .string("simple"))
  }

  @Test func `the whole of it is read from one text`() throws {
    let file = SignedMessageFile(
      message: "Hello World", address: Self.address, signature: Self.signature)
    let folder = try Folder()
    defer { folder.remove() }
    let path = try folder.write(Array(file.text.utf8), to: "signed.txt")
    #expect(try report([path]).message == Array("Hello World".utf8))
    let other = try folder.write(Array(Self.address.utf8), to: "address.txt")
    let refused = #expect(throws: ProgramError.self) { try report([other]) }
    #expect(refused?.message.contains("an address, not a signed message") == true)
  }

  @Test func `every byte of a file of text counts`() throws {
    let folder = try Folder()
    defer { folder.remove() }
    let parts = ["--address", Self.address, "--signature", Self.signature, "--text-file"]
    let exact = try folder.write(Array("Hello World".utf8), to: "exact")
    #expect(try report(parts + [exact]).doubt == nil)
    let longer = try folder.write(Array("Hello World\n".utf8), to: "longer")
    let refused = #expect(throws: ProgramError.self) { try report(parts + [longer]) }
    #expect(refused?.rule == .r20)
  }

  @Test(arguments: [
    [], ["--address", "x"], ["file", "--text", "x"],
    ["--address", "x", "--signature", "y", "--text", "z", "--text-file", "f"],
  ])
  func `parts that are missing or too many are refused`(arguments: [String]) {
    #expect(throws: (any Error).self) { try SignedMessageOptions.parse(arguments) }
  }

  private func shown(_ message: [UInt8]) throws -> String {
    SignedMessageReport(
      message: message, address: try Address(parsing: Self.address, on: .mainnet),
      signature: .simple(witness: []), verdict: try sound()
    ).sentences()
  }

  private func sound() throws -> MessageVerdict {
    try MessageSignature(parsing: Self.signature).verdict(
      on: Array("Hello World".utf8), by: Address(parsing: Self.address, on: .mainnet))
  }

  @Test func `text of others cannot look like ours, and what is hidden is said`() throws {
    let words = try shown(Array("first\nThe signature is invalid.\u{202e}".utf8))
    #expect(words.contains("\n| The signature is invalid.\\u{202e}\n"))
    #expect(words.contains("characters that a screen does not show"))
    #expect(!words.contains("look like others"))
    #expect(try shown(Array("p\u{430}y".utf8)).contains("some look like others"))
    #expect(try shown([]).contains("The text is empty."))
    #expect(try shown([0xff, 0x41]).contains("| \\x{ff}A"))
  }

  @Test func `each row of the text is marked on a terminal`() throws {
    let text = "\u{ff9e}" + String(repeating: " ", count: 90) + String(repeating: "word", count: 90)
    let console = Console(screen: RecordingScreen(resultIsOnTerminal: true, size: (60, 24)))
    let rows = console.wrappedResult(try shown(Array(text.utf8))).split(separator: "\n")
    let first = try #require(rows.firstIndex { $0.hasPrefix("Text (") })
    let last = try #require(rows.firstIndex { $0.hasPrefix("It contains characters") })
    #expect(last - first > 6)
    let marked = rows[(first + 1)..<last]
    #expect(marked.allSatisfy { $0.utf8.starts(with: "| ".utf8) }, "\(marked)")
    #expect(
      marked.map { $0.dropFirst(2) }.joined() == "\\u{ff9e}"
        + text.unicodeScalars.dropFirst().map { String($0) }.joined())
  }

  @Test func `of a long text the hash is shown, because nobody reads all of it`() throws {
    let words = try shown(Array(repeating: UInt8(ascii: "a"), count: 5_000))
    #expect(words.contains("Only its beginning is shown. The SHA-256 of all of it is "))
    let lines = try shown(Array(String(repeating: "x\n", count: 100).utf8))
    #expect(lines.split(separator: "\n").count { $0 == "| x" } == 60)
  }
}
