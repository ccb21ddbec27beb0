import BitcoinPSBT
import Refusals
import ReviewFixtures
import Signing
import Testing
import TransactionReview

@Suite struct ApprovalTests {
  private func result(
    of review: Review, on screen: inout RecordingScreen
  ) -> Result<Bool, ApprovalError> {
    do throws(ApprovalError) {
      let approval = try review.approval(on: &screen)
      return .success(approval.psbt == review.psbt)
    } catch {
      return .failure(error)
    }
  }

  @Test func `a clean review is shown, then asked about once`() throws {
    var screen = RecordingScreen()
    let review = try HonestPayment.scene().review()
    #expect(result(of: review, on: &screen) == .success(true))
    #expect(screen.events == ["show", "consent"])
  }

  @Test func `no is no`() throws {
    var screen = RecordingScreen(consents: false)
    let review = try HonestPayment.scene().review()
    #expect(result(of: review, on: &screen) == .failure(.declined))
  }

  @Test(arguments: Flaw.all.filter { $0.severity == .refuse })
  func `what is refused is never asked about`(flaw: Flaw) throws {
    var screen = RecordingScreen()
    let review = try flaw.scene().review()
    #expect(result(of: review, on: &screen) == .failure(.refused(review.refusals)))
    #expect(screen.events == ["show"])
  }

  @Test(arguments: Flaw.all.filter { $0.severity == .warn })
  func `each warning wants an acknowledgement of its own`(flaw: Flaw) throws {
    let review = try flaw.scene().review()
    var yes = RecordingScreen()
    #expect(result(of: review, on: &yes) == .success(true))
    #expect(yes.events == ["show"] + review.warnings.map(\.rule.rawValue) + ["consent"])

    // A person who says yes to everything but this one rule signs nothing.
    var no = RecordingScreen(
      acknowledged: Set(review.warnings.map(\.rule)).subtracting([flaw.rule]))
    let first = try #require(review.warnings.first { $0.rule == flaw.rule })
    #expect(result(of: review, on: &no) == .failure(.notAcknowledged(first)))
    #expect(!no.events.contains("consent"))
  }

  @Test func `no packet of a hostile coordinator gets an approval`() throws {
    for packet in try BadPacket.all() {
      guard let psbt = try? PSBT(decoding: packet.bytes) else { continue }
      var screen = RecordingScreen()
      let review = Review(of: psbt, in: packet.machine.context)
      if case .success = result(of: review, on: &screen) {
        Issue.record("\(packet) got an approval")
      }
    }
  }

  @Test func `a packet that is final already has nothing to sign`() throws {
    let review = try HonestPayment.scene().review()
    let final = try Finalizer().finalized(try signed(review, keys: try ring()).psbt)
    let again = Review(of: final, in: try HonestPayment.scene().machine.context)
    #expect(again.refusals.isEmpty && again.warnings.isEmpty)
    #expect(again.notes.contains { $0.rule == .r20 })
    var screen = RecordingScreen()
    #expect(result(of: again, on: &screen) == .failure(.nothingToSign))
  }
}
