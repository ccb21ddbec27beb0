import Descriptors
import Testing

/// The text that two programs hash to see that they mean the same wallet.
@Suite struct ComparableTextTests {
  private static func text(_ descriptor: String) throws -> String {
    try Descriptor(parsing: descriptor).textOfScripts
  }

  // The key without its history was worked out with Python from the 78 bytes of BIP-32.
  @Test func `a key is written as a master key without origin`() throws {
    let bare =
      "xpub661MyMwAqRbcFHMVYpCiBTXd2Caj7vZhNFHJSgE59Aue2yYkXSrz5q9GaQ4rRjJVhHZTsCiHWSzgMS5beaaTHWVmhpGC7SMdqMXHRXZi8as"
    let expected = "wpkh(\(bare)/<0;1>/*)"
    for way in [
      Known.wpkh, "wpkh(\(Known.xpub84)/<0;1>/*)", expected,
      Known.wpkh.replacing("84h/0h/0h", with: "84'/0'/0'"),
      Known.wpkh.replacing("73c5da0a/84h/0h/0h", with: "11111111/84h/0h/0h"),
      Known.wpkh + "?bh=100", try Descriptor(parsing: Known.wpkh).canonical,
    ] {
      #expect(try Self.text(way) == expected, "\(way)")
    }
  }

  @Test(arguments: [
    "wsh(sortedmulti(2,KEYS))", "sh(sortedmulti(2,KEYS))", "sh(wsh(sortedmulti(1,KEYS)))",
    "tr(\(Known.xpub44)/<0;1>/*,sortedmulti_a(2,KEYS))",
  ])
  func `sorted keys stand in one order, with origins or without`(form: String) throws {
    let keys = ["[73c5da0a/84h/0h/0h]\(Known.xpub84)/<0;1>/*", "\(Known.xpub86)/<0;1>/*"]
    let written = [
      keys, keys.reversed(), ["\(Known.xpub84)/<0;1>/*", "[11111111/86h/0h/0h]" + keys[1]],
    ].map { form.replacing("KEYS", with: $0.joined(separator: ",")) }
    #expect(try Set(written.map(Self.text)).count == 1)
    #expect(try Self.text(written[0]).contains("[") == false)
  }

  @Test func `whatever makes other scripts makes another text`() throws {
    let (one, other) = ("\(Known.xpub84)/<0;1>/*", "\(Known.xpub86)/<0;1>/*")
    let wallets = [
      "wpkh(\(one))", "wpkh(\(other))", "pkh(\(one))", "sh(wpkh(\(one)))", "tr(\(one))",
      "wpkh(\(Known.xpub84)/0/*)", "wpkh(\(Known.xpub84)/<1;0>/*)", "wpkh(\(Known.xpub84))",
      "wsh(multi(2,\(one),\(other)))", "wsh(multi(2,\(other),\(one)))",
      "wsh(multi(1,\(one),\(other)))", "wsh(sortedmulti(2,\(one),\(other)))",
      "sh(wsh(sortedmulti(2,\(one),\(other))))", "tr(\(one),pk(\(other)))",
      "tr(\(other),pk(\(one)))",
    ]
    #expect(try Set(wallets.map(Self.text)).count == wallets.count)
  }

  @Test func `lone keys and addresses keep their text`() throws {
    #expect(try Self.text("sh(multi(1,[11111111/0]\(Known.key)))") == "sh(multi(1,\(Known.key)))")
    let address = "addr(bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu)"
    #expect(try Self.text(address) == address)
  }
}
