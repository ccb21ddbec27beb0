/// Wallets: descriptors, BSMS records and the files of other programs.
extension RefusalSamples {
  /// Given to `wallet register NAME --from FILE` and to `wallet import NAME --from FILE`, on regtest.
  public static let wallets: [RefusalSample] = descriptors + records + files

  private static let xpub =
    "tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M"
  private static let account = "[73c5da0a/84h/1h/0h]\(xpub)"
  /// BIP-84's own account, of the main network.
  private static let mainnet =
    "[73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V"
  private static let xprv =
    "xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi"
  /// BIP-341's point, whose secret nobody has.
  private static let nobody = "0250929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"

  private static let descriptors: [RefusalSample] = [
    .init(
      "a wrong checksum", "wpkh(\(account)/<0;1>/*)#lxek0ef3", "R23", "checksum", "BIP-380"),
    .init("a short checksum", "wpkh(\(account)/<0;1>/*)#lxek0ef", "R23", "7 characters", "BIP-380"),
    .init("an xprv", "wpkh(\(xprv)/<0;1>/*)", "R22", "private key"),
    summed("a form that is none", "wpkhh(\(account)/<0;1>/*)", "R23", "position 1"),
    summed("a form inside that is none", "wsh(foo(\(account)/<0;1>/*))", "R23", "position 5"),
    summed("tr inside wsh", "wsh(tr(\(account)/<0;1>/*))", "R23", "tr", "position 5"),
    summed("a key that is none", "wpkh(nokey)", "R23", "key", "position 6"),
    summed(
      "a key off the curve",
      "wpkh(024a298dacae57395a15d0795ddbfd1dcb564da82b0f269bc70a74f8220429ba1d)",
      "R23", "key", "position 6"),
    summed(
      "a fingerprint of seven digits", "wpkh([73c5da0/84h/1h/0h]\(xpub)/<0;1>/*)", "R23", "origin"),
    summed("a path with letters", "wpkh(\(account)/0x/*)", "R23", "path", "position"),
    summed("a hardened step below an xpub", "wpkh(\(account)/0h/*)", "R23", "key 1", "hardened"),
    summed("a pair of one", "wpkh(\(account)/<0>/*)", "R23", "multipath", "position"),
    summed("a pair of the same", "wpkh(\(account)/<1;1>/*)", "R23", "multipath", "position"),
    summed("two pairs", "wpkh(\(account)/<0;1>/<0;1>/*)", "R23", "multipath", "position"),
    summed(
      "none of two", "wsh(multi(0,\(account)/0/*,\(generator)))", "R23", "multisig", "position"),
    summed(
      "three of two", "wsh(multi(3,\(account)/0/*,\(generator)))", "R23", "multisig", "position"),
    summed(
      "one key twice", "wsh(multi(1,\(account)/<0;1>/*,\(account)/<2;3>/*))", "R23", "key 2",
      "key 1"),
    summed(
      "nobody's key", "wsh(multi(2,\(account)/<0;1>/*,\(nobody)))", "R23", "key 2", "BIP-341"),
    summed(
      "two networks", "wsh(multi(1,\(account)/<0;1>/*,\(mainnet)/<0;1>/*))", "R11", "mainnet",
      "key 2 "),
    summed("the main network", "wpkh(\(mainnet)/<0;1>/*)", "R11", "key 1 "),
    summed(
      "an uncompressed key in wpkh", "wpkh(04\(generator.dropFirst(2))00)", "R23", "position 6"),
    summed("half a tree", "tr(\(account)/<0;1>/*,{pk(\(generator))})", "R23", "position"),
    summed("an address of no network", "addr(nowhere)", "R23", "address"),
    summed("a raw script of no hexadecimal", "raw(zz)", "R23", "position 5"),
    summed(
      "miniscript", "wsh(and_v(v:pk(\(generator)),older(10)))", "R23", "miniscript", "position 5"),
    summed("nothing closed", "wpkh(\(account)/<0;1>/*", "R23", "position"),
    summed("something behind it", "wpkh(\(account)/<0;1>/*)x", "R23", "position"),
    .init(
      "100,000 characters", "raw(" + String(repeating: "00", count: 60_000) + ")", "R18",
      "120005 characters"),
  ]

  private static let record = """
    BSMS 1.0
    wpkh(\(account)/**)
    /0/*,/1/*
    bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk
    """

  private static let records: [RefusalSample] = [
    .init(
      "BSMS 2.0", record.replacing("BSMS 1.0", with: "BSMS 2.0"), "R23", "line 1", "BIP-129"),
    .init(
      "a BSMS record of three lines",
      record.split(separator: "\n").dropLast().joined(separator: "\n"), "R23", "3 lines", "BIP-129"),
    .init(
      "BSMS paths that are none", record.replacing("/0/*,/1/*", with: "everything"), "R23", "line 3"
    ),
    .init(
      "three BSMS paths", record.replacing("/0/*,/1/*", with: "/0/*,/1/*,/2/*"), "R23", "line 3"),
    .init(
      "a BSMS template without its paths",
      record.replacing("/0/*,/1/*", with: "No path restrictions"), "R23", "line 3"),
    .init(
      "another first address", record.replacing("/0/*,/1/*", with: "/1/*,/0/*"), "R23",
      "first address"),
    .init(
      "a first address that is none",
      record.replacing("bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk", with: "nowhere"),
      "R23", "first address"),
    .init(
      "a BSMS record with a wrong checksum",
      record.replacing("/**)", with: "/**)#qqqqqqqq"), "R23", "checksum"),
    .init(
      "an unsigned BSMS key record cut short", "BSMS 1.0\n00\n\(account)", "R23", "3 lines"),
    .init(
      "a BSMS key record with a bad signature",
      "BSMS 1.0\n00\n\(account)\nkey\nAAAA", "R23", "line 5", "base64"),
    .init(
      "a BSMS key record with a long description",
      "BSMS 1.0\n00\n\(account)\n" + String(repeating: "x", count: 81) + "\nAAAA", "R23", "line 4"),
  ]

