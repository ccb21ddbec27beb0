import Descriptors
import ExtendedKeys
import Testing
import WalletFiles

/// What Electrum writes, and what it never does.
@Suite struct ElectrumTests {
  // sparrowwallet/sparrow, electrum-multisig-wallet.json: four Coldcards, fingerprints as numbers.
  static let multisig = """
    {"x2/": {"xpub": "Upub5TeXciynXKx4VP1282QDUZ1NvxnBjEuTFVEcB8bRXxESQRqRKuJDqseZzj6bTeFZkMbYi4qo9rsQij79EJZUGywajDod8etFscpgaTSShLd", "hw_type": "coldcard", "ckcc_xfp": 3503269483, "label": "Coldcard 6BA6CFD0", "derivation": "m/48'/1'/0'/1'", "type": "hardware"}, "x3/": {"xpub": "Upub5SzPmFgatRMeLd6ADjvTiG9gnHoXXJy3qu8RNapLymh3GtHDeogzgy2nGtH1P7gPYF4zW9f4R8UYMCoUqUjSpSSZb8NWVKpbesbtP21e6Z4", "hw_type": "coldcard", "ckcc_xfp": 2389277556, "label": "Coldcard 747B698E", "derivation": "m/48'/1'/0'/1'", "type": "hardware"}, "x4/": {"xpub": "Upub5TkZyYLK71ZmBAHM5Gsju74bsoPgzuu4vo3oXo4hjyTNZcbLGpUcKXubdVsDHnLnyevYxdBjt4ZuKnxtVurm5sbEyvHdwpod2eGpubnG9yQ", "hw_type": "coldcard", "ckcc_xfp": 3190206587, "label": "Coldcard 7BB026BE", "derivation": "m/48'/1'/0'/1'", "type": "hardware"}, "x1/": {"xpub": "Upub5T4XUooQzDXL58NCHk8ZCw9BsRSLCtnyHeZEExAq1XdnBFXiXVrHFuvvmh3TnCR7XmKHxkwqdACv68z7QKT1vwru9L1SZSsw8B2fuBvtSa6", "hw_type": "coldcard", "ckcc_xfp": 1130956047, "label": "Coldcard 0F056943", "derivation": "m/48'/1'/0'/1'", "type": "hardware"}, "wallet_type": "2of4", "use_encryption": false, "seed_version": 17}
    """

  @Test func `keystores are counted from 1, in whatever order they stand`() throws {
    let file = try Samples.read(Self.multisig)
    let policy = try #require(file.descriptor.multisig)
    #expect(policy.threshold == 2)
    #expect(policy.wrapping == .shWsh)
    #expect(
      policy.keys.compactMap { $0.origin?.fingerprint.description }
        == ["0f056943", "6ba6cfd0", "747b698e", "7bb026be"])
  }

  @Test(arguments: [
    ("\"x4/\"", "\"x0/\"", "there is a keystore x0/"),
    ("\"x4/\"", "\"x04/\"", "there is a keystore x04/"),
    ("\"x4/\"", "\"x5/\"", "there is a keystore x5/"),
    ("\"wallet_type\"", "\"x0/\": {}, \"wallet_type\"", "there is a keystore x0/"),
    ("\"wallet_type\"", "\"x/\": {}, \"wallet_type\"", "there is a keystore x/"),
    ("2of4", "2of5", "x5/ is missing"),
    ("2of4", "2of3", "there is a keystore x4/"),
    ("2of4", "standard", "one key in `keystore`, and there is a keystore x"),
    ("3503269483", "0", "has a fingerprint of zero"),
  ])
  func `a keystore that is not counted is refused by its name`(
    old: String, new: String, expected: String
  ) throws {
    let text = Self.multisig.replacing(old, with: new, maxReplacements: 1)
    let error = #expect(throws: WalletFileError.self) { try Samples.read(text) }
    #expect("\(try #require(error))".contains(expected), "\(String(describing: error))")
  }
  @Test(arguments: [
    #""lightning_xprv": "x", "wallet_type""#, #""lightning_privkey2": "x", "wallet_type""#,
    #""keypairs": {"a": "b"}, "wallet_type""#, #""seed": 1, "wallet_type""#,
  ])
  func `what spends is refused beside the keystores as well`(with: String) throws {
    let text = Self.multisig.replacing(#""wallet_type""#, with: with)
    #expect(throws: WalletFileError.secret(kind: "an Electrum wallet with a private key")) {
      try Samples.read(text)
    }
    let empty = #""lightning_xprv": null, "keypairs": {}, "seed": "", "wallet_type""#
    _ = try Samples.read(Self.multisig.replacing(#""wallet_type""#, with: empty))
  }
}
