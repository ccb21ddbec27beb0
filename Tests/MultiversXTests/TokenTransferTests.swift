import Bytes
import Testing

@testable import MultiversX

@Suite struct TokenTransferTests {
  static let bobKey = "8049d639e5a6980d1cd2392abcce41029cda74a1563523a202f09641cc2618f8"

  @Test func `a transfer of tokens is decoded as the published SDK writes it`() throws {
    let deed = try Published.telling("ESDTTransfer@464f4f2d313233343536@0f4240").deed()
    guard case .transfers(let transfers, let to, nil) = deed else {
      Issue.record("\(deed)")
      return
    }
    #expect(transfers.map(\.token) == ["FOO-123456"] && transfers.map(\.nonce) == [0])
    #expect(transfers.map(\.quantity.description) == ["1000000"])
    #expect(to.text == Published.bob)
  }

  @Test func `what is sent to oneself says who really gets it`() throws {
    // NFT-123456 with nonce 10, one of it; and three kinds at once, EGLD among them.
    let one = try Published.telling(
      "ESDTNFTTransfer@4e46542d313233343536@0a@01@\(Self.bobKey)", to: Published.alice
    ).deed()
    let several = try Published.telling(
      "MultiESDTNFTTransfer@\(Self.bobKey)@03@45474c442d303030303030@@0de0b6b3a7640000"
        + "@4e46542d313233343536@0a@01@464f4f2d313233343536@@0f4240",
      to: Published.alice
    ).deed()
    guard case .transfers(let nft, let first, nil) = one,
      case .transfers(let three, let second, nil) = several
    else {
      Issue.record("\(one), \(several)")
      return
    }
    #expect(first.text == Published.bob && second.text == Published.bob)
    #expect(nft.map(\.nonce) == [10])
    #expect(three.map(\.token) == [nil, "NFT-123456", "FOO-123456"])
    #expect(three[0].quantity.description == "1000000000000000000")
  }

  /// Data, and what its refusal says.
  @Test(arguments: [
    ("ESDTTransfer", "has no amount"), ("ESDTTransfer@464f4f2d313233343536", "has no amount"),
    ("ESDTTransfer@464f4f2d313233343536@0", "not hex"),
    ("ESDTTransfer@464f4f2d313233343536@zz", "not hex"),
    ("ESDTTransfer@464f4f2d31323334353@0f4240", "not hex"),
    ("ESDTTransfer@666f6f2d313233343536@01", "cannot exist"),
    ("ESDTTransfer@464f4f2d7a7a7a7a7a7a@01", "cannot exist"),
    ("ESDTTransfer@464f4f2d313233343536@00", "is zero"),
    ("ESDTTransfer@464f4f2d313233343536@", "is zero"),
    ("ESDTTransfer@464f4f2d313233343536@000f4240", "leading zeros"),
    ("ESDTTransfer@45474c442d303030303030@01", "moves EGLD as a token"),
    ("ESDTTransfer@464f4f2d313233343536@01@", "without a name"),
    ("ESDTTransfer@464f4f2d313233343536@01@6869", "an account that has none"),
    ("ESDTNFTTransfer@4e46542d313233343536@0a@01@\(bobKey)", "must be sent to the sender"),
    ("MultiESDTNFTTransfer@\(bobKey)@01@464f4f2d313233343536@@01", "must be sent to the sender"),
    ("relayedTx@7b7d", "holds another transaction"),
    ("relayedTxV2@00@01", "holds another transaction"),
    ("SetGuardian@0", "not hex"),
  ])
  func `what nobody could show is refused`(data: String, reason: String) throws {
    try Self.refuse(Published.telling(data), reason)
  }

  @Test(arguments: [
    ("MultiESDTNFTTransfer@\(bobKey)@00", "has 0 transfers"),
    ("MultiESDTNFTTransfer@\(bobKey)@65", "has 101 transfers"),
    ("MultiESDTNFTTransfer@\(bobKey)@ffffffffffffffffff", "more than 64 bits"),
    ("MultiESDTNFTTransfer@0102@01@464f4f2d313233343536@@01", "2 bytes in place of 32"),
    ("MultiESDTNFTTransfer@\(bobKey)@02@464f4f2d313233343536@@01", "has fewer"),
    ("MultiESDTNFTTransfer@\(bobKey)@01@45474c442d303030303030@01@01", "nonce of a token"),
    ("ESDTNFTTransfer@4e46542d313233343536@0a@01", "four parts"),
    ("ESDTNFTTransfer@4e46542d313233343536@@01@\(bobKey)", "does not say which"),
    ("ESDTTransfer@464f4f2d313233343536@01", "to the sender"),
    (
      "ESDTNFTTransfer@4e46542d313233343536@0a@01@\(String(repeating: "00", count: 32))",
      "to nobody"
    ),
  ])
  func `so is a transfer to oneself that says too little or too much`(
    data: String, reason: String
  ) throws {
    try Self.refuse(Published.telling(data, to: Published.alice), reason)
  }

