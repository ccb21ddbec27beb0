import BitcoinPrimitives
import Descriptors
import Testing

@testable import WalletFiles

/// Wallets in what Specter Desktop and Liana keep.
@Suite struct BackupJSONTests {
  private static let account =
    "[1ef4e492/84h/1h/0h]tpubDC5EUwdy9WWpzqMWKNhVmXdMgMbi4ywxkdysRdNr1MdM4SCfVLbNtsFvzY6WKSuzsaVAitj6FmP6TugPuNT6yKZDLsHrSwMd816TnqX7kuc"

  private func read(_ text: String) throws -> WalletFile {
    try WalletFile(reading: Array(text.utf8), on: .signet)
  }

  private static func specter(change: String = "1") throws -> String {
    let lines = try ["0", change].map {
      try DescriptorChecksum.appended(to: "wpkh(\(account)/\($0)/*)")
    }
    return """
      {"name":"Single","alias":"single","keys":[{"original":"\(account)","type":"wpkh"}],
       "recv_descriptor":"\(lines[0])","change_descriptor":"\(lines[1])","blockheight":2000}
      """
  }

  @Test func `a wallet of Specter's backup is read, with both branches, its name and its height`()
    throws
  {
    let file = try read(Self.specter())
    #expect(file.format == .specter && file.name == "Single" && file.birthHeight == 2_000)
    #expect(file.descriptor == (try Descriptor(parsing: "wpkh(\(Self.account)/<0;1>/*)")))
    #expect(file.warnings.isEmpty)
  }

  @Test func `a letter that was changed, and a branch that is missing, are refused`() throws {
    let right = try Self.specter()
    #expect(throws: WalletFileError.self) { try read(right.replacing("/1/*)", with: "/2/*)")) }
    #expect(throws: WalletFileError.self) {
      try read(right.replacing("change_descriptor", with: "other"))
    }
  }

  @Test
  func `a wallet backup with one plain account is read, one with a policy says what is missing`()
    throws
  {
    let text = try DescriptorChecksum.appended(to: "wpkh(\(Self.account)/<0;1>/*)")
    let backup = { (descriptor: String) in
      #"{"name":"heirs","network":"signet","accounts":[{"descriptor":"\#(descriptor)","keys":{}}]}"#
    }
    let file = try read(backup(text))
    #expect(file.name == "heirs" && file.descriptor.canonical == text)
    let policy =
      "wsh(or_d(pk(\(Self.account)/<0;1>/*),and_v(v:pkh(\(Self.account)/<2;3>/*),older(52560))))"
    #expect {
      try read(backup(policy))
    } throws: {
      guard case .policy("the wallet backup", let part) = $0 as? WalletFileError else {
        return false
      }
      return part == "and_v" && "\($0)".contains("several ways to spend or a time lock (and_v)")
    }
    let two = backup(text).replacing("}]}", with: #"},{"descriptor":"x"}]}"#)
    #expect {
      try read(two)
    } throws: {
      ($0 as? WalletFileError) == .unsupported(type: "wallet backup", what: "2 accounts")
    }
  }
}
