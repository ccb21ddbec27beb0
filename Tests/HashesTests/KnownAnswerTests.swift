import Bytes
import Hashes
import SecureMemory
import Testing

/// Answers published with the standards: FIPS 180, RFC 2202/4231, RIPEMD-160, RFC 7914, RFC 8439.
@Suite struct KnownAnswerTests {
  let abc = Array("abc".utf8)

  @Test func `SHA-256 answers as FIPS 180 says`() {
    #expect(
      SHA256.hash([] as [UInt8]).hex
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      SHA256.hash(abc).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    let long = Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8)
    #expect(
      SHA256.hash(long).hex == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      SHA256.doubleHash(Array("hello".utf8)).hex
        == "9595c9df90075148eb06860365df33584b75bff782a510c6cd4883a419833d50")
  }

  @Test func `a copied hasher continues from its midstate`() {
    var hasher = SHA256Hasher()
    hasher.update([UInt8](repeating: 1, count: 100))
    let saved = hasher
    hasher.update(byte: 2)
    var other = saved
    other.update([2][...])
    #expect(hasher.finalized() == other.finalized())
    #expect(saved.finalized() == SHA256.hash([UInt8](repeating: 1, count: 100)))
    #expect(hasher.finalized() == SHA256.hash([UInt8](repeating: 1, count: 100) + [2]))
    #expect(hasher.doubleFinalized() == SHA256.doubleHash([UInt8](repeating: 1, count: 100) + [2]))
    var numbers = SHA256Hasher()
    numbers.update(littleEndian: UInt32(0x0403_0201))
    numbers.update(littleEndian: UInt64(0x0c0b_0a09_0807_0605))
    #expect(numbers.finalized() == SHA256.hash(Array(1...12)))
  }

  @Test func `RIPEMD-160, SHA-1, SHA-512 and HASH160 answer as published`() {
    #expect(Hex.encode(RIPEMD160.hash([] as [UInt8])) == "9c1185a5c5e9fc54612808977ee8f548b2258d31")
    #expect(Hex.encode(RIPEMD160.hash(abc)) == "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc")
    #expect(Hex.encode(SHA1.hash(abc)) == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(
      Hex.encode(SHA512.hash(abc))
        == "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
    // The generator point: its HASH160 is the program of BIP-173's first example.
    let generator = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"
    #expect(
      (try? Hex.decode(generator)).map { Hex.encode(Hash160.hash($0)) }
        == "751e76e8199196d454941c45d1b3a323f1433bd6")
  }

  @Test func `HMAC answers as RFC 4231 says, with short and long keys`() {
    let hi = Array("Hi There".utf8)
    let short = [UInt8](repeating: 0x0b, count: 20)
    #expect(
      HMAC.sha256(key: short, message: hi).hex
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      Hex.encode(HMAC.sha512(key: short, message: hi))
        == "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854")
    let long = [UInt8](repeating: 0xaa, count: 131)
    let text = Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)
    #expect(
      HMAC.sha256(key: long, message: text).hex
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    #expect(
      Hex.encode(HMAC.sha512(key: long, message: text))
        == "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598")
  }

  @Test func `the secret, the halved and the plain HMAC-SHA-512 agree`() {
    let key = Bytes32 { $0.copyBytes(from: 1...32) }
    let message: [UInt8] = [9, 8, 7]
    let plain = HMAC.sha512(key: key.bytes, message: message)
    let halves = message.withUnsafeBytes { HMACSHA512(key: key).authenticate($0) }
    #expect(halves.left.bytes + halves.right.bytes == plain)
    var secretMatches = false
    key.withUnsafeBytes { key in
      message.withUnsafeBytes { message in
        let secret = HMAC.sha512(key: key, message: message)
        secretMatches = secret.withUnsafeBytes { [UInt8]($0) } == plain
      }
    }
    #expect(secretMatches)
    #expect(HMAC.sha512(key: [], message: []).count == 64)
  }

  @Test func `PBKDF2 makes the first seed of BIP-39`() throws {
    let words = Array(
      ("abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon "
        + "about").utf8)
    let seed = try PBKDF2.sha512(
      password: secret(words), salt: secret(Array("mnemonicTREZOR".utf8)), iterations: 2048,
      count: 64)
    #expect(
      hex(seed)
        == "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e5349553"
        + "1f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04")
  }

  @Test func `PBKDF2 with SHA-256 answers as RFC 7914 says`() throws {
    var password = Array("Password".utf8)
    var salt = Array("NaCl".utf8)
    let key = try PBKDF2.sha256(
      password: SecretBytes(moving: &password), salt: SecretBytes(moving: &salt),
      iterations: 80000, count: 64)
    #expect(
      key.withUnsafeBytes { Hex.encode($0) }
        == "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"
        + "a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d")
    #expect(throws: HashesError.self) {
      _ = try PBKDF2.sha256(
        password: SecretBytes(count: 1), salt: SecretBytes(count: 1), iterations: 100_000_001,
        count: 32)
    }
  }

  /// FIPS 197, appendix C.3.
  @Test func `AES-256 answers as FIPS 197 says, block by block`() throws {
    let key = SecretBytes(count: 32) { $0.copyBytes(from: 0...31) }
    let block = (0...15).map { UInt8($0 * 0x11) }
    let blocks = SecretBytes(count: 32) { $0.copyBytes(from: block + block) }
    let sealed = try AES256.encryptBlocks(blocks, key: key)
    let expected = "8ea2b7ca516745bfeafc49904b496089"
    #expect(sealed.withUnsafeBytes { Hex.encode($0) } == expected + expected)
    let opened = try AES256.decryptBlocks(sealed, key: key)
    #expect(opened.withUnsafeBytes { Array($0) } == block + block)
    for count in [0, 15, 17, 1040] {
      #expect(throws: HashesError.self) {
        _ = try AES256.encryptBlocks(SecretBytes(count: count), key: key)
      }
    }
    #expect(throws: HashesError.self) {
      _ = try AES256.encryptBlocks(blocks, key: SecretBytes(count: 16))
    }
  }

  /// FIPS 202: the stream of nothing.
  @Test func `SHAKE256 answers as published, a longer stream beginning with a shorter`() throws {
    let nothing = SecretBytes(count: 0)
    let short = try SHAKE256.stream(of: nothing, count: 32)
    #expect(
      short.withUnsafeBytes { Hex.encode($0) }
        == "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f")
    let long = try SHAKE256.stream(of: nothing, count: 1000)
    #expect(
      long.withUnsafeBytes { Array($0.prefix(32)) } == short.withUnsafeBytes { Array($0) })
    #expect(throws: HashesError.self) { _ = try SHAKE256.stream(of: nothing, count: 0) }
  }

  @Test func `scrypt answers as RFC 7914 says`() throws {
    let empty = try Scrypt.derive(
      passphrase: secret([]), salt: [], logN: 4, r: 1, p: 1, count: 64)
    #expect(
      hex(empty)
        == "77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442"
        + "fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906")
    let salted = try Scrypt.derive(
      passphrase: secret(Array("password".utf8)), salt: Array("NaCl".utf8), logN: 10, r: 8, p: 16,
      count: 64)
    #expect(
      hex(salted)
        == "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
        + "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640")
  }

  @Test func `scrypt takes more than the 32 MiB that libcrypto allows by itself`() throws {
    let key = try Scrypt.derive(
      passphrase: secret([1]), salt: [2], logN: 16, r: 8, p: 1, count: 32)
    #expect(key.count == 32)
  }

  @Test(arguments: [(0, 8, 1), (23, 8, 1), (17, 0, 1), (17, 33, 1), (17, 8, 17), (22, 8, 16)])
  func `scrypt refuses parameters out of bounds before any work`(logN: Int, r: Int, p: Int) {
    var refused = false
    do throws(HashesError) {
      _ = try Scrypt.derive(passphrase: secret([1]), salt: [], logN: logN, r: r, p: p, count: 32)
    } catch {
      if case .parameterOutOfBounds = error { refused = true }
    }
    #expect(refused)
  }

  @Test func `scrypt refuses to take more than its memory cap`() {
    #expect(throws: HashesError.tooMuchMemory(needed: 4096 * ((1 << 20) + 3), limit: 1 << 30)) {
      _ = try Scrypt.derive(passphrase: secret([1]), salt: [], logN: 20, r: 32, p: 1, count: 32)
    }
  }

  @Test func `CRC-32 answers as published`() {
    #expect(CRC32.checksum(Array("123456789".utf8)) == 0xcbf4_3926)
    #expect(CRC32.checksum([]) == 0)
  }

  @Test func `a tagged hash is SHA-256 over the tag's hash twice and the parts`() {
    let tag = SHA256.hash(Array("BIP0340/challenge".utf8)).bytes
    let tagged = TaggedHash(tag: "BIP0340/challenge")
    #expect(tagged.hash([1, 2], [3]) == SHA256.hash(tag + tag + [1, 2, 3]))
    #expect(tagged.hash(Bytes32.zero) == SHA256.hash(tag + tag + Bytes32.zero.bytes))
    #expect(tagged.hash { $0.update(byte: 7) } == SHA256.hash(tag + tag + [7]))
  }
}

func secret(_ bytes: [UInt8]) -> SecretBytes {
  var bytes = bytes
  return SecretBytes(moving: &bytes)
}

func hex(_ secret: borrowing SecretBytes) -> String {
  secret.withUnsafeBytes { Hex.encode($0) }
}
