import Bytes
@preconcurrency import CSecp256k1
import Secp256k1
import Testing

/// The generator itself: the public key of the private key 1 (SEC 2).
private let generator = "79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
private let generatorY = "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8"

@Suite struct PublicKeyTests {
  @Test func `a compressed key survives the round trip`() throws {
    let key = try PublicKey(decoding: Hex.decode("02" + generator))
    #expect(key.isCompressed)
    #expect(Hex.encode(key.encoded) == "02" + generator)
    #expect(Hex.encode(key.encoded(compressed: false)) == "04" + generator + generatorY)
    #expect(!key.yIsOdd)
  }

  @Test func `an uncompressed key stays uncompressed and differs as a value`() throws {
    let long = try PublicKey(decoding: Hex.decode("04" + generator + generatorY))
    let short = try PublicKey(decoding: Hex.decode("02" + generator))
    #expect(!long.isCompressed)
    #expect(long.encoded.count == 65)
    #expect(long != short)
    #expect(long.written(compressed: true) == short)
    #expect(Set([long, short, short]).count == 2)
  }

  @Test func `every truncation of a key is refused`() throws {
    let bytes = try Hex.decode("04" + generator + generatorY)
    for length in 0..<bytes.count {
      #expect(throws: Secp256k1Error.self) { try PublicKey(decoding: bytes[..<length]) }
    }
    #expect(throws: Secp256k1Error.publicKeyLength(found: 66)) {
      try PublicKey(decoding: bytes + [0])
    }
  }

  @Test(arguments: [0, 1, 4, 5, 6, 7, 255] as [UInt8])
  func `33 bytes with another prefix are refused`(prefix: UInt8) throws {
    let x = try Hex.decode(generator)
    #expect(throws: Secp256k1Error.publicKeyPrefix(prefix)) {
      try PublicKey(decoding: [prefix] + x)
    }
  }

  @Test func `hybrid keys are for the interpreter alone`() throws {
    let even = try Hex.decode("06" + generator + generatorY)
    let odd = try Hex.decode("07" + generator + generatorY)
    #expect(throws: Secp256k1Error.publicKeyPrefix(6)) { try PublicKey(decoding: even) }
    let key = try PublicKey(decodingConsensus: even)
    #expect(Hex.encode(key.encoded) == "04" + generator + generatorY)
    #expect(throws: Secp256k1Error.notOnCurve) { try PublicKey(decodingConsensus: odd) }
    #expect(throws: Secp256k1Error.publicKeyPrefix(5)) {
      try PublicKey(decodingConsensus: [5] + even[1...])
    }
  }

  @Test(arguments: [
    "020000000000000000000000000000000000000000000000000000000000000005",  // no such x
    "02fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc30",  // x above the field
    "030000000000000000000000000000000000000000000000000000000000000007",
  ])
  func `coordinates off the curve are refused`(hex: String) throws {
    #expect(throws: Secp256k1Error.notOnCurve) { try PublicKey(decoding: Hex.decode(hex)) }
  }

  @Test func `a point with a wrong y is refused`() throws {
    var bytes = try Hex.decode("04" + generator + generatorY)
    bytes[64] ^= 1
    #expect(throws: Secp256k1Error.notOnCurve) { try PublicKey(decoding: bytes) }
  }

  @Test func `one plus one is two`() throws {
    let key = try PublicKey(decoding: Hex.decode("02" + generator))
    let one = try Bytes32(hex: String(repeating: "0", count: 63) + "1")
    let two = "c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5"
    #expect(try Hex.encode(key.adding(tweak: one).encoded) == "02" + two)
  }

  @Test func `tweaks that lead to no key are refused`() throws {
    let key = try PublicKey(decoding: Hex.decode("02" + generator))
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
    let minusOne = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
    #expect(throws: Secp256k1Error.tweakOutOfRange) { try key.adding(tweak: Bytes32(hex: order)) }
    #expect(throws: Secp256k1Error.tweakOutOfRange) {
      try key.adding(tweak: Bytes32(hex: minusOne))
    }
    #expect(throws: Secp256k1Error.tweakOutOfRange) {
      try key.xOnly.tweaked(by: Bytes32(hex: minusOne))
    }
    #expect(try key.adding(tweak: .zero) == key)
  }

  @Test func `keys sort as BIP-67 sorts their bytes`() throws {
    // BIP-67, vector 2.
    let sorted = try [
      "02632b12f4ac5b1d1b72b2a3b508c19172de44f6f46bcee50ba33f3f9291e47ed0",
      "027735a29bae7780a9755fae7a1c4374c656ac6a69ea9f3697fda61bb99a4f3e77",
      "02e2cc6bd5f45edd43bebe7cb9b675f0ce9ed3efe613b177588290ad188d11b404",
    ].map { try PublicKey(decoding: Hex.decode($0)) }
    #expect([sorted[2], sorted[0], sorted[1]].sorted() == sorted)
  }

  @Test func `an x-only key gives back its point`() throws {
    let odd = try PublicKey(decoding: Hex.decode("03" + generator))
    #expect(odd.yIsOdd)
    #expect(odd.xOnly.bytes.hex == generator)
    #expect(try PublicKey(odd.xOnly, yIsOdd: true) == odd)
    #expect(try PublicKey(odd.xOnly) != odd)
    #expect(try XOnlyPublicKey(decoding: Hex.decode(generator)) == odd.xOnly)
    #expect(throws: Secp256k1Error.publicKeyLength(found: 31)) {
      try XOnlyPublicKey(decoding: Hex.decode(generator).dropLast())
    }
  }

  @Test func `adding a tweak is what the library's own function gives, failures included`() throws {
    let order = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141"
    let beyond = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364142"
    let negative = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
    let zero = String(repeating: "0", count: 64)
    let one = String(repeating: "0", count: 63) + "1"
    let two = String(repeating: "0", count: 63) + "2"
    var tweaks = try [
      zero, one, two, negative, order, beyond, String(repeating: "f", count: 64),
    ].map { try Bytes32(hex: $0) }
    // A hundred more that look random: the x coordinates met on the way.
    for number in 0..<100 {
      let last = try PublicKey(decoding: [2] + Hex.decode(generator))
      tweaks.append(
        number == 0
          ? last.xOnly.bytes : try last.adding(tweak: tweaks[tweaks.count - 1]).xOnly.bytes)
    }
    var failures = 0
    for prefix: UInt8 in [2, 3] {
      let key = try PublicKey(decoding: [prefix] + Hex.decode(generator))
      for tweak in tweaks {
        var expected = key.point
        let done = tweak.withPointer {
          secp256k1_ec_pubkey_tweak_add(secp256k1_context_static, &expected, $0)
        }
        let sum = try? key.adding(tweak: tweak)
        #expect(sum == (done == 1 ? PublicKey(point: expected) : nil))
        if done != 1 { failures += 1 }

        var xOnlySum = secp256k1_pubkey()
        var xOnly = key.xOnly.point
        let tweaked = tweak.withPointer {
          secp256k1_xonly_pubkey_tweak_add(secp256k1_context_static, &xOnlySum, &xOnly, $0)
        }
        let output = try? key.xOnly.tweaked(by: tweak)
        guard tweaked == 1 else {
          #expect(output == nil)
          continue
        }
        let (expectedKey, isOdd) = PublicKey(point: xOnlySum).xOnlyAndParity
        #expect(output?.key == expectedKey)
        #expect(output?.parityIsOdd == isOdd)
      }
    }
    // The order, the two above it, and for each sign of y the tweak that leads to infinity.
    #expect(failures == 2 * 3 + 2)
  }
}