  private static func refuse(_ transaction: MultiversXTransaction, _ reason: String) throws {
    let error = #expect(throws: MultiversXError.self) { _ = try transaction.deed() }
    guard case .invalid("data", let said)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(said.contains(reason), "\(said)")
  }

  private static func contract() throws -> MultiversXAddress {
    let bytes = [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 5, count: 24)
    return try MultiversXAddress(publicKey: #require(Bytes32(bytes)), prefix: "erd")
  }

  @Test func `a note is a note to another person, and a call is a call to a contract`() throws {
    #expect(try Published.telling("").deed() == .nothing)
    for note in ["thank you", "thanks", "a@b", "@6869"] {
      #expect(try Published.telling(note).deed() == .note(Array(note.utf8)))
    }
    let contract = try Self.contract()
    #expect(contract.isContract && !contract.isNobody)
    guard case .call(let call) = try Published.telling("fund@00ff", to: contract.text).deed()
    else {
      Issue.record("a contract is called")
      return
    }
    #expect(call.function == Array("fund".utf8) && call.arguments == [[0, 255]])
    try Self.refuse(Published.telling("@01", to: contract.text), "cannot be one")
    try Self.refuse(Published.telling("thank you", to: contract.text), "cannot be one")
    guard
      case .transfers(_, _, let with?) = try Published.telling(
        "ESDTTransfer@464f4f2d313233343536@01@66756e64@07", to: contract.text
      ).deed()
    else {
      Issue.record("a contract is called with tokens")
      return
    }
    #expect(with.function == Array("fund".utf8) && with.arguments == [[7]])
  }

  @Test(arguments: [
    "GuardAccount", "UnGuardAccount", "SetGuardian@00ff@01",
    "ESDTLocalBurn@464f4f2d313233343536@01",
    "ESDTNFTBurn@4e46542d313233343536@0a@01", "SaveKeyValue@01@02", "MigrateDataTrie",
    "somethingNew",
  ])
  func `nothing that is told to oneself is a note`(data: String) throws {
    let deed = try Published.telling(data, to: Published.alice).deed()
    guard case .network(let call) = deed else {
      Issue.record("\(deed)")
      return
    }
    #expect(data.hasPrefix(String(decoding: call.function, as: UTF8.self)))
  }

  @Test func `functions of the network are known to contracts and strangers as well`() throws {
    for receiver in [try Self.contract().text, Published.bob] {
      let deed = try Published.telling("ChangeOwnerAddress@\(Self.bobKey)", to: receiver).deed()
      guard case .network = deed else {
        Issue.record("\(deed)")
        return
      }
    }
  }

  @Test func `nobody is paid, and no contract is made`() throws {
    let nobody = try MultiversXAddress(publicKey: .zero, prefix: "erd")
    for data in ["", "0061736d@0500@0100", "ESDTTransfer@464f4f2d313233343536@01"] {
      let transaction = try Published.telling(data, to: nobody.text)
      #expect(throws: MultiversXError.self) { _ = try transaction.deed() }
    }
  }

  @Test func `EGLD is counted wherever it moves, and never beside tokens`() throws {
    let several = try Published.telling(
      "MultiESDTNFTTransfer@\(Self.bobKey)@02@45474c442d303030303030@@05@45474c442d303030303030@@07",
      to: Published.alice)
    #expect(try several.egld() == 12)
    let most = String(repeating: "ff", count: 16)
    let tooMuch = try Published.telling(
      "MultiESDTNFTTransfer@\(Self.bobKey)@02@45474c442d303030303030@@\(most)@45474c442d303030303030@@01",
      to: Published.alice)
    #expect(throws: MultiversXError.amountOverflow) { _ = try tooMuch.egld() }
    let larger = try Published.telling(
      "MultiESDTNFTTransfer@\(Self.bobKey)@01@45474c442d303030303030@@01\(most)",
      to: Published.alice)
    #expect(throws: MultiversXError.amountOverflow) { _ = try larger.egld() }
    let plain = try Published.read(Published.withHash + "}")
    #expect(try plain.egld() == 1_000_000_000_000)
    for data in ["ESDTTransfer@464f4f2d313233343536@01", "SetGuardian@00ff@01"] {
      var both = try Published.telling(data)
      both.value = 5
      try Self.refuse(both, "EGLD")
    }
  }

  @Test func `amounts of any size are written in full`() {
    let largest = [UInt8](repeating: 255, count: 32)
    #expect(
      TokenQuantity(largest)?.description
        == "115792089237316195423570985008687907853269984665640564039457584007913129639935")
    #expect(TokenQuantity([])?.description == "0")
    #expect(TokenQuantity([0x3b, 0x9a, 0xca, 0x00])?.description == "1000000000")
    #expect(TokenQuantity([0, 1]) == nil)
    #expect(TokenQuantity([UInt8](repeating: 1, count: 101)) == nil)
  }
}
