import Bytes
import Descriptors
import Foundation
import TerminalUI
import Testing

@testable import OnlineCoordinator

/// Wallets of several keys of which some spend without the others.
@Suite struct `Keys that spend alone` {
  private static let keys = `Shared wallets`.wsh
  private static let unspendable =
    "50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0"
  private static let sentence = "a stranger can spend alone"

  private static func ranged(_ number: Int) -> String { keys[number] + "/<0;1>/*" }

  private static func wallet(_ form: String) throws -> String {
    var text = form
    for number in keys.indices {
      text = text.replacingOccurrences(of: "%\(number)", with: ranged(number))
    }
    return try Descriptor(parsing: text).canonical
  }

  @Test(arguments: [
    ("tr(%0,pk(%1))", "each of key 1 [73c5da0a/48h/1h/0h/2h], key 2 [b8688df1/48h/1h/0h/2h]"),
    ("tr(%0,multi_a(2,%1,%2))", "key 1 [73c5da0a/48h/1h/0h/2h] CAN SPEND ALONE"),
    ("wsh(multi(1,%0,%1))", "CAN SPEND ALONE"),
    (
      "tr(\(unspendable),{multi_a(2,%0,%1),pk(%2)})",
      "key 3 [28645006/48h/1h/0h/2h] CAN SPEND ALONE"
    ),
  ])
  func `are asked about by a sentence, which yes never answers`(
    form: String, what: String
  ) async throws {
    let desk = try await `Shared wallets`.desk()
    let file = try desk.write(Self.wallet(form) + "\n", to: "wallet.txt")
    for command in [
      ["wallet", "import", "w", "--from", file], ["wallet", "create", "w", file],
    ] {
      for more in [[], ["--accept", "R23"], ["--accept", "R07"]] {
        await desk.fails(command + more, saying: "add --accept stranger in a script")
      }
      for habit in ["yes", "y", "R23", ""] {
        let ran = await desk.execute(command, answers: [habit, habit, habit])
        #expect(ran.code == .failed)
        #expect(ran.err.contains("not acknowledged: stranger"), "\(ran.err)")
      }
    }
    let yes = await desk.execute(["wallet", "import", "w", "--from", file, "--yes"])
    #expect(yes.code == .failed, "\(yes.out)")
    #expect(await desk.run("wallet", "list", "--json").json == .array([]))
    let typed = await desk.run(
      "wallet", "import", "w", "--from", file, answers: [Self.sentence, Self.sentence])
    #expect(typed.code == .done && typed.out.contains(what), "\(typed.err)")
    #expect(typed.terminal.contains("CAN SPEND"), "\(typed.terminal)")
    #expect(await desk.run("wallet", "remove", "w", "--yes").code == .done)
    let script = await desk.run(
      "wallet", "import", "again", "--from", file, "--accept", "stranger")
    #expect(script.code == .done, "\(script.err)")
  }

  @Test(arguments: [
    "wsh(sortedmulti(2,%0,%1,%2))", "wsh(multi(2,%0,%1))",
    "tr(\(unspendable),sortedmulti_a(2,%0,%1,%2))",
  ])
  func `are none in a wallet of which several have to sign`(form: String) async throws {
    #expect(try LoneSpenders.sentences(of: Descriptor(parsing: Self.wallet(form))).isEmpty)
    let desk = try await `Shared wallets`.desk()
    let file = try desk.write(Self.wallet(form) + "\n", to: "wallet.txt")
    let ran = await desk.run("wallet", "import", "w", "--from", file)
    #expect(ran.code == .done, "\(ran.err)")
  }

  @Test func `two keys of one seed of the three that must sign are a note, not a refusal`()
    async throws
  {
    let twin = `Shared wallets`.shWsh[1] + "/<0;1>/*"
    let descriptor = try Descriptor(
      parsing: Self.wallet("wsh(multi(3,%0,%1,\(twin),%2))"))
    #expect(LoneSpenders.sentences(of: descriptor).isEmpty)
    let note =
      "key 2 [b8688df1/48h/1h/0h/2h], key 3 [b8688df1/48h/1h/0h/1h] come from one seed: whoever "
      + "has that seed can give 2 of the 3 signatures and needs only 1 more from others"
    let desk = try await `Shared wallets`.desk()
    let file = try desk.write(descriptor.canonical + "\n", to: "wallet.txt")
    let taken = await desk.run("wallet", "import", "w", "--from", file)
    #expect(taken.code == .done && taken.out.contains("note: \(note)"), "\(taken.err)")
    let shown = await desk.run("wallet", "show", "w", "--json")
    #expect(shown.json["notes"] == .array([.string(note)]), "\(shown.out)")
    // Keys of different seeds have nothing to say; as many as must sign are more than a note.
    let plain = try Descriptor(parsing: Self.wallet("wsh(multi(2,%0,%1,%2))"))
    #expect(LoneSpenders.notes(of: plain).isEmpty)
    let two = try Descriptor(parsing: Self.wallet("wsh(multi(2,%0,%1,\(twin)))"))
    #expect(LoneSpenders.notes(of: two).isEmpty && !LoneSpenders.sentences(of: two).isEmpty)
  }

  @Test func `are none in a wallet of one key, whatever its scripts`() throws {
    for form in ["wpkh(%0)", "tr(%0)", "combo(\(Self.keys[0]))"] {
      let text = form.replacingOccurrences(of: "%0", with: Self.ranged(0))
      #expect(try LoneSpenders.sentences(of: Descriptor(parsing: text)).isEmpty, "\(form)")
    }
  }

  @Test func `a leaf that several sign without the others is named`() throws {
    let text = try Self.wallet("tr(\(Self.unspendable),{multi_a(2,%0,%1),multi_a(2,%1,%2)})")
    let said = LoneSpenders.sentences(of: try Descriptor(parsing: text))
    #expect(said.count == 2)
    #expect(said.allSatisfy { $0.hasSuffix("CAN SPEND WITHOUT THE OTHERS") }, "\(said)")
  }
}
