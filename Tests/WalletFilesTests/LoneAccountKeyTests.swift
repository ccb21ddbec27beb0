import Bytes
import ExtendedKeys
import QRTransport
import Secp256k1
import Testing
import WalletFiles

/// Keys that an account lists without a script, as Keystone's `crypto-multi-accounts` does.
@Suite struct LoneAccountKeyTests {
  private func key(_ purpose: UInt64?, coin: UInt64? = nil, isPrivate: Bool = false) throws
    -> CBORValue
  {
    // BIP-84, "Test vectors": the account's key; what stands in the path is what is tried.
    let xpub = try SLIP132Key(
      parsing:
        "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"
    ).xpub
    var pairs: [CBORPair] = []
    if isPrivate { pairs.append(CBORPair(.unsigned(2), .bool(true))) }
    pairs += [
      CBORPair(.unsigned(3), .bytes(xpub.publicKey.compressed)),
      CBORPair(.unsigned(4), .bytes(xpub.chainCode.bytes)),
    ]
    if let coin {
      pairs.append(
        CBORPair(.unsigned(5), .tag(305, .map([CBORPair(.unsigned(1), .unsigned(coin))]))))
    }
    if let purpose {
      let steps: [CBORValue] = [purpose, 0, 0].flatMap { [.unsigned($0), .bool(true)] }
      pairs.append(
        CBORPair(
          .unsigned(6),
          .tag(
            304,
            .map([
              CBORPair(.unsigned(1), .array(steps)),
              CBORPair(.unsigned(2), .unsigned(0x73c5_da0a)),
            ]))))
    }
    return .tag(303, .map(pairs))
  }

  private func export(_ keys: [CBORValue]) throws -> AccountExport {
    try AccountMessage.export(
      .map([
        CBORPair(.unsigned(1), .unsigned(0x73c5_da0a)), CBORPair(.unsigned(2), .array(keys)),
        CBORPair(.unsigned(3), .text("Keystone")),
      ]))
  }

  @Test func `a key has the script of its standard path`() throws {
    let read = try export([key(44), key(49), key(84), key(86)])
    #expect(read.accounts.map(\.script) == [.pkh, .shWpkh, .wpkh, .tr])
    #expect(read.accounts.map { "\($0.key.origin)" }[2] == "73c5da0a/84h/0h/0h")
  }

  @Test func `keys of other coins, and those without a standard path, are left out`() throws {
    let read = try export([key(84), key(44, coin: 60), key(nil), key(7)])
    #expect(read.accounts.map(\.script) == [.wpkh])
    #expect(throws: WalletFileError.self) { try export([key(44, coin: 60), key(7)]) }
  }

  @Test func `a private key among them is refused`() {
    #expect(throws: WalletFileError.secret(kind: "a private key")) {
      try export([key(84), key(84, isPrivate: true)])
    }
  }

  @Test func `the resource is read as the keys of a cosigner`() throws {
    let value: CBORValue = .map([
      CBORPair(.unsigned(1), .unsigned(0x73c5_da0a)),
      CBORPair(.unsigned(2), .array([try key(84)])),
    ])
    let ur = try UR(type: "crypto-multi-accounts", cbor: CBORWriter.encode(value))
    #expect(try CosignerKey.read(Array(ur.text.utf8)).map(\.script) == [.wpkh])
  }
}
