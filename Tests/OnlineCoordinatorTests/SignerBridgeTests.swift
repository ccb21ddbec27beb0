import BitcoinPSBT
import Bytes
import Foundation
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

  /// An answer in the form that Bitcoin Core reads: one line of JSON; of an error the sentence in its place, and on the
  /// first line of standard error.
  private func expectError(
    _ run: Desk.Run, _ words: String, location: SourceLocation = #_sourceLocation
  ) {
    #expect(run.code == .failed || run.code == .wrongUsage, sourceLocation: location)
    let said = run.json["error"]?.stringValue ?? ""
    #expect(said.contains(words), "\(run.out)", sourceLocation: location)
    let first = run.err.split(separator: "\n").first ?? ""
    #expect(
      first.hasPrefix("error: ") && first.contains(words), "\(run.err)", sourceLocation: location)
    #expect(run.out.count { $0 == "\n" } == 1, "\(run.out)", sourceLocation: location)
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
    let run = await ask(desk, ["enumerate"])
    #expect(run.code == .done, "\(run.err)")
    #expect(
      run.json == [["fingerprint": "73c5da0a", "type": "drawbridge", "model": "Drawbridge"]])
    #expect(run.err.isEmpty)
    #expect(await ask(desk, ["--only", "00000001", "enumerate"]).json == [])
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
    #expect(Self.names(in: desk.path("gap")) == ["same.txt"])
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

  @Test func `a payment that is signed in part is refused`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.half, "answer.txt", in: $0) }
    // Bitcoin Core would ask again for each of its lists of keys.
    expectError(await sign(desk), "answer.txt lacks the signatures of some inputs")
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
    expectError(run, "is another payment than Bitcoin Core asks for")
    #expect(run.json["psbt"] == nil)
    #expect(Self.names(in: desk.path("gap")) == ["answer.txt"])
  }

  @Test func `an answer without a signature is refused`() async throws {
    let desk = try await desk { Self.write(BridgeSamples.question, "answer.txt", in: $0) }
    expectError(await sign(desk), "answer.txt has no signature")
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
    expectError(await sign(desk), "no signature was accepted")
  }

  @Test func `what is no payment is not taken for an answer`() async throws {
    let desk = try await desk { Self.write("shopping list", "list.txt", in: $0) }
    let run = await sign(desk)
    expectError(run, "no answer of the signer came within 3 s; the last file: list.txt")
    #expect(Self.names(in: desk.path("gap")) == ["list.txt"])
  }

  @Test func `a seed in the folder is said at once and not repeated`() async throws {
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let desk = try await desk { Self.write(words, "list.txt", in: $0) }
    let run = await sign(desk)
    #expect(run.code == .failed && run.err.hasPrefix("error: "), "\(run.err)")
    #expect(!run.err.contains("sausage") && !run.out.contains("sausage"))
    #expect(!run.err.contains("no answer of the signer"))
  }

  @Test func `no answer in time, a deleted question and a signal end it`() async throws {
    expectError(await sign(try await desk()), "no answer of the signer came within 3 s")
    let deleting = try await desk { folder in
      for name in Self.names(in: folder) where name.hasSuffix(".psbt") {
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
      }
    }
    expectError(await sign(deleting), "cancelled: core-")
    #expect(Self.names(in: deleting.path("gap")).isEmpty)
    let stopped = try await desk()
    stopped.stop = StopSignal(arm: {}, disarm: {}, isRaised: { true })
    expectError(await sign(stopped), "cancelled: this run was told to end")
    #expect(Self.names(in: stopped.path("gap")).isEmpty)
    let gone = try await desk { try? FileManager.default.removeItem(atPath: $0) }
    expectError(await sign(gone), "is gone")
  }

  @Test func `a camera that is not there ends it with its own error, and takes the files away`()
    async throws
  {
    let desk = try await desk()
    let device = "camera:" + desk.path("video9")
    let run = await ask(
      desk, ["--answer", device, "--stdin"] + Self.signer,
      input: "signtx \(BridgeSamples.question)")
    expectError(run, "video9")
    #expect(Self.names(in: desk.path("gap")).isEmpty)
  }

  @Test func `nothing is asked without a folder`() async throws {
    let desk = try await desk()
    desk.input = "signtx \(BridgeSamples.question)"
    let run = await desk.execute(["signer-bridge", "--stdin"] + Self.signer)
    expectError(run, "lacks the folder")
    let missing = await desk.execute(
      ["signer-bridge", "--folder", desk.path("nowhere"), "--stdin"] + Self.signer)
    expectError(missing, "there is no folder")
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
    expectError(await sign(desk, stranger), "input 1 is in no account")
    let silent = try changed {
      $0.removeAll {
        [PSBTInputKey.nonWitnessUTXO.rawValue, PSBTInputKey.witnessUTXO.rawValue].contains($0.type)
      }
    }
    expectError(await sign(desk, silent), "does not say which coin input 1 spends")
    expectError(await sign(desk, "AAAA"), "not a PSBT")
    expectError(await ask(desk, ["--stdin"] + Self.signer, input: "signtx"), "sent no PSBT")
    #expect(Self.names(in: desk.path("gap")).isEmpty)
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
