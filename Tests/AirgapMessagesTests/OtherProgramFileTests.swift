import BitcoinPrimitives
import Bytes
import QRTransport
import Refusals
import TestSupport
import Testing
import WalletFiles

@testable import AirgapMessages

/// What other programs keep for themselves is named, with what to export.
@Suite struct OtherProgramFileTests {
  private static func file(_ head: String, _ rest: [UInt8] = [0, 1, 2, 0xff]) -> [UInt8] {
    Array(head.utf8) + rest
  }

  private static var electrum: [UInt8] {
    Array(Base64.encode(file("BIE2", [3] + [UInt8](repeating: 7, count: 90))).utf8)
  }

  /// As Sparrow writes it: Base64 of its magic and a salt of 16 bytes, then what ECIES sealed, in Base64, too.
  private static var sparrow: [UInt8] {
    Array(
      (Base64.encode(file("SPRW1", [UInt8](repeating: 9, count: 16)))
        + Base64.encode(file("BIE1", [3] + [UInt8](repeating: 7, count: 90)))).utf8)
  }

  private static let files: [([UInt8], OtherProgramFile)] = [
    (file("H2encrypt\n"), .encryptedDatabase), (file("SPRW1\n"), .encryptedDatabase),
    (electrum, .electrumOfDevice),
    (sparrow, .encryptedSparrow),
  ]

  @Test(arguments: files)
  func `a file that is not read is recognised by its first bytes`(
    bytes: [UInt8], file: OtherProgramFile
  ) {
    #expect {
      try Recognizer.message(bytes)
    } throws: {
      guard $0 as? AirgapMessageError == .otherProgram(file) else { return false }
      return "\($0)".hasSuffix("which this program does not read") && !file.hint.isEmpty
    }
  }

  @Test func `a file that Electrum encrypted with a password is a message that waits for it`()
    throws
  {
    let file = ElectrumFiles.watching + "\n"
    let message = try Recognizer.message(Array(file.utf8))
    guard case .sealedWallet = message else {
      Issue.record("\(message)")
      return
    }
    #expect(message.kind == "a wallet file that Electrum encrypted")
    #expect(try message.wallet(on: nil) == nil)
  }

  @Test func `an archive and a database are the wallet in them, or a secret`() throws {
    let database = { (name: String) in
      try Deflate.inflated(SparrowDatabases.deflated(name), limit: 1_000_000)
    }
    for bytes in [ArchiveFiles.stored, ArchiveFiles.streamed, try database("single")] {
      let message = try Recognizer.message(bytes)
      guard case .wallet(let file) = message else {
        Issue.record("\(message)")
        continue
      }
      #expect(try message.wallet(on: nil)?.descriptor == file.descriptor)
    }
    for name in ["seed", "sealed"] {
      #expect {
        try Recognizer.message(database(name))
      } throws: {
        guard let error = $0 as? AirgapMessageError else { return false }
        return error.isSecretRefused && error.rule == .r22
      }
    }
    // A network that the file names is the network of the wallet.
    let family = try Recognizer.message(database("multisig"))
    #expect(throws: WalletFileError.self) { try family.wallet(on: .mainnet) }
    #expect(try family.wallet(on: .signet) != nil)
  }

  @Test func `what only begins alike is no such file`() {
    for text in ["QklFMQ", "QklFMg", "H:3,block", "PK\u{5}\u{6}"] {
      #expect {
        try Recognizer.message(Array(text.utf8))
      } throws: {
        if case .unrecognized = $0 as? AirgapMessageError { true } else { false }
      }
    }
  }
}
