import Bytes
import Foundation
import Hashes
import Testing

@testable import MultiversX

/// Transactions and signatures of the tests of the network's own SDK for Python (mx-sdk-py).
enum Published {
  static let alice = "erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th"
  static let bob = "erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx"
  static let carol = "erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8"
  static let guardian = "erd1x23lzn8483xs2su4fak0r0dqx6w38enpmmqf2yrkylwq7mfnvyhsxqw57y"

  static let withNames =
    #"{"nonce":204,"value":"1000000000000000000","receiver":"\#(alice)","sender":"\#(carol)","senderUsername":"Y2Fyb2w=","receiverUsername":"YWxpY2U=","gasPrice":1000000000,"gasLimit":50000,"chainID":"T","version":2"#
  static let guarded =
    #"{"nonce":92,"value":"123456789000000000000000000000","receiver":"\#(bob)","sender":"\#(alice)","gasPrice":1000000000,"gasLimit":150000,"data":"dGVzdCBkYXRhIGZpZWxk","chainID":"local-testnet","version":2,"options":2,"guardian":"\#(guardian)""#
  static let byHash =
    #"{"nonce":89,"value":"0","receiver":"\#(bob)","sender":"\#(alice)","gasPrice":1000000000,"gasLimit":50000,"chainID":"integration tests chain ID","version":2,"options":1"#
  static let withHash =
    #"{"nonce":17243,"value":"1000000000000","receiver":"\#(alice)","sender":"\#(alice)","gasPrice":1000000000,"gasLimit":100000,"data":"dGVzdHR4","chainID":"D","version":2"#

  static let signed: [(String, String)] = [
    (
      withNames,
      "51e6cd78fb3ab4b53ff7ad6864df27cb4a56d70603332869d47a5cf6ea977c30e696103e41e8dddf2582996ad335229fdf4acb726564dbc1a0bc9e705b511f06"
    ),
    (
      guarded,
      "e574d78b19e1481a6b9575c162e66f2f906a3178aec537509356385c4f1a5330a9b73a87a456fc6d7041e93b5f8a1231a92fb390174872a104a0929215600c0c"
    ),
    (
      byHash,
      "f0c81f2393b1ec5972c813f817bae8daa00ade91c6f75ea604ab6a4d2797aca4378d783023ff98f1a02717fe4f24240cdfba0b674ee9abb18042203d713bc70a"
    ),
    (
      withHash,
      "eaa9e4dfbd21695d9511e9754bde13e90c5cfb21748a339a79be11f744c71872e9fe8e73c6035c413f5f08eef09e5458e9ea6fc315ff4da0ab6d000b450b2a07"
    ),
  ]

  /// With every member that there is; its signatures are none, its hash is the SDK's.
  static let full = (
    #"{"nonce":300,"value":"0","receiver":"erd1spyavw0956vq68xj8y4tenjpq2wd5a9p2c6j8gsz7ztyrnpxrruqzu66jx","sender":"erd1qyu5wthldzr8wx5c9ucg8kjagg0jfs53s8nr3zpz3hypefsdd8ssycr6th","senderUsername":"YWxpY2U=","receiverUsername":"Ym9i","gasPrice":1000000000,"gasLimit":200000,"data":"eA==","chainID":"T","version":2,"options":3,"guardian":"erd1x23lzn8483xs2su4fak0r0dqx6w38enpmmqf2yrkylwq7mfnvyhsxqw57y","relayer":"erd1k2s324ww2g0yj38qn2ch2jwctdy8mnfxep94q9arncc6xecg3xaq6mjse8","signature":"01010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101010101","guardianSignature":"02020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202020202","relayerSignature":"03030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303030303"}"#,
    "26f33686212f34c2a440e3e49de130c912907e98de10906fea0a59e5f8db5553"
  )

  static func read(
    _ json: String, chain: String = "D"
  ) throws(MultiversXError) -> MultiversXTransaction {
    try MultiversXTransaction(parsing: Array(json.utf8), prefix: "erd", chainID: chain)
  }

  /// The last one with other data.
  static func telling(
    _ data: String, to receiver: String = bob
  ) throws -> MultiversXTransaction {
    try MultiversXTransaction(
      nonce: 7, value: 0, receiver: MultiversXAddress(parsing: receiver, prefix: "erd"),
      sender: MultiversXAddress(parsing: alice, prefix: "erd"), gasPrice: 1_000_000_000,
      gasLimit: 410_000, data: Array(data.utf8), chainID: "D")
  }
}

