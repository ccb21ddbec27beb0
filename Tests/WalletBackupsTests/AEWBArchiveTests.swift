import BitcoinPrimitives
import Bytes
import Synchronization
import Testing

@testable import WalletBackups

/// Source: the vector of Automatic Encrypted Wallet Backups, version 1.
struct AEWBArchiveTests {
  static let payload = """
    01074b1955bf07aaa979ae8af6eebfea5da8e83cad505edbaade9ba4ed528a8de36c95ece996189dedf4756fba2599\
    f94b4f370d701366e2f0ba4e59111c0787708cf4b0b82de558b4d8bf5d90b3512f09814d605d4c14f2f85b596211f8\
    3918c31c4bef19ea473045022100ddbc9b06625c2b3c9cbfb27b6ac39596bd13daf43d4ddecbb7257a0d26f5e2c402\
    200a5bd5fd27df7ac262ac3cff9d5398742c6fd9c76c427548667bee45dcb1134c
    """
  static let text = "The Times 03/Jan/2009 Chancellor on brink of second bailout for banks"

  @Test func `the vector is verified and read`() throws {
    let archive = try AEWBArchive(decoding: Hex.decode(Self.payload))
    #expect(archive.timestamp == 1_427_720_967)
    #expect(Hex.encode(archive.vector) == "bf07aaa979ae8af6eebfea5da8e83cad")
    #expect(
      AEWBArchive.merkleRoot(of: archive.sealed).hex
        == "9e913cd60f7df551b3baa320602bfba78489921d661362a64a03550a45add008")
    let key = try Fixture.key(on: .mainnet)
    #expect(try archive.opened(with: key) == Array(Self.text.utf8))
    #expect(Hex.encode(archive.encoded()) == Self.payload)
    #expect(key.walletID == "WmEp7EPk8vKMgXQQGWgh1AYhmY8Usw6kwL")
  }

  @Test func `the same text under the same key is encrypted to the same bytes`() throws {
    let read = try AEWBArchive(decoding: Hex.decode(Self.payload))
    let unsigned = try AEWBArchive.Unsigned(
      Array(Self.text.utf8), timestamp: 1_427_720_967, key: Fixture.secret(Fixture.archiveKey))
    #expect(unsigned.signed(read.signature) == read)
    #expect(unsigned.digest == read.digest)
  }

  @Test func `each flipped bit is refused`() throws {
    let bytes = try Hex.decode(Self.payload)
    for index in bytes.indices {
      for bit in 0..<8 {
        var bent = bytes
        bent[index] ^= 1 << bit
        let error = failure {
          _ = try AEWBArchive(decoding: bent).opened(with: Fixture.key(on: .mainnet))
        }
        #expect(error != nil, "bit \(bit) of byte \(index)")
        // The text, its vector and the time are under the signature.
        if (1..<21).contains(index) || (22..<102).contains(index) { #expect(error == .notSigned) }
      }
    }
  }

  @Test func `each length short of the whole is refused as cut`() throws {
    let bytes = try Hex.decode(Self.payload)
    for count in bytes.indices {
      guard
        case .truncated(let found, _) = failure({
          _ = try BackupFile(decoding: Array(bytes[..<count]))
        })
      else {
        Issue.record("\(count) bytes")
        continue
      }
      #expect(found == count)
    }
    #expect(failure { _ = try AEWBArchive(decoding: bytes + [0]) } == .trailing(bytes: 1))
  }

  @Test func `another seed's key does not verify it, and a wrong encryption key does not read it`()
    throws
  {
    let archive = try AEWBArchive(decoding: Hex.decode(Self.payload))
    let wrong = try Fixture.key(archive: "00000000000000000000000000000000")
    #expect(failure { _ = try archive.opened(with: wrong) } == .altered)
    var other = archive.signature
    other[20] ^= 1
    let forged = AEWBArchive(
      timestamp: archive.timestamp, vector: archive.vector, sealed: archive.sealed,
      signature: other)
    #expect(failure { _ = try forged.opened(with: Fixture.key()) } == .notSigned)
  }

  /// Made by plain Python: chunks of 1,024 bytes, the last of an odd number counted twice.
  @Test(arguments: [
    (1_024, "single"), (1_025, "two"), (2_049, "three"), (5_000, "five"),
  ])
  func `the tree over chunks is Bitcoin's`(count: Int, name: String) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    #expect(AEWBArchive.merkleRoot(of: bytes).hex == Self.roots[name])
  }

  static let roots = [
    "single": "ed2cdf63346d1d557cbe593a9c0fd020215fdcae0a9e978654fa85b1da42654d",
    "two": "2b2b713ac9cec6bbda81e91e8404c12d27913aa30f4de2f500918e0d4fd0f640",
    "three": "0d641616af9e38e75aaafcc56e861468e27e4e6cc1bc05048efae56608b8f4f7",
    "five": "48477b301679a2cdcf8d50466473187661151bca15348f826a817c1911be9051",
  ]
}

