import Bytes
import Testing

@testable import WalletBackups

struct BackupDocumentTests {
  static let txid = "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b"

  /// As docs/formats.md describes it, with members that nobody here knows at every level.
  static let text = """
    {"version":"1","network":"test",\
    "accounts":{"0":{"label":"Main","color":7},"12":{"label":"Rent"}},\
    "transactions":{"\(txid)":{"memo":"shoes \\u00e9","recipient":"Shop","sender":"me",\
    "payment_request":"0a0b","payment_ack":"ff","fiat_amount":"-10.00","fiat_code":"EUR",\
    "mood":[1,{"deep":null}]}},\
    "currency":{"fiat_code":"EUR","fiat_source":"ECB","btc_unit":"mBTC","locale":"de"},\
    "drawbridge":{"version":1,"network":"regtest","written":1700000000,\
    "wallets":[{"name":"family","descriptor":"wpkh(x)#y","birthHeight":100,"gapLimit":20,\
    "next":[3,1],"people":[{"position":0,"name":"Alice","phone":"1"}],\
    "labels":[{"type":"addr","ref":"bcrt1q","label":"rent","spendable":false}],\
    "payments":[{"number":4,"state":"draft","unsigned":"0200","psbt":"AQID","fee":141,\
    "summary":"0.1 to bcrt1q","created":1700000000,"ladder":4,"step":1,"note":"x"},\
    {"number":5,"state":"sent","unsigned":"0201","psbt":"AQID","fee":300,"summary":"back",\
    "created":1700000000,"ladder":4,"step":0,"replacedBy":"\(txid)"}],"chain":"main"}],\
    "nodes":[{"name":"home","url":"http://127.0.0.1:8332","hadPassword":true,"isActive":true,"x":1}],\
    "more":1},"future":{"a":[true]}}
    """

  @Test func `a document comes back with what nobody knows, at every level`() throws {
    let document = try BackupDocument(parsing: Array(Self.text.utf8))
    let written = document.encoded()
    #expect(try JSONReader.parse(written) == JSONReader.parse(text: Self.text))
    #expect(try BackupDocument(parsing: written) == document)
    #expect(try BackupDocument(parsing: written).encoded() == written)
  }

  @Test func `the members are read as what they are`() throws {
    let document = try BackupDocument(parsing: Array(Self.text.utf8))
    #expect(!document.isMainnet)
    #expect(document.accounts.map(\.index) == [0, 12])
    let note = try #require(document.transactions.first)
    #expect(note.txid.reversedHex == Self.txid)
    #expect(note.memo == "shoes é")
    #expect(note.paymentRequest == [0x0a, 0x0b])
    #expect(note.fiatAmount == "-10.00")
    #expect(document.currency?.unit == "mBTC")
    let wallet = try #require(document.records?.wallets.first)
    #expect(wallet.next == [3, 1])
    #expect(wallet.people.first?.name == "Alice")
    #expect(wallet.payments.first?.psbt == [1, 2, 3])
    #expect(wallet.payments.map(\.ladder) == [4, 4] && wallet.payments.map(\.step) == [1, 0])
    #expect(wallet.payments.map { $0.replacedBy?.reversedHex } == [nil, Self.txid])
    #expect(document.records?.nodes.first?.hadPassword == true)
  }

  @Test func `a changed document keeps what it does not know`() throws {
    var document = try BackupDocument(parsing: Array(Self.text.utf8))
    document.transactions[0].memo = "boots"
    document.records?.wallets[0].labels[0].label = "rent, May"
    let text = String(decoding: document.encoded(), as: UTF8.self)
    for kept in [
      "\"mood\"", "\"spendable\"", "\"phone\"", "\"chain\"", "\"future\"", "boots", "May",
    ] {
      #expect(text.contains(kept), "\(kept)")
    }
    #expect(!text.contains("shoes"))
  }

  @Test func `an older draft's list of accounts is kept as it is`() throws {
    let text = #"{"version":"1","network":"main","accounts":[{"type":"bip44"}]}"#
    let document = try BackupDocument(parsing: Array(text.utf8))
    #expect(document.isMainnet)
    #expect(document.accounts.isEmpty)
    #expect(String(decoding: document.encoded(), as: UTF8.self) == text)
  }

  @Test func `an empty document has two members`() {
    let text = String(decoding: BackupDocument(isMainnet: false).encoded(), as: UTF8.self)
    #expect(text == #"{"version":"1","network":"test"}"#)
  }

  @Test(arguments: [
    (#"{"network":"main"}"#, "$.version is missing"),
    (#"{"version":"0","network":"main"}"#, "$.version is not 1"),
    (#"{"version":1,"network":"main"}"#, "$.version is not text"),
    (#"{"version":"1","network":"moon"}"#, "$.network is neither main nor test"),
    (#"{"version":"1","network":"main","accounts":{"x":{}}}"#, "not an account's number"),
    (#"{"version":"1","network":"main","accounts":{"01":{}}}"#, "not an account's number"),
    (#"{"version":"1","network":"main","transactions":{"ab":{}}}"#, "not a txid"),
    (#"{"version":"1","network":"main","transactions":[]}"#, "$.transactions is not an object"),
    (#"{"version":"1","network":"main","currency":{"btc_unit":"sat"}}"#, "btc_unit is neither"),
    (#"{"version":"1","network":"main","drawbridge":{"version":1}}"#, "network is missing"),
    (
      #"{"version":"1","network":"main","drawbridge":{"version":1,"network":"mainnet","written":0,"wallets":[{"name":"a","descriptor":"b","birthHeight":-1,"gapLimit":20}]}}"#,
      "birthHeight is out of range"
    ),
    (#"{"version":"1","version":"1","network":"main"}"#, "is not JSON"),
    (#"/* a comment */{"version":"1","network":"main"}"#, "is not JSON"),
  ])
  func `what is not in the format is refused with its place`(text: String, words: String) {
    guard
      case .malformed(let place, let reason) = failure({
        _ = try BackupDocument(parsing: Array(text.utf8))
      })
    else {
      Issue.record("not refused: \(text)")
      return
    }
    #expect("\(place) \(reason)".contains(words), "\(place) \(reason)")
  }

  @Test func `a newer document says so`() {
    let text = #"{"version":"2","network":"main"}"#
    #expect(
      failure { _ = try BackupDocument(parsing: Array(text.utf8)) } == .newer(version: 2))
    let ours = #"{"version":"1","network":"main","drawbridge":{"version":2}}"#
    #expect(
      failure { _ = try BackupDocument(parsing: Array(ours.utf8)) } == .newer(version: 2))
  }

  @Test func `each length short of the whole is refused`() {
    let bytes = Array(Self.text.utf8)
    for count in 0..<bytes.count {
      #expect(throws: BackupError.self) {
        _ = try BackupDocument(parsing: Array(bytes[..<count]))
      }
    }
  }

  @Test(arguments: [
    ("-10.00", true), ("0", true), ("12.5", true), ("", false), ("-", false), ("1.", false),
    (".5", false), ("1,000.00", false), ("+1", false), ("1.2.3", false), ("1e5", false),
    ("١", false),
  ])
  func `fiat amounts are plain decimals`(text: String, isOne: Bool) {
    #expect(TransactionNote.isDecimal(text) == isOne)
  }
}
