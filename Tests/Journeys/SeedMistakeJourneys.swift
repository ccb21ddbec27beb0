import Foundation
import Photographs
import QRDrawing
import QRReading
import TestSupport
import Testing

/// Backups that are damaged, mixed up or not enough, given to the signer as a person gives them: it says
/// what is wrong and where, takes nothing, and repeats no word.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct SeedMistakeJourneys {
  private let scratch: Scratch
  private let signer: Side

  init() throws {
    scratch = try Scratch()
    signer = try Side.signer(in: scratch)
    try signer("init", "--network", "regtest", "--yes")
  }

  // BIP-93's second vector.
  private static let codex32 = [
    "MS12NAMEA320ZYXWVUTSRQPNMLKJHGFEDCAXRPP870HKKQRM",
    "MS12NAMECACDEFGHJKLMNPQRSTUVWXYZ023FTR2GDZMPY6PN",
  ]
  private static let codex32Secret = "MS12NAMES6XQGUZTTXKEQNJSJZV4JV3NZ5K3KWGSPHUH6EVW"
  /// SLIP-39's vectors 4 and 1: a share of two that are needed, and the only one of another set.
  private static let slip39 =
    "shadow pistol academic always adequate wildlife fancy gross oasis cylinder mustang wrist "
    + "rescue view short owner flip making coding armed"
  private static let otherSLIP39 =
    "duckling enlarge academic academic agency result length solution fridge kidney coal piece "
    + "deal husband erode duke ajar critical decision keyboard"

  /// Imports what is written in a file, which must fail, and checks that no seed came of it.
  private func refuse(
    _ text: String, saying words: String, options: [String] = [],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let name = "given-\(UUID().uuidString)"
    let file = try scratch.write(text + "\n", to: name)
    let ran = try Programs.run(
      signer.program, ["seed", "import", "back", "--from", file] + options + signer.always,
      environment: signer.environment)
    let lines = ran.err.split(separator: "\n")
    #expect(ran.status == 1, "\(ran.err)", sourceLocation: location)
    #expect(
      lines.contains { $0.hasPrefix("error:") && $0.contains(words) }, "\(words): \(ran.err)",
      sourceLocation: location)
    #expect(lines.contains { $0.hasPrefix("hint:") }, "\(ran.err)", sourceLocation: location)
    for word in text.split(whereSeparator: \.isWhitespace) where word.count > 5 {
      #expect(!(ran.out + ran.err).contains(word), "it repeats \(word)", sourceLocation: location)
    }
    try requireEmpty(location)
  }

  private func requireEmpty(_ location: SourceLocation = #_sourceLocation) throws {
    let list = try signer("seed", "list", "--json").jsonArray()
    #expect(list.isEmpty, sourceLocation: location)
  }

  /// Runs a command on a terminal, typing answers when their questions appear.
  private func typing(_ dialogue: [(String, String)], _ arguments: [String]) throws -> Ran {
    let python = try #require(ProcessInfo.processInfo.environment["DRAWBRIDGE_PYTHON"])
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("terminal.py").path
    return try Programs.run(
      URL(fileURLWithPath: python),
      [script] + dialogue.flatMap { [$0.0, $0.1] } + ["--", signer.program.path] + arguments
        + signer.always, environment: signer.environment)
  }

  @Test func `shares of two sets`() throws {
    try refuse(
      "\(Self.slip39)\n\(Self.otherSLIP39)",
      saying: "share 2 does not belong to the set of share 1: it has another identifier")
    // A share of another set of BIP-93: its seed, as the share of three that are needed.
    let other = "MS13CASHA320ZYXWVUTSRQPNMLKJHGFEDCA2A8D0ZEHN8A0T"
    try refuse(
      "\(Self.codex32[0])\n\(other)",
      saying: "share 2 does not belong to the set of share 1: it has another identifier")
  }

  @Test func `too few shares`() throws {
    try refuse(Self.codex32[0], saying: "only 1 of the 2 needed shares")
    try refuse(Self.slip39, saying: "group 1 has only 1 of the 2 needed shares")
    try refuse(
      "\(Self.codex32[0])\n\(Self.codex32[0])", saying: "only 1 of the 2 needed shares")
  }

  @Test func `a share with one letter wrong is corrected when the person agrees`() throws {
    let wrong = Self.codex32[1].replacing("FGHJ", with: "FGHK")
    try refuse("\(Self.codex32[0])\n\(wrong)", saying: "it can be corrected (characters: 17)")
    let command = ["seed", "import", "back", "--json"]
    let declined = try typing(
      [
        ("The words, in order", Self.codex32[0]), ("Any other share", wrong),
        ("The likely correction (characters: 17", ""),
        ("Can the sheet be read like this", "no"),
        ("Any other share", "\u{3}"),
      ], command)
    #expect(declined.status != 0, "\(declined.out)")
    try requireEmpty()
    let agreed = try typing(
      [
        ("The words, in order", Self.codex32[0]), ("Any other share", wrong),
        (Self.codex32[1], ""), ("Can the sheet be read like this", "yes"),
      ], command)
    #expect(agreed.status == 0, "\(agreed.out)")
    let file = try scratch.write(Self.codex32Secret, to: "whole")
    try signer("seed", "verify", "back", "--from", file)
  }

  @Test func `words of two languages`() throws {
    let words = Array(repeating: "abandon", count: 11) + ["about"]
    var mixed = words
    // The Spanish word of the same number.
    mixed[6] = "ábaco"
    try refuse(mixed.joined(separator: " "), saying: "word 7")
  }

  @Test func `words whose checksum does not match`() throws {
    let words =
      "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let wrong = words.replacing("legal winner thank year", with: "legal winter thank year")
    try refuse(wrong, saying: "their checksum does not match")
    let helped = try typing(
      [
        ("The words, in order", wrong), ("press Enter again to leave it", ""),
        ("What could be wrong", ""),
      ], ["seed", "import", "back"])
    #expect(helped.status == 1)
    #expect(helped.out.unwrapped.contains("word 2 could be winner"), "\(helped.out)")
    try requireEmpty()
  }

  @Test func `a SeedQR that names a word above the last one`() throws {
    let digits = String(repeating: "0000", count: 11) + "2048"
    try refuse(digits, saying: "digits of word 12 of the SeedQR are above 2047")
    let seen = try #require(
      Scenes.photograph(
        QRPicture(QRSymbol(text: digits)), modulePixels: 8, degrees: 3, noise: 10))
    let photo = scratch.path("seedqr.jpg")
    try Data(Scenes.jpeg(seen, quality: 80)).write(to: URL(fileURLWithPath: photo))
    try signer.fails(
      "seed", "import", "back", "--from", photo,
      saying: "digits of word 12 of the SeedQR are above 2047")
    try requireEmpty()
  }

  @Test func `a photograph of a symbol that is torn`() throws {
    let words = "legal winner thank year wave sausage worth useful legal winner thank yellow"
    let seen = try #require(
      Scenes.photograph(QRPicture(QRSymbol(text: words)), modulePixels: 8, degrees: 0, noise: 5))
    var torn = seen.pixels
    for row in (seen.height / 2)..<seen.height {
      for column in 0..<seen.width { torn[row * seen.width + column] = 200 }
    }
    let half = try #require(
      GrayPicture(width: seen.width, height: seen.height, pixels: torn))
    let photo = scratch.path("torn.jpg")
    try Data(Scenes.jpeg(half, quality: 80)).write(to: URL(fileURLWithPath: photo))
    try signer.fails("seed", "import", "back", "--from", photo, saying: "no QR code with a seed")
    try requireEmpty()
  }
}
