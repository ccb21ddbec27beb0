import BitcoinPSBT
import Bytes
import Foundation
import Refusals
import ReviewFixtures
import Testing
import TextLayout

@testable import TransactionReview

/// The note of whoever made the payment: shown as what nobody checked, and nothing more.
@Suite struct NoteTests {
  private static func review(_ note: String) throws -> Review {
    let scene = try HonestPayment.scene()
    var plain = try scene.review().psbt
    plain.global.setNote(note)
    return Review(of: plain, in: try scene.review().facts.context)
  }

  @Test func `it stands beneath words of ours, in marked rows`() throws {
    let review = try Self.review("rent May")
    let text = ReviewText(review).text
    #expect(
      text.contains("  Message from whoever made this payment (nobody checked it):\n  | rent May\n")
    )
    #expect(ReviewJSON(review).value["note"]?.stringValue == "rent May")
    let without = try HonestPayment.scene().review()
    #expect(review.findings == without.findings)
    #expect(!ReviewText(without).text.contains("nobody checked it"))
    #expect(ReviewJSON(without).value["note"] == .null)
  }

  @Test func `a long one cannot look like another line of the review`() throws {
    let address = "bcrt1 qw50 8d6q ejxt dg4y 5r3z arva ry0c 5xw7 kygt 080"
    for columns in [40, 80, 120] {
      let note = "x\" Pays " + String(repeating: " ", count: 60) + address
      let text = ReviewText(try Self.review(note), columns: columns).text
      let start = try #require(text.range(of: "nobody checked it"))
      let lines = text[start.lowerBound...].split(separator: "\n").dropFirst().prefix {
        $0.hasPrefix("  " + TextWrapping.mark)
      }
      // All of it stands in these rows.
      let shown = lines.map { $0.dropFirst(4) }.joined()
      #expect(lines.count > 1 && shown.filter { $0 != " " }.hasSuffix(address.filter { $0 != " " }))
    }
  }

  @Test func `what would steer a terminal or turn a line around is shown as escapes`() throws {
    let text = ReviewText(try Self.review("a\u{202e}b\u{200b}\u{feff}c")).text
    #expect(text.contains("  | a\\u{202e}b\\u{200b}\\u{feff}c\n"))
  }

  @Test func `a field that cannot be a note is data riding along`() throws {
    let scene = try HonestPayment.scene()
    var packet = try scene.review().psbt
    packet.global.setNote("x")
    let field = try #require(packet.global.map.fields.first(where: PaymentNote.isField))
    packet.global.setUnchecked(
      PSBTField(
        type: field.type, keyData: Array(field.keyData),
        value: [UInt8](repeating: 0x61, count: 5_000)[...]))
    let review = Review(of: packet, in: try scene.review().facts.context)
    #expect(review.warnings.map(\.rule) == [.r19])
    #expect(!ReviewText(review).text.contains("nobody checked it"))
  }

  @Test func `a secret in it is refused and not repeated`() throws {
    for secret in [
      Array(repeating: "abandon", count: 11).joined(separator: " ") + " about",
      "private key " + String(repeating: "1f", count: 32),
    ] {
      let review = try Self.review("x " + secret)
      #expect(review.refusals.map(\.rule) == [.r27])
      let text = ReviewText(review).text
      #expect(!text.contains("abandon") && !text.contains("1f1f"))
      #expect(ReviewJSON(review).value["note"] == .null)
    }
    #expect(try Self.review("refund of the rent").refusals.isEmpty)
  }
}