struct UploadWorkTests {
  /// Check values computed elsewhere: nonce of zeros, the ID of the old draft, the vector's payload.
  @Test(
    arguments: [
      (
        1, "4c22e85201209eea2b825b32ba63c31a96b7c21b24935b585f4110a3bd7324bb",
        5_486_202_734_994_562_794
      ),
      (
        2, "08c2e06d9b380a48a0270004f5fc361b0ed90c42e5ee1138327e47ab895fdc01",
        631_313_659_145_488_968
      ),
      (
        1_000, "20ed1caed7205a0925b3573cf24a3aeaaf14bea6fcdd9ce29c6617a4a8e0edb0",
        2_372_584_115_953_228_297
      ),
    ] as [(Int, String, UInt64)])
  func `the hashes are those of the check values`(rounds: Int, hash: String, result: UInt64) throws
  {
    let work = try #require(
      UploadWork(
        walletID: Hex.decode("4de3108fe4a896ad3410171abbb98d16"),
        payload: Hex.decode(AEWBArchiveTests.payload), rounds: rounds, baseTarget: 0))
    #expect(work.hash(of: .zero).hex == hash)
    #expect(work.result(of: .zero) == result)
  }

  @Test func `a nonce is found and proves the work, and the target falls with the length`() throws {
    let payload = [UInt8](repeating: 1, count: 100)
    let work = try #require(
      UploadWork(walletID: [1], payload: payload, rounds: 1, baseTarget: .max))
    #expect(work.target == UInt64.max / 100)
    let nonce = try #require(work.nonce(tries: 10_000))
    #expect(work.isDone(by: nonce))
    #expect(work.result(of: nonce) < work.target)
    let impossible = try #require(
      UploadWork(walletID: [1], payload: payload, rounds: 1, baseTarget: 99))
    #expect(impossible.target == 0)
    #expect(impossible.nonce(tries: 100) == nil)
  }

  @Test(arguments: [1, 2, 5]) func `all cores find a nonce that proves the work`(threads: Int)
    throws
  {
    let payload = [UInt8](repeating: 2, count: 200)
    for (rounds, target) in [(1, UInt64.max), (3, .max), (1, .max / 20)] {
      let work = try #require(
        UploadWork(
          walletID: [UInt8](repeating: 3, count: 16), payload: payload, rounds: rounds,
          baseTarget: target))
      let found = work.nonce(threads: threads, until: { false })
      let nonce = try #require(found)
      #expect(work.isDone(by: nonce))
      #expect(nonce.bytes.prefix(24).allSatisfy { $0 == 0 })
    }
  }

  @Test func `a search ends when nobody waits for it, within a round`() throws {
    let asked = Atomic(0)
    let work = try #require(
      UploadWork(
        walletID: [1], payload: [UInt8](repeating: 1, count: 100), rounds: 1_000_000,
        baseTarget: 100))
    let nonce = work.nonce(threads: 1, until: { asked.add(1, ordering: .relaxed).newValue > 50 })
    // One try would have taken a million.
    #expect(nonce == nil && asked.load(ordering: .relaxed) == 51)
    let hopeless = try #require(
      UploadWork(walletID: [1], payload: [1, 1], rounds: 1, baseTarget: 1))
    #expect(hopeless.nonce(until: { false }) == nil)
  }

  @Test func `work over nothing and endless work are refused`() {
    #expect(UploadWork(walletID: [], payload: [], rounds: 1, baseTarget: 1) == nil)
    #expect(UploadWork(walletID: [], payload: [1], rounds: 0, baseTarget: 1) == nil)
    #expect(UploadWork(walletID: [], payload: [1], rounds: 1_000_001, baseTarget: 1) == nil)
  }
}
