import Bytes
import EncryptedVault
import Foundation
import Mnemonics
import QRTransport
import SecureMemory
import SheetPages
import TestSupport
import Testing

@testable import RecoverySheets

/// Weak work factors: these tests open hundreds of sheets.
let quick = KDFParameters(unchecked: 4, r: 1, p: 1)

func secret(_ text: String) -> SecretBytes {
  var bytes = Array(text.utf8)
  return SecretBytes(moving: &bytes)
}

func text(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `Encrypted sheets` {
  static let salt = [UInt8](0..<16)
  static let contents = "seed legal winner thank year\nlanguage english\nnetwork signet"

  static func sealed(
    _ contents: String = contents, words: String = "tide copper lantern",
    parameters: KDFParameters = quick
  ) throws -> SealedSheet {
    try SealedSheet(
      sealing: secret(contents), words: secret(words), salt: salt, parameters: parameters)
  }

  @Test func `a sheet opens with its words however they are spaced and capitalised`() throws {
    let sealed = try Self.sealed()
    let read = try SealedSheet(reading: sealed.bytes, minimum: quick)
    #expect(read == sealed)
    for words in ["tide copper lantern", "  Tide  COPPER\tlantern\n", "tide\u{3000}copper lantern"]
    {
      #expect(try text(read.opened(words: secret(words))) == Self.contents)
    }
  }

  @Test(arguments: ["tide copper", "tide lantern copper", "tidecopperlantern", "x"])
  func `wrong words are told from a damaged sheet`(words: String) throws {
    let sealed = try Self.sealed()
    #expect(throws: SealedSheetError.wrongWords) { _ = try sealed.opened(words: secret(words)) }
  }

  @Test func `no words and blank words are refused, for sealing and for opening`() throws {
    let sealed = try Self.sealed()
    for words in ["", " ", "\n\t"] {
      #expect(throws: SealedSheetError.words) { _ = try Self.sealed(words: words) }
      #expect(throws: SealedSheetError.words) { _ = try sealed.opened(words: secret(words)) }
    }
  }

  @Test func `every changed byte and every cut is noticed`() throws {
    let bytes = try Self.sealed().bytes
    for index in bytes.indices {
      var changed = bytes
      changed[index] ^= 1
      #expect(throws: SealedSheetError.self) {
        _ = try SealedSheet(reading: changed, minimum: quick)
      }
      #expect(throws: SealedSheetError.self) {
        _ = try SealedSheet(reading: Array(bytes[..<index]), minimum: quick)
      }
    }
    #expect(throws: SealedSheetError.damaged) {
      _ = try SealedSheet(reading: bytes + [0], minimum: quick)
    }
    #expect(throws: SealedSheetError.notSealed) { _ = try SealedSheet(reading: [], minimum: quick) }
  }

  /// Whoever makes a sheet can make its check right: the tag is what holds.
  @Test func `a byte changed by somebody who mends the check does not open`() throws {
    let bytes = try Self.sealed().bytes
    for index in [8, 23, 24, 40, bytes.count - 5] {
      var changed = bytes
      changed[index] ^= 1
      let forged = Self.checked(changed)
      let read = try SealedSheet(reading: forged, minimum: quick)
      #expect(throws: SealedSheetError.wrongWords) {
        _ = try read.opened(words: secret("tide copper lantern"))
      }
    }
  }

  @Test func `work factors that are weak, or that would take the machine down, are refused`() throws
  {
    let bytes = try Self.sealed().bytes
    for (at, value) in [(5, 3), (5, 21), (5, 255), (6, 0), (6, 255), (7, 0), (7, 255)] {
      var changed = bytes
      changed[at] = UInt8(value)
      #expect(throws: SealedSheetError.self) {
        _ = try SealedSheet(reading: Self.checked(changed), minimum: quick)
      }
    }
    // A sheet as weak as those of these tests is refused by the program itself.
    #expect(throws: SealedSheetError.self) { _ = try SealedSheet(reading: bytes) }
    var later = bytes
    later[4] = 2
    #expect(throws: SealedSheetError.version(2)) {
      _ = try SealedSheet(reading: Self.checked(later), minimum: quick)
    }
  }

  private static func checked(_ bytes: [UInt8]) -> [UInt8] {
    let body = Array(bytes.dropLast(4))
    return body + SHA256Check.of(body)
  }

  @Test func `the length of the text tells little`() throws {
    let short = try Self.sealed("seed a"),
      long = try Self.sealed("seed " + String(repeating: "a", count: 50))
    #expect(short.bytes.count == long.bytes.count)
    let full = try Self.sealed(String(repeating: "a", count: 64))
    #expect(full.bytes.count == short.bytes.count + 64)
  }

  @Test func `its symbols are parts of BBQr that give the sheet back in any order`() throws {
    let long = Self.contents + "\nwallet a wpkh(" + String(repeating: "x", count: 900) + ")"
    let sealed = try Self.sealed(long)
    let symbols = try sealed.symbols(of: "savings")
    #expect(symbols.count > 1)
    #expect(symbols.allSatisfy { $0.publicText.hasPrefix("B$2B") })
    var collector = FrameCollector()
    for symbol in symbols.reversed() { try collector.receive(symbol.publicText) }
    guard case .bbqr(let file) = collector.message else {
      Issue.record("no file")
      return
    }
    #expect(file.bytes == sealed.bytes)
  }

  // MARK: Contents

  @Test func `contents come back as they were written`() throws {
    let mnemonic = try Mnemonic(entropy: SecretBytes(count: 16))
    let seed = SheetSeed(
      mnemonic,
      SheetSeed.Facts(
        name: "savings", fingerprint: "73c5da0a", origin: "dice(50)", created: "2026-11-21",
        birthHeight: 850_000, usesPassphrase: true, children: SheetTextTests.children))
    let written = SealedContents.text(of: seed, on: "signet", [try Wallets.multisig()])
    let read = try SealedContents(parsing: written)
    #expect(text(read.seed) == text(seed.text))
    #expect(
      read.facts == [
        "language": "english", "network": "signet", "name": "savings", "fingerprint": "73c5da0a",
        "bip39-passphrase": "yes", "created": "2026-11-21", "height": "850000",
        "children":
          "kid words/12/7 1a2b3c4d savings, coin wif/3 00112233 savings, toy ? 44556677 kid",
      ])
    #expect(read.rest.children == SheetTextTests.children)
    #expect(read.wallets == [.init(name: "family", descriptor: Wallets.multisigText)])
  }

  @Test(arguments: [
    "", "seed", "seed ", "words a b", "network x\nseed a", "seed a\nseed b", "seed a\nnovalue",
    "seed a\nname x\nname y", "seed a\nwallet x", "seed a\nx \u{fffd}",
  ])
  func `contents that are not right are refused or kept, and never repeated`(text: String) {
    do {
      _ = try SealedContents(parsing: secret(text))
      #expect(text == "seed a\nx \u{fffd}")
    } catch {
      #expect(!"\(error)".contains("a b"))
    }
  }

  // MARK: Elsewhere

  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The reader of Samples has nothing in common with this program but docs/formats.md.
  @Test(.enabled(if: python != nil, "skipped: there is no python3"))
  func `the sample reader opens a sheet, with wide work factors and words of any script`() throws {
    let long = Self.contents + "\nwallet a wpkh(" + String(repeating: "x", count: 900) + ")"
    let cases = [
      (Self.contents, "tide copper lantern", quick),
      ("\(Self.contents)\nchildren kid words/12/7 1a2b3c4d savings", "tide copper lantern", quick),
      (long, "Étude naïve ÀÉ", quick),
      (Self.contents, "一 二\u{3000}三", KDFParameters(unchecked: 14, r: 8, p: 1)),
    ]
    for (contents, words, parameters) in cases {
      let sealed = try Self.sealed(contents, words: words, parameters: parameters)
      let lines = try sealed.symbols(of: "x").map(\.publicText)
      // As it stands on paper, in groups, and out of order.
      let typed = lines.reversed().map {
        $0.enumerated().map { ($0 % 4 == 0 ? " " : "") + String($1) }.joined()
      }
      #expect(try read(typed.joined(separator: "\n\n"), words) == contents)
      #expect(try read(typed.joined(separator: "\n"), "other words") == "")
      #expect(try read(typed.dropLast().joined(separator: "\n") + "\n", words) == "")
      // As they are printed, with and without their numbers; a wrong letter is not passed over.
      let printed = SheetFact.checkedLines(of: try sealed.symbols(of: "savings")).flatMap(\.self)
      #expect(try read(printed.map(\.text).joined(separator: "\n"), words) == contents)
      let numbered = printed.map { "\($0.label)  \($0.text.lowercased())" }
      #expect(try read(numbered.joined(separator: "\n"), words) == contents)
      #expect(try read(numbered.dropFirst().joined(separator: "\n"), words) == "")
      let wrong = printed[0].text.replacing("B$2B", with: "B$2D")
      let misread = [wrong] + printed.dropFirst().map(\.text)
      #expect(try read(misread.joined(separator: "\n"), words) == "")
    }
  }

  private func read(_ lines: String, _ words: String) throws -> String {
    let file = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID()).txt")
    try Data(lines.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    process.executableURL = try URL(filePath: #require(Self.python))
    let script = Vectors.packageRoot.appending(path: "Samples/read-encrypted-sheet/read.py").path
    process.arguments = [script, file.path]
    process.environment = ["LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data((words + "\n").utf8))
    try input.fileHandleForWriting.close()
    let answer = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
