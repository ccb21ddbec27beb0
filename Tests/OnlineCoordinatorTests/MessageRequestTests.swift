import AirgapMessages
import BitcoinPrimitives
import Bytes
import Foundation
import SignedMessages
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// `message request`: what a signer is asked to sign, in each form.
@Suite struct MessageRequestTests {
  private static let text = "I hold the coins of this address."

  private func read(_ desk: Desk, _ name: String) throws -> MessageRequest {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: desk.path(name))))
    guard case .messageRequest(let request) = try Recognizer.message(bytes) else {
      throw MessageError.otherMessage
    }
    return request
  }

  @Test func `an address of the wallet is named by its index or by itself`() async throws {
    let desk = try await Desk.practising("0.5")
    let made = await desk.run(
      "message", "request", "savings", "0", "--text", Self.text, "--out", desk.path("a.txt"),
      "--json")
    #expect(made.code == .done, "\(made.err)")
    let address = try #require(made.json["address"]?.stringValue)
    let request = try read(desk, "a.txt")
    #expect(request.text == Array(Self.text.utf8) && request.form == nil && request.coins.isEmpty)
    #expect(request.signer == .address(address, MessageRequest.Place(branch: 0, index: 0)))
    let file = try desk.write(Self.text, to: "text")
    let again = await desk.run(
      "message", "request", "savings", address, "--from", file, "--format", "bip137", "--out",
      desk.path("b.txt"))
    #expect(again.code == .done, "\(again.err)")
    #expect(again.out.contains(address) && again.out.contains("message sign"))
    #expect(try read(desk, "b.txt").form == .bip137)
    #expect(try read(desk, "b.txt").signer == request.signer)
    // As a picture it is one message, too.
    let picture = await desk.run(
      "message", "request", "savings", "0", "--text", Self.text, "--out", desk.path("a.png"))
    #expect(picture.code == .done, "\(picture.err)")
  }

  @Test func `other signers get the line and the object that they read`() async throws {
    let desk = try await Desk.practising()
    for (format, name) in [("signmessage", "a.txt"), ("coldcard", "b.json")] {
      let made = await desk.run(
        "message", "request", "savings", "3", "--text", Self.text, "--as", format, "--out",
        desk.path(name))
      #expect(made.code == .done, "\(made.err)")
      guard case .path(let path, _) = try read(desk, name).signer else {
        throw MessageError.otherMessage
      }
      #expect("\(path)" == "m/84h/1h/0h/0/3")
    }
    let line = try String(contentsOfFile: desk.path("a.txt"), encoding: .utf8)
    #expect(line == "signmessage m/84h/1h/0h/0/3 ascii:\(Self.text)\n")
    #expect(
      try String(contentsOfFile: desk.path("b.json"), encoding: .utf8)
        .contains(#""addr_fmt":"p2wpkh""#))
  }

  @Test func `a proof of funds shows the confirmed coins, or those that are named`() async throws {
    let desk = try await Desk.practising("0.5", "0.2")
    let all = await desk.run(
      "message", "request", "savings", "0", "--text", Self.text, "--proof-of-funds", "--out",
      desk.path("a.txt"), "--json")
    #expect(all.json["amount"]?.intValue == 70_000_000, "\(all.err)")
    let request = try read(desk, "a.txt")
    #expect(request.coins.map(\.amount).sorted() == [20_000_000, 50_000_000])
    let coin = try #require(request.coins.first { $0.amount == 20_000_000 })
    let one = await desk.run(
      "message", "request", "savings", "0", "--text", Self.text, "--proof-of-funds", "--coin",
      "\(coin.outPoint)", "--coin", "\(coin.outPoint)", "--out", desk.path("b.txt"))
    #expect(one.code == .done, "\(one.err)")
    #expect(try read(desk, "b.txt").coins == [coin])
  }

  @Test func `a proof of funds is of what the node knows now, and says how old that is`()
    async throws
  {
    let desk = try await Desk.practising("0.5")
    let address = await desk.run("receive", "savings", "--json").json["address"]?.stringValue
    await desk.run("rehearse", "fund", try #require(address), "0.25")
    await desk.run("rehearse", "mine")
    func ask(_ name: String, _ more: String...) async -> Desk.Run {
      await desk.execute(
        ["message", "request", "savings", "0", "--text", Self.text, "--out", desk.path(name)] + more
      )
    }
    // The last sync knew less.
    let old = await ask("a.txt", "--proof-of-funds", "--offline", "--json")
    #expect(old.json["amount"]?.intValue == 50_000_000, "\(old.err)")
    let words = await ask("b.txt", "--proof-of-funds", "--offline")
    #expect(
      words.out.contains("as of block") && words.out.contains("synced just now"), "\(words.out)")
    let new = await ask("c.txt", "--proof-of-funds", "--json")
    #expect(new.json["amount"]?.intValue == 75_000_000, "\(new.err)")
    #expect(new.err.contains("arrived"), "\(new.err)")
    let height = try #require(new.json["height"]?.intValue)
    #expect(
      height > (old.json["height"]?.intValue ?? height)
        && new.json["syncedAt"]?.intValue == 1_800_000_000)
    // A text alone shows no money, and nobody is asked.
    desk.source = { _ in
      Issue.record("a node was asked")
      return nil
    }
    let plain = await ask("d.txt", "--json")
    #expect(plain.code == .done && plain.json["height"] == .null && plain.json["syncedAt"] == .null)
  }

  @Test func `what cannot be asked for is refused with words`() async throws {
    let desk = try await Desk.practising()
    let out = desk.path("a.txt")
    let start = ["message", "request", "savings"]
    let end = ["--text", Self.text, "--out", out]
    await desk.fails(start + [Desk.elsewhere] + end, saying: "not an address that savings")
    await desk.fails(start + ["bc1q"] + end, saying: "neither an index nor an address")
    await desk.fails(start + ["0", "--proof-of-funds"] + end, saying: "no confirmed coin to show")
    await desk.fails(
      start + ["0", "--proof-of-funds", "--coin", String(repeating: "0", count: 64) + ":0"] + end,
      saying: "not a confirmed and unspent coin")
    let hash = String(repeating: "0f", count: 32)
    // On the command line it looks like a private key, which is refused as such (R27).
    await desk.fails(
      start + ["0", "--text", hash, "--out", out], saying: "(R27)", code: .wrongUsage)
    let file = try desk.write(hash, to: "hash")
    await desk.fails(start + ["0", "--from", file, "--out", out], saying: "a hash in hexadecimal")
    for usage in [
      ["0", "--out", out], ["0", "--coin", String(repeating: "0", count: 64) + ":0"] + end,
      ["0", "--proof-of-funds", "--as", "signmessage"] + end,
      ["0", "--proof-of-funds", "--format", "bip137"] + end,
    ] {
      await desk.fails(start + usage, code: .wrongUsage)
    }
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