@Suite struct MultiversXTransactionTests {
  @Test(arguments: Published.signed)
  func `a published transaction is read, written the same, and its signature holds`(
    unsigned: String, signature: String
  ) throws {
    let chain = try #require(
      unsigned.split(separator: "\"chainID\":\"").last?.split(separator: "\"").first)
    let plain = try Published.read(unsigned + "}", chain: String(chain))
    #expect(throws: MultiversXError.otherChain(found: String(chain), expected: "1")) {
      _ = try Published.read(unsigned + "}", chain: "1")
    }
    #expect(String(decoding: plain.signedText, as: UTF8.self) == unsigned + "}")
    #expect(!plain.isSigned(by: .sender))
    let whole = unsigned + #","signature":"\#(signature)"}"#
    var transaction = try Published.read(whole, chain: String(chain))
    #expect(String(decoding: transaction.text, as: UTF8.self) == whole)
    #expect(transaction.signedText == plain.signedText)
    #expect(transaction.isSigned(by: .sender))
    #expect(!transaction.isSigned(by: .guardian) && !transaction.isSigned(by: .relayer))
    var again = plain
    try again.add(Hex.decode(signature), of: .sender)
    #expect(again == transaction)
    transaction.nonce += 1
    #expect(!transaction.isSigned(by: .sender))
    #expect(throws: MultiversXError.self) {
      try transaction.add(Hex.decode(signature), of: .sender)
    }
    #expect(throws: MultiversXError.self) {
      try again.add(Hex.decode(signature), of: .guardian)
    }
  }

  @Test func `the hash of a signed transaction is the one that the network gave it`() throws {
    let (unsigned, signature) = Published.signed[3]
    let transaction = try Published.read(unsigned + #","signature":"\#(signature)"}"#)
    #expect(
      Hex.encode(transaction.hash)
        == "169b76b752b220a76a93aeebc462a1192db1dc2ec9d17e6b4d7b0dcc91792f03")
    // Every field, the value zero.
    let full = try Published.read(Published.full.0, chain: "T")
    #expect(Hex.encode(full.hash) == Published.full.1)
    #expect(String(decoding: full.text, as: UTF8.self) == Published.full.0)
    #expect(MultiversXTransaction.Signer.allCases.allSatisfy { !full.isSigned(by: $0) })
  }

  @Test func `a message is signed behind its length, and in no transaction`() throws {
    let alice = try MultiversXAddress(parsing: Published.alice, prefix: "erd")
    #expect(
      Hex.encode(MultiversXMessage.signedBytes(of: Array("test message".utf8)))
        == "2162d6271208429e6d3e664139e98ba7c5f1870906fb113e8903b1d3f531004d")
    let signature = try Hex.decode(
      "7aff43cd6e3d880a65033bf0a1b16274854fd7dfa9fe5faa7fa9a665ee851afd4c449310f5f1697d348e42d1819eaef69080e33e7652d7393521ed50d7427a0e"
    )
    #expect(
      Ed25519.isValid(
        signature: signature, of: MultiversXMessage.signedBytes(of: Array("test".utf8)),
        by: alice.publicKey))
  }

  /// Each is a change of one published transaction, with the member that is named.
  static let bad: [(String, String, MultiversXError)] = [
    (#""nonce":17243"#, #""nonce":17243,"nonce":1"#, .notJSON("")),
    (
      #""nonce":17243,"value":"1000000000000""#, #""value":"1000000000000","nonce":17243"#,
      .outOfOrder(field: "nonce")
    ),
    (#"17243"#, "1e3", .invalid(field: "nonce", reason: "is not written in digits alone")),
    (#"17243"#, "-1", .invalid(field: "nonce", reason: "is not written in digits alone")),
    (
      #"17243"#, "123456789012345678901234567890",
      .invalid(field: "nonce", reason: "is larger than 64 bits hold")
    ),
    (#"17243"#, #""17243""#, .invalid(field: "nonce", reason: "is not a number")),
    (#""1000000000000""#, "1000000000000", .invalid(field: "value", reason: "is not a text")),
    (
      #""1000000000000""#, #""-5""#,
      .invalid(field: "value", reason: "is not written in digits alone")
    ),
    (
      #""1000000000000""#, #""1e18""#,
      .invalid(field: "value", reason: "is not written in digits alone")
    ),
    (#""1000000000000""#, #""01""#, .notCanonical(field: "value")),
    (
      #""1000000000000""#, #""""#,
      .invalid(field: "value", reason: "is not written in digits alone")
    ),
    (
      #""1000000000000""#, "\"" + String(repeating: "9", count: 40) + "\"",
      .invalid(field: "value", reason: "is larger than 128 bits hold")
    ),
    (#""chainID":"D","#, "", .missing(field: "chainID")),
    (
      #""chainID":"D""#, #""chainID":"""#, .invalid(field: "chainID", reason: "is not a plain text")
    ),
    (
      #""chainID":"D""#, #""chainID":"<D>""#,
      .invalid(field: "chainID", reason: "is not a plain text")
    ),
    (
      #""version":2"#, #""version":3"#,
      .invalid(field: "version", reason: "is 3, and only 1 and 2 are known")
    ),
    (
      #""version":2"#, #""version":1,"options":1"#,
      .invalid(field: "options", reason: "wants version 2 or later")
    ),
    (
      #""version":2"#, #""version":2,"options":4"#,
      .invalid(field: "options", reason: "has an option that is not known: 4")
    ),
    (#""version":2"#, #""version":2,"options":0"#, .notCanonical(field: "options")),
    (
      #""version":2"#, #""version":2,"options":2"#,
      .invalid(field: "guardian", reason: "is missing, and options ask for it")
    ),
    (#""version":2"#, #""version":2,"note":"x""#, .unknown(field: "note")),
    (
      #""version":2"#, #""version":2,"signature":"00""#,
      .invalid(field: "signature", reason: "has 1 bytes in place of 64")
    ),
    (
      #""version":2"#, #""version":2,"relayer":"\#(Published.alice)""#,
      .invalid(field: "relayer", reason: "is the sender")
    ),
    (#""dGVzdHR4""#, #""dGVzdHR4IA""#, .invalid(field: "data", reason: "")),
    (#""dGVzdHR4""#, #""""#, .notCanonical(field: "data")),
    (
      #""nonce":17243"#, #" "nonce":17243"#,
      .notJSON("it has spaces or escapes, and what is signed has none")
    ),
    (
      #""chainID":"D""#, #""chainID":"\u0044""#,
      .notJSON("it has spaces or escapes, and what is signed has none")
    ),
  ]

  @Test(arguments: bad)
  func `what is not written as it is signed is refused by its member`(
    from: String, to: String, expected: MultiversXError
  ) throws {
    let text = Published.withHash + "}"
    let range = try #require(text.range(of: from))
    let error = #expect(throws: MultiversXError.self) {
      _ = try Published.read(text.replacingCharacters(in: range, with: to))
    }
    switch (error, expected) {
    case (.notJSON(let reason)?, .notJSON(let wanted)): #expect(wanted.isEmpty || reason == wanted)
    case (.invalid(let field, _)?, .invalid(let wanted, "")): #expect(field == wanted)
    default: #expect(error == expected)
    }
  }

  @Test func `each cut of a transaction is refused`() {
    let text = Array((Published.guarded + "}").utf8)
    for end in text.indices {
      #expect(throws: MultiversXError.self) {
        _ = try MultiversXTransaction(
          parsing: Array(text[..<end]), prefix: "erd", chainID: "local-testnet")
      }
    }
  }

  @Test func `each member that is left out is missed, or nothing of it is signed`() throws {
    let members = Published.withHash.dropFirst().split(separator: ",")
    for index in members.indices {
      var fewer = members
      fewer.remove(at: index)
      let text = "{" + fewer.joined(separator: ",") + "}"
      if members[index].hasPrefix(#""data""#) {
        #expect(try Published.read(text).data.isEmpty)
      } else {
        let name = String(members[index].split(separator: "\"")[0])
        #expect(throws: MultiversXError.missing(field: name)) { _ = try Published.read(text) }
      }
    }
  }

  @Test func `an address of another network, in capitals or with a wrong letter is refused`() throws
  {
    #expect(throws: MultiversXError.otherNetwork(prefix: "erd", expected: "toerd")) {
      _ = try MultiversXAddress(parsing: Published.alice, prefix: "toerd")
    }
    #expect(throws: MultiversXError.notCanonical(field: "the address")) {
      _ = try MultiversXAddress(parsing: Published.alice.uppercased(), prefix: "erd")
    }
    for index in Published.alice.indices {
      var changed = Published.alice
      changed.replaceSubrange(index...index, with: changed[index] == "q" ? "p" : "q")
      #expect(throws: MultiversXError.self) {
        _ = try MultiversXAddress(parsing: changed, prefix: "erd")
      }
    }
    #expect(throws: MultiversXError.self) {
      _ = try MultiversXAddress(parsing: String(repeating: "q", count: 5_000), prefix: "erd")
    }
  }

  @Test func `gas is counted as the network counts it`() throws {
    let schedule = GasSchedule(
      minimum: 50_000, perByte: 1_500, minimumPrice: 1_000_000_000, modifier: 1_000_000,
      perGuardian: 40_000)
    let plain = try Published.read(Published.withHash + "}")
    #expect(try schedule.move(of: plain) == 50_000 + 6 * 1_500)
    // 41,000 units more than the move, at a hundredth of the price.
    #expect(try schedule.fee(of: plain) == 59_000_000_000_000 + 410_000_000_000)
    let guarded = try Published.read(Published.guarded + "}", chain: "local-testnet")
    #expect(try schedule.move(of: guarded) == 50_000 + 15 * 1_500 + 40_000)
    let full = try Published.read(Published.full.0, chain: "T")
    #expect(try schedule.move(of: full) == 50_000 + 1_500 + 40_000 + 50_000)
    var cheap = plain
    cheap.gasLimit = 58_999
    #expect(throws: MultiversXError.self) { _ = try schedule.fee(of: cheap) }
    cheap = plain
    cheap.gasPrice -= 1
    #expect(throws: MultiversXError.self) { _ = try schedule.fee(of: cheap) }
    var largest = plain
    (largest.gasPrice, largest.gasLimit) = (.max, .max)
    #expect(throws: MultiversXError.amountOverflow) { _ = try schedule.fee(of: largest) }
  }
}
