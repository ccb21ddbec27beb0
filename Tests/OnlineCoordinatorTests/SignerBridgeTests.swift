import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Foundation
import Secp256k1
import Synchronization
import TerminalUI
import Testing
import TransactionReview

@testable import OnlineCoordinator

/// What Bitcoin Core gets that runs this program as its external signer.
@Suite struct SignerBridgeTests {
  /// The words behind the command, as Bitcoin Core 22 and later put them.
  private static let signer = ["--fingerprint", "73c5da0a", "--chain", "regtest"]

  /// A home with the account, and a folder for questions; `then` happens at the given look, from 1.
  private func desk(
    at look: Int = 1, _ then: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws -> Desk {
    let desk = try await Desk.practising()
    let folder = desk.path("gap")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let looks = LookCount()
    desk.pause = { if looks.next() == look { then(folder) } }
    return desk
  }

  private func ask(
    _ desk: Desk, _ words: [String], input: String = "", wait: Int = 3
  ) async -> Desk.Run {
    desk.input = input
    return await desk.execute(
      ["signer-bridge", "--folder", desk.path("gap"), "--wait", "\(wait)"] + words)
  }

  private func sign(_ desk: Desk, _ question: String = BridgeSamples.question) async -> Desk.Run {
    await ask(desk, ["--stdin"] + Self.signer, input: "signtx \(question)")
  }

  /// An answer in the form that Bitcoin Core reads: one line of JSON.
  ///
  /// Of an error the sentence stands in it, and on the first line of standard error. Where a payment is not signed the code is 0: with another one its window may end.
  private func expectError(
    _ run: Desk.Run, _ words: String, ofPayment: Bool = false,
    location: SourceLocation = #_sourceLocation
  ) {
    #expect(
      ofPayment ? run.code == .done : run.code == .failed || run.code == .wrongUsage,
      sourceLocation: location)
    let said = run.json["error"]?.stringValue ?? ""
    #expect(said.contains(words), "\(run.out)", sourceLocation: location)
    let first = run.err.split(separator: "\n").first ?? ""
    #expect(
      first.hasPrefix("error: ") && first.contains(words), "\(run.err)", sourceLocation: location)
    #expect(run.out.count { $0 == "\n" } == 1, "\(run.out)", sourceLocation: location)
  }

  /// The same for a payment that comes back unsigned.
  private func expectUnsigned(
    _ run: Desk.Run, _ words: String, location: SourceLocation = #_sourceLocation
  ) {
    expectError(run, words, ofPayment: true, location: location)
    #expect(run.json["psbt"] == nil, sourceLocation: location)
  }

  /// What the folder says about why the payment was not signed.
  private static func note(in desk: Desk) -> String? {
    FileManager.default.contents(atPath: desk.path("gap") + "/core-not-signed.log")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static func write(_ text: String, _ name: String, in folder: String) {
    try? Data(text.utf8).write(to: URL(filePath: folder + "/" + name))
  }

  private static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  // MARK: Accounts

  @Test func `the signers of this home are listed once each`() async throws {
    let desk = try await desk()
    let run = await ask(desk, ["--chain", "regtest", "enumerate"])
    #expect(run.code == .done, "\(run.err)")
    #expect(
      run.json == [["fingerprint": "73c5da0a", "type": "drawbridge", "model": "Drawbridge"]])
    #expect(run.err.isEmpty)
    // Bitcoin Core adds its own chain behind what it was told to run.
    let twice = ["--chain", "main"] + Self.signer + ["getdescriptors", "--account", "0"]
    #expect(await ask(desk, twice).json["receive"] != nil)
  }

  /// Bitcoin Core's window would end when it asked for the account.
  @Test func `a signer without account 0 on the chain is not listed, and the folder says why`()
    async throws
  {
    let desk = try await desk()
    let note = desk.path("gap") + "/core-no-signer.log"
    func said() -> String {
      String(decoding: FileManager.default.contents(atPath: note) ?? Data(), as: UTF8.self)
    }
    let main = await ask(desk, ["enumerate"])
    #expect(main.code == .done && main.json == [] && main.err.isEmpty)
    #expect(said().contains("this home has no wallet of account 0 on the chain main\n"))
    #expect(said().contains("as in --chain regtest\n"))
    _ = await ask(desk, ["--chain", "regtest", "enumerate"])
    #expect(!FileManager.default.fileExists(atPath: note))
    let other = ["--chain", "regtest", "--only", "00000001", "enumerate"]
    #expect(await ask(desk, other).json == [])
    #expect(said().contains("account 0 of the signer 00000001 on the chain regtest"))
    let second = try Desk()
    let descriptor = String(Desk.account.split(separator: "#")[0])
      .replacing("84h/1h/0h", with: "84h/1h/1h")
    let made = await second.run("wallet", "create", "second", descriptor, "--network", "regtest")
    #expect(made.code == .done, "\(made.err)")
    #expect(await second.run("signer-bridge", "--chain", "regtest", "enumerate").json == [])
    #expect(try await Desk().run("signer-bridge", "enumerate").json == [])
  }

  @Test func `an account is handed over as its receiving and change descriptors`() async throws {
    let desk = try await desk()
    let run = await ask(desk, Self.signer + ["getdescriptors", "--account", "0"])
    #expect(run.code == .done, "\(run.err)")
    let receive = try #require(run.json["receive"]?[0]?.stringValue)
    let change = try #require(run.json["internal"]?[0]?.stringValue)
    #expect(receive.hasPrefix("wpkh([73c5da0a/84h/1h/0h]tpub") && receive.contains("/0/*)#"))
    #expect(change.contains("/1/*)#"))
    // Before version 28 the fingerprint came in quotes, which a shell would have taken off.
    let quoted = ["--fingerprint", "\"73c5da0a\"", "--chain", "regtest"]
    #expect(await ask(desk, quoted + ["getdescriptors", "--account", "0"]).out == run.out)
  }

  @Test func `what is not known here is an error with the way to make it known`() async throws {
    let desk = try await desk()
    expectError(
      await ask(desk, Self.signer + ["getdescriptors", "--account", "7"]), "account 7 of the signer"
    )
    let other = ["--fingerprint", "00000001", "--chain", "regtest", "getdescriptors"]
    expectError(await ask(desk, other), "no wallet of the signer 00000001")
    let chain = ["--fingerprint", "73c5da0a", "--chain", "main", "getdescriptors"]
    let wrong = await ask(desk, chain)
    expectError(wrong, "on the chain main is known here")
    #expect(wrong.json["hint"]?.stringValue?.contains("account export") == true)
  }

  @Test func `a command that is not one of Bitcoin Core's is refused in its form`() async throws {
    let desk = try await desk()
    expectError(await ask(desk, ["wipe"]), "wipe is not a command of Bitcoin Core's signers")
    expectError(await ask(desk, []), "nothing is not a command")
    expectError(await ask(desk, ["getdescriptors"]), "getdescriptors lacks --fingerprint")
    expectError(
      await ask(desk, ["--fingerprint", "73c5da0a", "--chain", "lunanet", "getdescriptors"]),
      "chain")
    expectError(await ask(desk, Self.signer + ["displayaddress"]), "displayaddress lacks --desc")
    expectError(await ask(desk, ["--answer", "window", "enumerate"]), "--answer needs camera")
    expectError(await ask(desk, ["enumerate"], wait: 0), "--wait needs a number of seconds")
  }

  // MARK: Addresses

  @Test func `an address is shown, and counts once its text was renamed`() async throws {
    let seen = Seen()
    let desk = try await desk(at: 2) { folder in
      seen.names = Self.names(in: folder)
      try? FileManager.default.moveItem(
        atPath: folder + "/core-wpkh-0-7.txt", toPath: folder + "/same.txt")
    }
    let run = await ask(
      desk, Self.signer + ["displayaddress", "--desc", BridgeSamples.descriptor])
    #expect(run.json == ["address": .string(BridgeSamples.address)], "\(run.err)")
    #expect(seen.names == ["core-wpkh-0-7.png", "core-wpkh-0-7.txt"])
    // It would say the same to whoever asks next.
    #expect(Self.names(in: desk.path("gap")).isEmpty)
  }

  private func show(_ desk: Desk) async -> Desk.Run {
    await ask(desk, Self.signer + ["displayaddress", "--desc", BridgeSamples.descriptor])
  }

  @Test func `an address is confirmed by nothing that lay there before`() async throws {
    let desk = try await desk()
    Self.write(BridgeSamples.address, "core-wpkh-0-7-ok.txt", in: desk.path("gap"))
    Self.write(BridgeSamples.printed, "core-wpkh-0-7-signed.txt", in: desk.path("gap"))
    expectError(await show(desk), "no answer of the signer came within 3 s")
    #expect(Self.names(in: desk.path("gap")).count == 2)
  }

  @Test func `a copy of the question confirms no address`() async throws {
    for ending in [".txt", ".png"] {
      for isMoved in [false, true] {
        let desk = try await desk { folder in
          let question = folder + "/core-wpkh-0-7" + ending
          guard let bytes = FileManager.default.contents(atPath: question) else { return }
          try? bytes.write(to: URL(filePath: folder + "/core-wpkh-0-7 (conflict)" + ending))
          // A program that keeps folders alike makes the copy first, then deletes.
          if isMoved { try? FileManager.default.removeItem(atPath: folder + "/core-wpkh-0-7.txt") }
        }
        let run = await show(desk)
        expectError(run, "no answer of the signer came within 3 s")
        #expect(run.json["address"] == nil, "\(ending) \(isMoved)")
      }
    }
    let copied = try await desk { Self.write(BridgeSamples.address, "copy.txt", in: $0) }
    expectError(await show(copied), "does not say that anybody compared it")
  }

  @Test func `what the signer prints confirms an address`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.printed, "shown.txt", in: $0) }
    let run = await show(desk)
    #expect(run.json == ["address": .string(BridgeSamples.address)], "\(run.err)")
    let other = try await self.desk {
      Self.write(BridgeSamples.printed.replacing("7dd", with: "7dg"), "shown.txt", in: $0)
    }
    expectError(await show(other), "no answer of the signer")
  }

  @Test func `the question of another run ends none about an address`() async throws {
    let desk = try await desk { Self.write(Desk.elsewhere, "core-wpkh-0-70.txt", in: $0) }
    expectError(await show(desk), "no answer of the signer came within 3 s")
  }

  @Test func `another address in the answer ends it`() async throws {
    let desk = try await desk { Self.write(Desk.elsewhere, "photo.txt", in: $0) }
    let run = await ask(
      desk, Self.signer + ["displayaddress", "--desc", BridgeSamples.descriptor])
    expectError(run, "has the address \(Desk.elsewhere)")
    #expect(run.json["error"]?.stringValue?.contains("R30") == true)
    #expect(Self.names(in: desk.path("gap")) == ["photo.txt"])
  }

  @Test func `an address of no account is never shown`() async throws {
    let desk = try await desk()
    // The key of index 7, said to be that of index 8.
    let lie = BridgeSamples.descriptor.replacing("/0/7]", with: "/0/8]")
    expectError(
      await ask(desk, Self.signer + ["displayaddress", "--desc", lie]),
      "in no account of the signer")
    let range = Desk.account.replacing("<0;1>", with: "0").split(separator: "#")[0]
    expectError(
      await ask(desk, Self.signer + ["displayaddress", "--desc", String(range)]),
      "in no account of the signer")
    expectError(
      await ask(desk, Self.signer + ["displayaddress", "--desc", "wpkh("]), "has no address")
    #expect(Self.names(in: desk.path("gap")).isEmpty)
  }

  // MARK: Payments

  @Test func `a payment goes out, and comes back with verified signatures`() async throws {
    let seen = Seen()
    let desk = try await desk { folder in
      seen.names = Self.names(in: folder)
      Self.write(BridgeSamples.signed, "answer.txt", in: folder)
    }
    let run = await sign(desk)
    #expect(run.code == .done, "\(run.err)")
    let psbt = try PSBT(decoding: Base64.decode(run.json["psbt"]?.stringValue ?? ""))
    let asked = try PSBT(decoding: Base64.decode(BridgeSamples.question))
    #expect(psbt.unsignedTransaction == asked.unsignedTransaction)
    #expect(psbt.inputs.allSatisfy { $0.partialSigs.count == 1 })
    #expect(run.err.isEmpty && run.out.count { $0 == "\n" } == 1)
    // The four words that the signer shows are the name; what was written is taken away again.
    let words = "\(asked.unsignedTransaction.checkWords)".replacing(" ", with: "-")
    #expect(seen.names == ["core-\(words).gif", "core-\(words).psbt"])
    #expect(Self.names(in: desk.path("gap")) == ["answer.txt"])
  }

  @Test func `an answer that lay there under the question's name is taken`() async throws {
    let asked = try PSBT(decoding: Base64.decode(BridgeSamples.question))
    let words = "\(asked.unsignedTransaction.checkWords)".replacing(" ", with: "-")
    let desk = try await desk()
    Self.write(BridgeSamples.signed, "core-\(words)-signed.txt", in: desk.path("gap"))
    // This one is of yesterday.
    Self.write(BridgeSamples.other, "yesterday.txt", in: desk.path("gap"))
    #expect(await sign(desk).json["psbt"] != nil)
  }

  private static var name: String {
    get throws {
      let asked = try PSBT(decoding: Base64.decode(BridgeSamples.question))
      return "core-" + "\(asked.unsignedTransaction.checkWords)".replacing(" ", with: "-")
    }
  }

  @Test func `an answer under the question's own name is taken, and stays`() async throws {
    let file = try Self.name + ".psbt"
    let desk = try await desk { Self.write(BridgeSamples.signed, file, in: $0) }
    let run = await sign(desk)
    #expect(run.json["psbt"]?.stringValue == BridgeSamples.signed, "\(run.err)")
    #expect(Self.names(in: desk.path("gap")) == [file])
    // The question written anew is no answer, and no mistake.
    let same = try await self.desk { Self.write(BridgeSamples.question, file, in: $0) }
    expectUnsigned(
      await sign(same), "no answer of the signer came within 3 s; the last file: core-")
  }

  @Test func `what another run asks and gets ends no wait`() async throws {
    var packet = try PSBT(decoding: Base64.decode(BridgeSamples.other))
    let words = "\(packet.unsignedTransaction.checkWords)".replacing(" ", with: "-")
    for index in packet.inputs.indices {
      packet.updateInput(index) { $0.removeAll { $0.type == PSBTInputKey.partialSig.rawValue } }
    }
    let unsigned = Base64.encode(packet.encoded())
    let desk = try await desk { folder in
      Self.write(unsigned, "core-copy.txt", in: folder)
      Self.write(unsigned, "core-\(words).psbt", in: folder)
      Self.write(BridgeSamples.other, "core-\(words)-signed.txt", in: folder)
      Self.write(BridgeSamples.signed, "signed.txt", in: folder)
    }
    let run = await sign(desk)
    #expect(run.json["psbt"]?.stringValue == BridgeSamples.signed, "\(run.err)")
    // It is named where nothing else comes.
    let alone = try await self.desk { Self.write(unsigned, "core-\(words).psbt", in: $0) }
    expectUnsigned(await sign(alone), "is another payment than Bitcoin Core asks for")
  }

  @Test func `a frozen coin is neither shown to the signer nor handed back signed`() async throws {
    let asked = try PSBT(decoding: Base64.decode(BridgeSamples.question))
    let coin = asked.unsignedTransaction.inputs[1].previousOutput
    let line = "{\"type\":\"output\",\"ref\":\"\(coin)\",\"spendable\":false}\n"
    let looked = Seen()
    let desk = try await desk { looked.names = Self.names(in: $0) }
    let labels = try desk.write(line, to: "labels.jsonl")
    #expect(await desk.run("label", "import", "savings", "--from", labels).code == .done)
    for question in [BridgeSamples.question, BridgeSamples.signed] {
      let run = await sign(desk, question)
      expectUnsigned(run, "the coin \(coin) is frozen")
      #expect(run.json["error"]?.stringValue?.contains("`unfreeze savings \(coin)`") == true)
    }
    #expect(looked.names.isEmpty)
  }

  @Test func `a coin that a payment of this home holds is refused by its number`() async throws {
    let desk = try await Desk.practising("0.5")
    try FileManager.default.createDirectory(
      atPath: desk.path("gap"), withIntermediateDirectories: false)
    let first = try await pay(desk, "--fee-rate", "5")
    #expect(await desk.run("cancel", "1", "--yes").code == .done)
    let second = try await pay(desk, "--fee-rate", "6")
    #expect(first.unsignedTransaction != second.unsignedTransaction)
    let run = await sign(desk, Base64.encode(first.encoded()))
    expectUnsigned(run, "is held by payment 2")
    #expect(run.json["error"]?.stringValue?.contains("`cancel 2`") == true)
    // The very same transaction takes nothing from it.
    expectUnsigned(await sign(desk, Base64.encode(second.encoded())), "no answer of the signer")
  }

  private func pay(_ desk: Desk, _ more: String...) async throws -> PSBT {
    let file = desk.path("\(UUID().uuidString).psbt")
    let words = ["pay", "savings", "--to", "\(Desk.elsewhere)=0.1", "--out", file]
    let run = await desk.execute(words + more)
    return try PSBT(
      decoding: Array(#require(FileManager.default.contents(atPath: file), "\(run.err)")))
  }

  /// The first input signed with the key at 0/0 of the test words and a nonce of one's choice.
  private static func signed(_ packet: PSBT, nonce: UInt8) throws -> PSBT {
    let key = try Hex.decode("a9c4134b73560f43fc5c081e5c1daa7ce068adc806d80e1f37cb658e0fea4c8d")
    let known = try #require(packet.inputs[0].bip32Derivations.first?.publicKey)
    let coins = try packet.inputs.indices.map { try #require(packet.claimedOutput(ofInput: $0)) }
    let digest = try SighashCache(packet.unsignedTransaction, spentOutputs: coins).segwitV0(
      input: 0, scriptCode: .p2pkh(PublicKey(decoding: known)), amount: coins[0].rawValue,
      type: .all)
    let signature = try ChosenNonce.signature(
      of: digest, by: key, nonce: ChosenNonce.number(nonce))
    var packet = packet
    packet.updateInput(0) { $0.removeAll { $0.type == PSBTInputKey.partialSig.rawValue } }
    packet.updateInput(0) { $0.setPartialSig(signature, publicKey: Array(known)) }
    return packet
  }

  @Test func `a nonce of a payment of this home is found in an answer`() async throws {
    let desk = try await Desk.practising("0.5")
    let folder = desk.path("gap")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let first = try Self.signed(try await pay(desk, "--fee-rate", "5"), nonce: 9)
    let file = try desk.write(Base64.encode(first.encoded()), to: "first.txt")
    let collected = await desk.run("collect", file)
    #expect(collected.code == .done, "\(collected.err)")
    let asked = try PSBT(decoding: Base64.decode(BridgeSamples.signed))
    let other = Base64.encode(try Self.signed(asked, nonce: 10).encoded())
    let same = Base64.encode(try Self.signed(asked, nonce: 9).encoded())
    // Once: what changes between two looks is still being copied.
    desk.pause = {
      if Self.names(in: folder).count == 2 { Self.write(same, "answer.txt", in: folder) }
    }
    expectUnsigned(await sign(desk), "the same nonce as one of payment 1")
    expectUnsigned(await sign(desk, same), "the same nonce as one of payment 1")
    #expect(await sign(desk, other).json["psbt"]?.stringValue == other)
  }

  @Test func `a payment that is signed in part is refused`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.half, "answer.txt", in: $0) }
    // Bitcoin Core would ask again for each of its lists of keys.
    expectUnsigned(await sign(desk), "answer.txt lacks the signatures of some inputs")
  }

  @Test func `a payment that comes with every signature is not shown again`() async throws {
    let looked = Seen()
    let desk = try await desk { looked.names = [$0] }
    let run = await sign(desk, BridgeSamples.signed)
    #expect(run.json["psbt"]?.stringValue == BridgeSamples.signed, "\(run.err)")
    #expect(looked.names.isEmpty)
    // One of two: the signer sees it as it is, and completes it.
    let other = try await self.desk { Self.write(BridgeSamples.signed, "answer.txt", in: $0) }
    let half = await sign(other, BridgeSamples.half)
    #expect(half.json["psbt"]?.stringValue == BridgeSamples.signed, "\(half.err)")
  }

  @Test func `the answer to another question is refused`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.other, "answer.txt", in: $0) }
    let run = await sign(desk)
    expectUnsigned(run, "is another payment than Bitcoin Core asks for")
    #expect(run.json["psbt"] == nil)
    #expect(Self.names(in: desk.path("gap")) == ["answer.txt", "core-not-signed.log"])
  }

  @Test func `doctor says on one line why the last payment was not signed, until the next one`()
    async throws
  {
    let desk = try await desk()
    func said() async -> [Substring] {
      await desk.run("doctor").err.split(separator: "\n").filter { $0.contains("Bitcoin Core") }
    }
    #expect(await said().isEmpty)
    expectUnsigned(await sign(desk), "no answer of the signer came within 3 s")
    let note = try #require(Self.note(in: desk)).split(separator: "\n")
    #expect(note.count == 2)
    #expect(
      await said() == [
        "warning: Bitcoin Core's last payment was not signed: \(note[0]); \(note[1])"
      ])
    // Asked for a signer on another chain.
    #expect(await ask(desk, ["enumerate"]).json == [])
    let both = await said()
    #expect(both.count == 2)
    #expect(
      both.last?.hasPrefix(
        "warning: Bitcoin Core was told of no signer: this home has no wallet of account 0") == true
    )
    #expect(both.last?.contains("; ") == true)
    _ = await ask(desk, ["--chain", "regtest", "enumerate"])
    #expect(await sign(desk, BridgeSamples.signed).json["psbt"] != nil)
    #expect(await said().isEmpty)
  }

  @Test func `an answer without a signature is refused`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.question, "answer.txt", in: $0) }
    expectUnsigned(await sign(desk), "answer.txt has no signature")
  }

  @Test func `a wrong signature is refused`() async throws {
    var packet = try PSBT(decoding: Base64.decode(BridgeSamples.signed))
    let own = packet.inputs[0].partialSigs[0]
    let other = packet.inputs[1].partialSigs[0]
    packet.updateInput(0) {
      $0.setPartialSig(Array(other.signature), publicKey: Array(own.publicKey))
    }
    packet.updateInput(1) { $0.removeAll { $0.type == PSBTInputKey.partialSig.rawValue } }
    let text = Base64.encode(packet.encoded())
    let desk = try await desk { Self.write(text, "answer.txt", in: $0) }
    expectUnsigned(await sign(desk), "no signature was accepted")
  }

  @Test func `what is no payment is not taken for an answer`() async throws {
    let desk = try await desk { Self.write("shopping list", "list.txt", in: $0) }
    let run = await sign(desk)
    expectUnsigned(run, "no answer of the signer came within 3 s; the last file: list.txt")
    #expect(Self.names(in: desk.path("gap")) == ["core-not-signed.log", "list.txt"])
  }

  @Test func `a seed in the folder is said at once and not repeated`() async throws {
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let desk = try await desk { Self.write(words, "list.txt", in: $0) }
    let run = await sign(desk)
    #expect(run.code == .done && run.err.hasPrefix("error: "), "\(run.err)")
    #expect(!run.err.contains("sausage") && !run.out.contains("sausage"))
    #expect(
      run.json["hint"]?.stringValue?.contains("has touched a networked machine") == true,
      "\(run.out)")
    #expect(Self.note(in: desk)?.contains("has touched a networked machine") == true)
    #expect(Self.note(in: desk)?.contains("sausage") == false)
    #expect(!run.err.contains("no answer of the signer"))
  }

  /// Bitcoin Core's window says that the signer failed, and not why.
  @Test func `why a payment is not signed stands in the folder until it is asked for again`()
    async throws
  {
    let desk = try await desk { Self.write(BridgeSamples.other, "answer.txt", in: $0) }
    let run = await sign(desk)
    expectUnsigned(run, "is another payment than Bitcoin Core asks for")
    let note = try #require(Self.note(in: desk))
    #expect(note.hasPrefix("answer.txt is another payment than") && note.contains("(R31)\n"))
    #expect(try note.hasSuffix("\n\(#require(run.json["hint"]?.stringValue))\n"))
    // Another reason takes its place, and none is left behind a payment that was signed.
    try FileManager.default.removeItem(atPath: desk.path("gap") + "/answer.txt")
    expectUnsigned(await sign(desk), "no answer of the signer")
    #expect(Self.note(in: desk)?.hasPrefix("no answer of the signer") == true)
    #expect(Self.names(in: desk.path("gap")).count == 1)
    Self.write(BridgeSamples.signed, try Self.name + "-signed.txt", in: desk.path("gap"))
    #expect(await sign(desk).json["psbt"] != nil)
    #expect(Self.note(in: desk) == nil)
  }

  @Test func `no answer in time, a deleted question and a signal end it`() async throws {
    expectUnsigned(await sign(try await desk()), "no answer of the signer came within 3 s")
    let deleting = try await desk { folder in
      for name in Self.names(in: folder) where name.hasSuffix(".psbt") {
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
      }
    }
    expectUnsigned(await sign(deleting), "cancelled: core-")
    #expect(Self.names(in: deleting.path("gap")).isEmpty)
    let stopped = try await desk()
    stopped.stop = StopSignal(arm: {}, disarm: {}, isRaised: { true })
    expectUnsigned(await sign(stopped), "cancelled: this run was told to end")
    #expect(Self.names(in: stopped.path("gap")).isEmpty)
    let unheard = try await desk()
    unheard.isUnheard = true
    expectUnsigned(await sign(unheard), "cancelled: Bitcoin Core has ended")
    #expect(Self.names(in: unheard.path("gap")).isEmpty)
    let gone = try await desk { try? FileManager.default.removeItem(atPath: $0) }
    expectUnsigned(await sign(gone), "is gone")
  }

  @Test func `a camera that is not there ends it with its own error, and takes the files away`()
    async throws
  {
    let desk = try await desk()
    let device = "camera:" + desk.path("video9")
    let run = await ask(
      desk, ["--answer", device, "--stdin"] + Self.signer,
      input: "signtx \(BridgeSamples.question)")
    expectUnsigned(run, "video9")
    #expect(Self.names(in: desk.path("gap")) == ["core-not-signed.log"])
  }

  @Test func `nothing is asked without a folder`() async throws {
    let desk = try await desk()
    desk.input = "signtx \(BridgeSamples.question)"
    let run = await desk.execute(["signer-bridge", "--stdin"] + Self.signer)
    expectUnsigned(run, "lacks the folder")
    let missing = await desk.execute(
      ["signer-bridge", "--folder", desk.path("nowhere"), "--stdin"] + Self.signer)
    expectUnsigned(missing, "there is no folder")
  }

  @Test func `coins of other accounts are never shown to the signer`() async throws {
    let desk = try await desk()
    func changed(_ body: (inout PSBTInput) -> Void) throws -> String {
      var packet = try PSBT(decoding: Base64.decode(BridgeSamples.question))
      packet.updateInput(1, body)
      return Base64.encode(packet.encoded())
    }
    let derivation = PSBTInputKey.bip32Derivation.rawValue
    let stranger = try changed { $0.removeAll { $0.type == derivation } }
    expectUnsigned(await sign(desk, stranger), "input 1 is in no account")
    let silent = try changed {
      $0.removeAll {
        [PSBTInputKey.nonWitnessUTXO.rawValue, PSBTInputKey.witnessUTXO.rawValue].contains($0.type)
      }
    }
    expectUnsigned(await sign(desk, silent), "does not say which coin input 1 spends")
    expectUnsigned(await sign(desk, "AAAA"), "not a PSBT")
    expectUnsigned(await ask(desk, ["--stdin"] + Self.signer, input: "signtx"), "sent no PSBT")
    #expect(Self.names(in: desk.path("gap")) == ["core-not-signed.log"])
  }

  /// Counts looks at a folder.
  private final class LookCount: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  /// What lay in a folder at a look.
  private final class Seen: Sendable {
    private let state = Mutex<[String]>([])
    var names: [String] {
      get { state.withLock { $0 } }
      set { state.withLock { $0 = newValue } }
    }
  }
}
