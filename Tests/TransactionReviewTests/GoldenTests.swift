import BitcoinPSBT
import Foundation
import Refusals
import ReviewFixtures
import Testing
import TransactionReview

/// The texts that a person sees, one file for each flaw and each honest payment.
///
/// `DRAWBRIDGE_RECORD_GOLDEN=1 swift test --filter GoldenTests` writes them anew; read the
/// difference before it is committed.
@Suite struct GoldenTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Golden")

  private func compare(_ text: String, with name: String) throws {
    let file = Self.folder.appending(path: "\(name).txt")
    if ProcessInfo.processInfo.environment["DRAWBRIDGE_RECORD_GOLDEN"] != nil {
      try FileManager.default.createDirectory(
        at: Self.folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name) reads otherwise than its golden text")
  }

  private func check(_ review: Review, name: String) throws {
    let text = ReviewText(review).text
    for line in text.split(separator: "\n") {
      // A coin is one word, which is never broken.
      #expect(
        line.count <= 80 || !line.drop { $0 == " " }.contains(" "), "too wide: \(line)")
      #expect(line.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "not plain: \(line)")
    }
    #expect(ReviewText(review).text == text)
    try compare(text, with: name)
  }

  @Test(arguments: Flaw.all)
  func `each flaw is seen by its rule and reads as recorded`(flaw: Flaw) throws {
    let review = try flaw.scene().review()
    let found = review.findings.filter { $0.rule == flaw.rule && $0.severity == flaw.severity }
    #expect(!found.isEmpty, "\(flaw) was not found: \(review.findings)")
    if flaw.severity == .warn { #expect(review.refusals.isEmpty, "\(review.refusals)") }
    try check(review, name: flaw.name)
  }

  @Test(arguments: HonestScene.all)
  func `each honest payment has nothing against it and reads as recorded`(
    honest: HonestScene
  ) throws {
    let review = try honest.scene().review()
    #expect(review.refusals.isEmpty && review.warnings.isEmpty, "\(review.findings)")
    try check(review, name: "honest-\(honest.name)")
  }

  /// The rules by which the reader refuses, each with the file of what it says.
  private static let readerRules = [
    Rule.r17: "r17-what-is-no-packet", Rule.r18: "r18-what-is-too-much",
  ]

  @Test(arguments: readerRules.keys.sorted())
  func `packets that are none are refused in the recorded words`(rule: Rule) throws {
    var text = ""
    for packet in try BadPacket.all() where packet.name.hasPrefix("malformed") {
      do {
        _ = try PSBT(decoding: packet.bytes)
        Issue.record("\(packet) was read")
      } catch  where error.rule == rule {
        text += "\(packet)\n  error: \(error) (\(rule))\n  hint: \(error.hint)\n"
      } catch {}
    }
    #expect(!text.isEmpty)
    try compare(text, with: #require(Self.readerRules[rule]))
  }

  @Test func `no golden text is left over`() throws {
    let names = Set(
      Flaw.all.map(\.name) + HonestScene.all.map { "honest-\($0.name)" }
        + Self.readerRules.values)
    #expect(names.count == Flaw.all.count + HonestScene.all.count + Self.readerRules.count)
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    #expect(Set(files) == Set(names.map { "\($0).txt" }))
  }
}
