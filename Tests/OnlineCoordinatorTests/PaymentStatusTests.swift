import BitcoinPSBT
import Bytes
import Testing

@testable import OnlineCoordinator

@Suite struct PaymentStatusTests {
  private let people = SharedPayment.people

  @Test(arguments: SharedPayment.forms)
  func `the words can be forwarded`(form: String) throws {
    let payment = try SharedPayment(form)
    let names = (0..<3).map(payment.name)
    #expect(names[0].hasPrefix("Alice [") && names[0].hasSuffix("]") && names[0].count == 16)
    var status = payment.status(payment.packet)
    #expect(
      status.words
        == "2 of 3 needed. Nobody has signed yet. Still missing: two of \(names.joined(separator: ", "))."
    )
    #expect(status.fraction == "0/2" && status.mostMissing == 2)
    var packet = try people[1].sign(payment.packet)
    status = payment.status(packet)
    #expect(
      status.words
        == "2 of 3 needed. Signed: \(names[1]). Still missing: one of \(names[0]), \(names[2]).")
    #expect(status.fraction == "1/2" && status.mostMissing == 1)
    packet = try people[2].sign(packet)
    status = payment.status(packet, complete: true)
    #expect(
      status.words == "2 of 3 needed. Signed: \(names[1]), \(names[2]). Nothing is missing.")
    #expect(status.fraction == "2/2" && status.mostMissing == 0)
  }

  @Test func `inputs are named only where they differ`() throws {
    let payment = try SharedPayment(coins: 3)
    let packet = try people[0].sign(people[2].sign(payment.packet), inputs: [0, 2])
    let names = (0..<3).map(payment.name)
    let status = payment.status(packet)
    #expect(
      status.words == """
        2 of 3 needed.
        Inputs 0, 2: Signed: \(names[0]), \(names[2]). Nothing is missing.
        Input 1: Signed: \(names[2]). Still missing: one of \(names[0]), \(names[1]).
        """)
    #expect(status.fraction == "1/2" && status.mostMissing == 1)
    var object: JSONObject = [:]
    status.write(to: &object)
    let json = JSONValue.object(object)
    #expect(json["complete"] == false && json["missing"] == 1 && json["threshold"] == 2)
    #expect(json["signers"]?[0]?["label"] == "Alice")
    #expect(json["signers"]?[0]?["signed"] == false && json["signers"]?[0]?["signatures"] == 2)
    #expect(json["signers"]?[2]?["signed"] == true)
    #expect(json["inputs"]?[1]?["missing"] == 1)
    #expect(json["inputs"]?[1]?["signed"] == [.string(names[2])])
  }

  @Test func `all that are missing are named when each is needed`() throws {
    let payment = try SharedPayment("wsh(sortedmulti(3,%))")
    let names = (0..<3).map(payment.name)
    #expect(
      payment.status(try people[0].sign(payment.packet)).words
        == "3 of 3 needed. Signed: \(names[0]). Still missing: \(names[1]), \(names[2]).")
  }

  @Test func `a key alone is spoken of alone`() throws {
    let payment = try SharedPayment("wpkh(%)", people: [people[0]])
    #expect(payment.status(payment.packet).words == "Not signed yet.")
    let signed = payment.status(try people[0].sign(payment.packet), complete: true)
    #expect(signed.words == "Signed: \(payment.name(0)). Nothing is missing.")
  }

  @Test func `names without labels are fingerprints, and paths where those are the same`() throws {
    let payment = try SharedPayment()
    let plain = Cosigners(payment.descriptor)
    #expect(plain.all.allSatisfy { $0.name.count == 10 && $0.label == nil })
    let foreign = Cosigners(payment.descriptor, labels: [0: "A\u{202e}lice\n"])
    #expect(!foreign.all[0].name.contains("\u{202e}") && !foreign.all[0].name.contains("\n"))
  }
}
