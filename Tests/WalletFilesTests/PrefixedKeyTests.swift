import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import Testing
import WalletFiles

/// Keys with a prefix of SLIP-132: in descriptors, and alone.
@Suite struct PrefixedKeyTests {
  // BIP-84, "Test vectors": the account, as zpub and as xpub.
  private static let zpub =
    "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
  private static let firstAddress = "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"

  private func read(_ text: String) throws -> WalletFile {
    try WalletFile(reading: Array(text.utf8))
  }

  private func refuses(_ text: String, _ words: String) {
    let error = #expect(throws: WalletFileError.self) { try read(text) }
    #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
  }

  private func xpub() throws -> Xpub { try SLIP132Key(parsing: Self.zpub).xpub }

  @Test func `a lone zpub is a wallet of its script, with what is missing said`() throws {
    let file = try read(Self.zpub + "\n")
    #expect(file.descriptor.textWithoutChecksum == "wpkh(\(try xpub())/<0;1>/*)")
    let address = try file.descriptor.address(branch: 0, index: 0, on: .mainnet)
    #expect(address?.string == Self.firstAddress)
    #expect(file.warnings.count == 2)
    let nested = SLIP132Key.text(of: try xpub(), as: .shWpkh)
    #expect(try read(nested).descriptor.textWithoutChecksum.hasPrefix("sh(wpkh("))
  }

  @Test func `a lone key of a cosigner, or one that claims no script, is no wallet`() throws {
    for text in ["\(try xpub())", SLIP132Key.text(of: try xpub(), as: .wsh)] {
      #expect(throws: WalletFileError.self) { try read(text) }
    }
  }

  @Test func `a descriptor with zpub is read as it is meant, and warned about`() throws {
    let text = "wpkh([73c5da0a/84h/0h/0h]\(Self.zpub)/<0;1>/*)"
    let whole = try DescriptorChecksum.appended(to: text)
    let file = try read(whole)
    #expect(
      file.descriptor.textWithoutChecksum == "wpkh([73c5da0a/84h/0h/0h]\(try xpub())/<0;1>/*)")
    #expect(file.warnings == ["a key begins with zpub: it is read as xpub or tpub"])
    #expect(try read(text).warnings.count == 2)
    // The checksum is that of the text as it stands there.
    let last = try #require(whole.last)
    refuses(String(whole.dropLast()) + (last == "q" ? "p" : "q"), "checksum")
  }

  @Test func `a prefix that contradicts the descriptor is refused`() throws {
    refuses("sh(wpkh([73c5da0a/49h/0h/0h]\(Self.zpub)/<0;1>/*))", "prefix zpub")
    refuses("tr([73c5da0a/86h/0h/0h]\(Self.zpub)/<0;1>/*)", "prefix zpub")
    let nested = Samples.nested.map { text in
      let key = text.split(separator: "]")
      return "\(key[0])]"
        + SLIP132Key.text(of: (try? Xpub(parsing: key[1])).unsafelyUnwrapped, as: .shWsh)
        + "/<0;1>/*"
    }
    let keys = nested.joined(separator: ",")
    #expect(try read("sh(wsh(sortedmulti(2,\(keys))))").descriptor == Samples.nested())
    refuses("wsh(sortedmulti(2,\(keys)))", "prefix Ypub")
  }
}