  private static let coldcard = """
    Name: family
    Policy: 1 of 2
    Derivation: m/48'/1'/0'/2'
    Format: P2WSH

    73C5DA0A: \(xpub)
    4FC1DD4A: \(xpub)
    """

  private static let files: [RefusalSample] = [
    coldcard("a fingerprint of zero", "73C5DA0A", "00000000", "line 6", "fingerprint of zero"),
    coldcard("a key too few", "1 of 2", "1 of 3", "Policy", "3 keys"),
    coldcard("two of one", "1 of 2", "3 of 2", "Policy", "3 of 2"),
    coldcard("a policy in words", "1 of 2", "both", "Policy"),
    coldcard("a format that is none", "P2WSH", "P2XYZ", "Format"),
    coldcard("no path before the key", "Derivation: m/48'/1'/0'/2'\n", "", "Derivation"),
    coldcard("a path that is none", "m/48'/1'/0'/2'", "m/what", "line 3", "Derivation"),
    coldcard("a name twice", "Name: family", "Name: family\nName: other", "line 2", "name"),
    coldcard("a line that is none", "Format: P2WSH", "Format", "line 4"),
    coldcard("a name that nobody knows", "Format: P2WSH", "Fee: 3", "line 4"),
    .init("JSON that ends early", "{\"label\":\"family\",", "R23", "JSON", "byte"),
    .init(
      "JSON with a member twice", "{\"label\":\"a\",\"label\":\"b\"}", "R23", "JSON", "byte",
      "twice"),
    .init(
      "JSON nested too deep",
      "{\"a\":" + String(repeating: "[", count: 17) + String(repeating: "]", count: 17) + "}",
      "R18", "JSON", "deeper than 16"),
    .init(
      "a Caravan file of another type",
      "{\"name\":\"f\",\"addressType\":\"P2TR\",\"network\":\"testnet\",\"quorum\":{\"requiredSigners\":1,\"totalSigners\":1},\"extendedPublicKeys\":[]}",
      "R23", "Caravan", "addressType"),
    .init(
      "a Caravan file whose key is none",
      "{\"name\":\"f\",\"addressType\":\"P2WSH\",\"network\":\"testnet\",\"quorum\":{\"requiredSigners\":1,\"totalSigners\":1},\"extendedPublicKeys\":[{\"name\":\"a\"}]}",
      "R23", "Caravan", "no xpub"),
    .init(
      "a Specter file without a descriptor that is one",
      "{\"label\":\"family\",\"blockheight\":0,\"descriptor\":\"wpkh(nokey)\"}", "R23", "position 6"
    ),
    .init(
      "an Electrum file of another type",
      "{\"wallet_type\":\"imported\",\"keystore\":{\"xpub\":\"\(xpub)\"}}", "R23", "wallet_type"),
    .init(
      "an Electrum file with a seed",
      "{\"wallet_type\":\"standard\",\"keystore\":{\"seed\":\"abandon abandon about\",\"xpub\":\"\"}}",
      "R22", "refused here"),
    .init(
      "a policy with a key that is none",
      "{\"name\":\"f\",\"descriptor_template\":\"wpkh(@0/**)\",\"keys_info\":[5]}", "R23", "key @0"
    ),
    .init("a text of nothing", "hello, this is a note", nil, "not a message"),
  ]

  private static func coldcard(
    _ name: String, _ old: String, _ new: String, _ first: String, _ second: String = ""
  ) -> RefusalSample {
    .init(
      "Coldcard: \(name)", coldcard.replacing(old, with: new, maxReplacements: 1), "R23", first,
      second)
  }

  /// A descriptor with the checksum of its text (BIP-380), so that the reader gets as far as the
  /// fault.
  private static func summed(
    _ name: String, _ text: String, _ rule: String?, _ first: String, _ second: String = ""
  ) -> RefusalSample {
    .init(name, "\(text)#\(checksum(of: text))", rule, first, second)
  }

  private static func checksum(of text: String) -> String {
    let symbols = Array(
      "0123456789()[],'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#\"\\ "
    )
    let letters = Array("qpzry9x8gf2tvdw0s3jn54khce6mua7l")
    let generator: [UInt64] = [
      0xf5_dee5_1989, 0xa9_fdca_3312, 0x1b_ab10_e32d, 0x37_06b1_677a, 0x64_4d62_6ffd,
    ]
    var sum: UInt64 = 1
    let take = { (value: UInt64) in
      let top = sum >> 35
      sum = (sum & 0x7_ffff_ffff) << 5 ^ value
      for bit in 0..<5 where top >> bit & 1 == 1 { sum ^= generator[bit] }
    }
    var group: UInt64 = 0
    var count = 0
    for letter in text {
      let index = UInt64(symbols.firstIndex(of: letter) ?? 0)
      take(index & 31)
      group = group * 3 + index >> 5
      count += 1
      if count % 3 == 0 {
        take(group)
        group = 0
      }
    }
    if count % 3 > 0 { take(group) }
    for _ in 0..<8 { take(0) }
    sum ^= 1
    return String((0..<8).map { letters[Int(sum >> (5 * (7 - $0)) & 31)] })
  }
}
