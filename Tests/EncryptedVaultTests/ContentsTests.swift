import Bytes
import SecureMemory
import Testing

@testable import EncryptedVault

@Suite struct `Contents of a vault` {
  func expectSame(_ one: VaultContents, _ two: VaultContents) {
    #expect(one.network == two.network)
    #expect(one.signetChallenge == two.signetChallenge)
    #expect(one.wallets == two.wallets)
    #expect(one.settings == two.settings)
    #expect(one.log == two.log)
    #expect(one.coins == two.coins)
    #expect(one.seeds.count == two.seeds.count)
    for (a, b) in zip(one.seeds, two.seeds) {
      #expect(a.name == b.name && a.kind == b.kind && a.language == b.language)
      #expect(a.secret.constantTimeEquals(b.secret))
      #expect(a.fingerprint == b.fingerprint && a.usesPassphrase == b.usesPassphrase)
      #expect(a.origin == b.origin && a.created == b.created && a.verifiedOn == b.verifiedOn)
    }
  }

  @Test func `come back as they were`() throws {
    for contents in [fullContents(), VaultContents(network: "mainnet")] {
      let plain = try ContentsCodec.encoded(contents)
      expectSame(try ContentsCodec.decoded(plain), contents)
    }
  }

  @Test func `hide their length in powers of two`() throws {
    var contents = VaultContents(network: "mainnet")
    let empty = try ContentsCodec.encoded(contents).count
    contents.seeds = [seed("main"), seed("second")]
    let some = try ContentsCodec.encoded(contents).count
    #expect(empty == 4096 && some == 4096)
    var sizes: Set<Int> = []
    for count in stride(from: 0, to: 500, by: 10) {
      contents.log = (0..<count).map {
        SigningRecord(
          time: Int64($0), wallet: "w", txid: .zero, sent: 1, fee: 1, lockTime: 0, accepted: [])
      }
      sizes.insert(try ContentsCodec.encoded(contents).count)
    }
    #expect(sizes == [4096, 8192, 16384, 32768])
  }

  @Test func `cut short at any byte of their text are refused`() throws {
    let plain = try ContentsCodec.encoded(fullContents())
    let length = plain.withUnsafeBytes { Int($0[2]) << 8 | Int($0[3]) }
    for count in 0..<length {
      // The length that is named is not there, or the text breaks off.
      #expect(throws: VaultError.self) { _ = try ContentsCodec.decoded(plain.slice(0..<count)) }
      var shorter = plain.duplicated()
      shorter.withUnsafeMutableBytes {
        $0[2] = UInt8(count >> 8)
        $0[3] = UInt8(count & 0xff)
      }
      #expect(throws: VaultError.self) { _ = try ContentsCodec.decoded(shorter) }
    }
  }

  @Test func `of another version or form are refused by name`() throws {
    func decode(_ value: CBORValue) throws(VaultError) {
      let cbor = CBORWriter.encode(value)
      var bytes: [UInt8] = [0, 0, UInt8(cbor.count >> 8), UInt8(cbor.count & 0xff)] + cbor
      bytes += [UInt8](repeating: 0, count: 64)
      _ = try ContentsCodec.decoded(SecretBytes(moving: &bytes))
    }
    let rest: [CBORValue] = [
      .text("mainnet"), .null, .array([]), .array([]), .map([]), .array([]), .array([]),
    ]
    try decode(.array([.unsigned(1)] + rest))
    #expect(throws: VaultError.contents(field: "version 2")) {
      try decode(.array([.unsigned(2)] + rest))
    }
    #expect(throws: VaultError.contents(field: "contents")) {
      try decode(.array([.unsigned(1)] + rest + [.null]))
    }
    #expect(throws: VaultError.contents(field: "version")) { try decode(.map([])) }
    for index in rest.indices where index != 1 {
      var wrong = rest
      wrong[index] = .bool(true)
      #expect(throws: VaultError.self) { try decode(.array([.unsigned(1)] + wrong)) }
    }
    var far = rest
    far[2] = .array([
      .array([
        .text("a"), .text("bip39"), .unsigned(4_000_000_000), .unsigned(4_000_000_000), .null,
        .bytes([0, 0, 0, 0]), .bool(false), .text(""), .unsigned(0), .array([]),
      ])
    ])
    #expect(throws: VaultError.contents(field: "seed secret")) {
      try decode(.array([.unsigned(1)] + far))
    }
  }

  @Test func `numbers at their ends survive`() throws {
    var contents = VaultContents(network: "mainnet")
    contents.settings = ["a": .min, "b": .max, "c": 0, "d": -1]
    let plain = try ContentsCodec.encoded(contents)
    #expect(try ContentsCodec.decoded(plain).settings == contents.settings)
  }
}
