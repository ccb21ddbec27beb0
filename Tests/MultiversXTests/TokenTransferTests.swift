import Bytes
import MultiversX
import Testing

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
        + "@4e46542d313233343536@0a@01@464f4f2d313233343536@@0f4240@66756e64@07",
      to: Published.alice
    ).deed()
    guard case .transfers(let nft, let first, nil) = one,
      case .transfers(let three, let second, let call?) = several
    else {
      Issue.record("\(one), \(several)")
      return
    }
    #expect(first.text == Published.bob && second.text == Published.bob)
    #expect(nft.map(\.nonce) == [10])
    #expect(three.map(\.token) == [nil, "NFT-123456", "FOO-123456"])
    #expect(three[0].quantity.description == "1000000000000000000")
    #expect(call.function == Array("fund".utf8) && call.arguments == [[7]])
  }

  @Test(arguments: [
    "ESDTTransfer", "ESDTTransfer@464f4f2d313233343536", "ESDTTransfer@464f4f2d313233343536@0",
    "ESDTTransfer@464f4f2d31323334353@0f4240", "ESDTTransfer@666f6f2d313233343536@01",
    "ESDTTransfer@464f4f2d313233343536@00", "ESDTTransfer@464f4f2d313233343536@",
    "ESDTTransfer@464f4f2d313233343536@000f4240", "ESDTTransfer@464f4f2d313233343536@zz",
    "ESDTTransfer@45474c442d303030303030@01", "ESDTTransfer@464f4f2d313233343536@01@",
    "ESDTNFTTransfer@4e46542d313233343536@0a@01@\(bobKey)",
    "MultiESDTNFTTransfer@\(bobKey)@01@464f4f2d313233343536@@01",
  ])
  func `what begins as a transfer and is none is refused`(data: String) throws {
    let transaction = try Published.telling(data)
    #expect(throws: MultiversXError.self) { _ = try transaction.deed() }
  }

  @Test(arguments: [
    "MultiESDTNFTTransfer@\(bobKey)@00", "MultiESDTNFTTransfer@\(bobKey)@65",
    "MultiESDTNFTTransfer@\(bobKey)@ffffffffffffffffff",
    "MultiESDTNFTTransfer@0102@01@464f4f2d313233343536@@01",
    "MultiESDTNFTTransfer@\(bobKey)@02@464f4f2d313233343536@@01",
    "MultiESDTNFTTransfer@\(bobKey)@01@45474c442d303030303030@01@01",
    "ESDTNFTTransfer@4e46542d313233343536@0a@01",
  ])
  func `so is a transfer to oneself that says too little or too much`(data: String) throws {
    let transaction = try Published.telling(data, to: Published.alice)
    #expect(throws: MultiversXError.self) { _ = try transaction.deed() }
  }

  @Test func `a note is a note, and a call is a call`() throws {
    #expect(try Published.telling("").deed() == .nothing)
    #expect(try Published.telling("thank you").deed() == .note(Array("thank you".utf8)))
    #expect(try Published.telling("a@b").deed() == .note(Array("a@b".utf8)))
    guard case .call(let call) = try Published.telling("SetGuardian@00ff").deed() else {
      Issue.record("an own function of the network is a call, whoever gets it")
      return
    }
    #expect(call.arguments == [[0, 255]])
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
