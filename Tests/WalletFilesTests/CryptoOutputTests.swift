import BitcoinPrimitives
import Bytes
import Descriptors
import ExtendedKeys
import QRTransport
import Testing

@testable import WalletFiles

/// `crypto-output` as Sparrow, SeedSigner and Krux write and read it: account keys without children.
@Suite struct CryptoOutputTests {
  /// What Sparrow shows beside its QR code (Bitcoin Safe's tests have both).
  static let sparrow =
    "wpkh([7d315cd9/84h/1h/0h]tpubDCUCSorYswSAurXv7ZcwfkPR8ms2fmxkEW7LFHuLs85wsCngaNAEVFkAvZSabsnz2VH6NvH4uFd4tZ8J3PSaVaxchE8QCd9wxak5Sugnd9p/<0;1>/*)#3gahv2xk"
  static let sparrowSymbol =
    "UR:CRYPTO-OUTPUT/TAADMWTAADDLOLAOWKAXHDCLAOVDGSDWLDGMAOIEIDECDPKSPABKRSLUSPWPVAPSFZIEPSMUJLBYETIEFZCFVYDYRTAAHDCXGLBKNBPSPETIJNLYATMUSPNTZCHEFXYTFRFGEHVWDIMEOSINLPHTUTKTWPMERPHGAHTAADEHOEADAEAOADAMTAADDYOTADLNCSGHYKADYKAEYKAOCYKIEHHHTAAXAXAYCYFNLRPAGLLGGSMTFR"
  /// Of a SeedSigner: 1 of 2, `wsh(sortedmulti)`.
  static let seedSigner =
    "UR:CRYPTO-OUTPUT/TAADMETAADMSOEADADAOLFTAADDLOSAOWKAXHDCLAOPDFNLNESAXHSJOFTVWFWHPTDUYPYHSROVLSWVDSRVWKBNNECZTHYMOURGSFDVDVAAAHDCXGMDKHPWMZTLRSOBSMWIOBWFWRPTODKNSEYAMTAHKRKQDISJTGWNSTSSFQDKPZSVTAHTAADEHOEADAEAOADAMTAADDYOTADLOCSDYYKADYKAEYKAOYKAOCYDYOTJEGMAXAAAYCYOYJNLKZMASJZGUIHIHIEGUINIOJTIHJPCXEYTAADDLOSAOWKAXHDCLAXIYMYFYWEMKASIOVSFYFDFDVASWONMTSKURSSTDMHVWSKLEAMKOVSGSDSCNSGNDOEAAHDCXBAMHFTFLGSDTBGBGFGGUREENGLFYTSHSCEJNKPHGGLFDFMTEWLENBDBBOXDYEMWTAHTAADEHOEADAEAOADAMTAADDYOTADLOCSDYYKADYKAEYKAOYKAOCYKNBWOSPAAXAAAYCYGRFPNSJOASJZGUIHIHIEGUINIOJTIHJPCXEHDLSWWZMD"

  @Test func `Sparrow's symbol is the wallet that Sparrow shows, not one address of it`() throws {
    let file = try Samples.read(Self.sparrowSymbol).required(on: .testnet4)
    #expect(file.descriptor.canonical == Self.sparrow)
    #expect(file.descriptor.unusualBranches == nil)
    let shown = try Descriptor(parsing: Self.sparrow, checksum: .required)
    for branch in 0...1 {
      for index in [0, 1, 7] as [UInt32] {
        #expect(
          try file.descriptor.address(branch: branch, index: index, on: .testnet4)
            == shown.address(branch: branch, index: index, on: .testnet4))
      }
    }
  }

  @Test func `a symbol of several keys without children has receiving and change addresses`() throws
  {
    let descriptor = try Samples.read(Self.seedSigner).required(on: .testnet4).descriptor
    #expect(descriptor.keys.count == 2 && descriptor.keys.allSatisfy(\.countsAsUsual))
  }

  @Test func `what is written has no range of steps, and is read as the same wallet`() throws {
    for text in [
      "wpkh(\(Samples.single)/<0;1>/*)", "tr(\(Samples.single)/<0;1>/*)",
      "sh(wpkh(\(Samples.single)/<0;1>/*))", "pkh(\(Samples.single)/<0;1>/*)",
      "wsh(sortedmulti(2,\(Samples.first)/<0;1>/*,\(Samples.second)/<0;1>/*))",
      "sh(multi(1,\(Samples.first)/<0;1>/*,\(Samples.second)/<0;1>/*))",
    ] {
      let descriptor = try Descriptor(parsing: text)
      let resource = try OutputDescriptor.ur(descriptor)
      #expect(resource.type == "crypto-output")
      let bare = try OutputDescriptor.cbor(text.replacing("/<0;1>/*", with: ""))
      #expect(resource.cbor == CBORWriter.encode(bare), "\(text)")
      let read = try OutputDescriptor.text(CBORReader.parse(resource.cbor))
      #expect(try Descriptor(parsing: read) == descriptor)
    }
  }

  @Test func `symbols that we wrote before, with a pair of steps, are the same wallet still`()
    throws
  {
    for range in ["/<0;1>/*", "/<0;7>/*", "/0/*", "/0/5"] {
      let text = "wsh(sortedmulti(2,\(Samples.first)\(range),\(Samples.second)\(range)))"
      let resource = try UR(
        type: "crypto-output", cbor: CBORWriter.encode(OutputDescriptor.cbor(text)))
      let file = try Samples.read(resource.text)
      #expect(try file.descriptor == Descriptor(parsing: text), "\(range)")
    }
  }

  @Test func `a key of one address is not taken for an account's`() throws {
    let text = "wpkh(\(try Samples.addressKey()))"
    let resource = try OutputDescriptor.ur(Descriptor(parsing: text))
    let read = try Samples.read(resource.text).descriptor
    #expect(try read == Descriptor(parsing: text))
    #expect(read.unusualBranches == .oneAddress)
  }

  @Test func `a wallet that would come back as another is not written`() throws {
    for text in [
      "wpkh(\(Samples.single))", "wsh(sortedmulti(2,\(Samples.first),\(Samples.second)))",
      "tr(\(Samples.first),pk(\(Samples.second)))",
    ] {
      let error = #expect(throws: WalletFileError.self) {
        try OutputDescriptor.ur(Descriptor(parsing: text))
      }
      #expect("\(try #require(error))".contains("would be read as others"), "\(text)")
    }
  }

  // SeedSigner leaves the use-info out of its accounts.
  @Test func `a key without use-info is of the network that its path says`() throws {
    for (coin, network) in [("0h", Network.mainnet), ("1h", .testnet4)] {
      let account = try Samples.account(coin: coin)
      guard case .map(let pairs) = HDKey(account).cbor() else {
        Issue.record("not a map")
        return
      }
      let bare = CBORValue.map(pairs.filter { $0.key != .unsigned(5) })
      let read = try HDKey(bare).accountKey()
      #expect(read == account)
      _ = try CosignerKey(account: read, script: .wsh).required(on: network)
    }
  }
}
