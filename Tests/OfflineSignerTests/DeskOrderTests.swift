import HelperProcesses
import SignerDesk
import TerminalUI
import Testing

@testable import OfflineSigner

@Suite struct `What the desk and its starter say` {
  static let orders: [DeskOrder] = [
    .run(DeskDeed("Sign a payment", ["sign", "/media/a b/\n.psbt", "--out", "é"]), passphrase: 12),
    .checks, .run(DeskDeed("Check this machine", ["doctor"], opensVault: false), passphrase: 0),
    .status(passphrase: Console.secretLimit), .list(folder: ""), .list(folder: "/media/x"), .look,
    .end,
  ]
  static let answers: [DeskAnswer] = [
    .started(process: 4711), .refused, .unseen, .ended(0), .ended(143), .output([]),
    .output([0, 255]), .talk([10]),
    .home(hasVault: true, isMainnet: false), .home(hasVault: false, isMainnet: true),
    .failed(.missing(path: "/x")), .failed(.replaceable(path: "/y")),
    .failed(.cannotStart(code: 2)),
    .failed(.timedOut(seconds: 5)),
  ]

  @Test func `is read as it was written`() {
    for order in Self.orders { #expect(DeskOrder(order.encoded) == order) }
    for answer in Self.answers { #expect(DeskAnswer(answer.encoded) == answer) }
  }

  @Test func `is nothing else, however it begins`() {
    for text in [
      "", "look\0", "Look", "end\0end", "status", "status\0", "status\0-1", "status\00x10",
      "status\0+1",
      "status\04001", "status\0" + "1\0", "list", "list\0a\0b", "run", "run\0open\00\0title",
      "run\0maybe\00\0title\0a", "run\0open\0one\0title\0a",
      "run\0open\00\0title\0" + String(repeating: "a\0", count: 20),
    ] {
      #expect(DeskOrder(Array(text.utf8)) == nil, "\(text.debugDescription)")
    }
    #expect(DeskOrder([0x6c, 0x6f, 0x6f, 0xff]) == nil)
    #expect(DeskOrder(Array("list\0".utf8) + [UInt8](repeating: 97, count: DeskOrder.limit)) == nil)
    for text in ["", "s", "s ", "sx", "x1", "e", "eone", "h1", "h12", "h111", "c", "t", "z"] {
      #expect(DeskAnswer(Array(text.utf8)) == nil, "\(text)")
    }
  }
}
