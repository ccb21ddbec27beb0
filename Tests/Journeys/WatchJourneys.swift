import Foundation
import Testing

/// A memory stick that goes back and forth, with `watch` on both sides.
@Suite(
  .enabled(if: JourneyNode.canRun, "skipped: run Tests/run, which builds the programs"),
  .serialized)
struct WatchJourneys {
  private typealias Pair = SingleKeyJourneys.Pair

  private func pay(_ pair: Pair, to file: String) throws {
    try pair.online(
      "pay", "savings", "--to", "\(SingleKeyJourneys.elsewhere)=0.5", "--fee-rate", "5", "--out",
      file)
  }

  @Test func `what lies on a stick is signed, and its answer collected`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let stick = pair.scratch.path("stick")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
    try pay(pair, to: "\(stick)/pay.psbt")
    try Data("not a payment".utf8).write(to: URL(fileURLWithPath: "\(stick)/notes.txt"))

    // The note is refused by `sign`, and the payment signed all the same.
    let signed = try pair.offline("watch", stick, "--once", "--", "--yes", exit: 1)
    #expect(signed.err.contains("notes.txt:") && signed.err.contains("error:"), "\(signed.err)")
    #expect(FileManager.default.fileExists(atPath: "\(stick)/pay-signed.psbt"))
    try FileManager.default.removeItem(atPath: "\(stick)/notes.txt")
    try pair.online("watch", stick, "--once")
    let payments = try pair.online("payments", "savings", "--json").jsonArray()
    #expect(payments.first?["state"] as? String == "complete", "\(payments)")
  }

  @Test func `what happens on the chain is said, and told to a program`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    let told = pair.scratch.path("told")
    let program = try pair.scratch.write("#!/bin/sh\ncat >> '\(told)'\n", to: "notify")
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program)
    try pair.node.mine(1, to: try pair.receive())
    let watched = try pair.online(
      "watch", "--chain", "savings", "--once", "--json", "--on-event", program)
    let lines = watched.out.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains(#""event":"arrived""#), "\(watched.out)")
    #expect(lines.last?.contains(#""event":"confirmed""#) == true, "\(watched.out)")
    #expect(try String(contentsOfFile: told, encoding: .utf8) == watched.out)
    // It was said, and is not said again; who asks for it gets it again.
    #expect(try pair.online("watch", "--chain", "--once").out == "")
    let again = try pair.online("watch", "--chain", "--once", "--json", "--since", "0").out
    #expect(again.hasSuffix(watched.out), "\(again)")
  }

  @Test func `a stick may be put in later, and nothing is written without consent`() throws {
    let pair = try Pair(script: "wpkh")
    try pair.fund()
    try pay(pair, to: pair.scratch.path("pay.psbt"))
    let stick = pair.scratch.path("stick")
    let watching = Process()
    let said = Pipe()
    watching.executableURL = pair.offline.program
    watching.arguments = ["watch", stick, "--"] + pair.offline.always
    watching.environment =
      ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(pair.offline.environment) { $1 }
    watching.standardInput = FileHandle.nullDevice
    watching.standardOutput = FileHandle.nullDevice
    watching.standardError = said
    try Programs.launch(watching)
    // Not asked to end: it has the signals blocked that the thread of this test blocks, and a run that outlives the
    // tests would keep their output open.
    defer {
      kill(watching.processIdentifier, SIGKILL)
      watching.waitUntilExit()
    }
    var text = ""
    /// Reads on until the program has said it; nil at its end.
    func wait(for sentence: String) -> Bool {
      while !text.contains(sentence) {
        let more = said.fileHandleForReading.availableData
        if more.isEmpty { return false }
        text += String(decoding: more, as: UTF8.self)
      }
      return true
    }
    #expect(wait(for: "Waiting for it"), "\(text)")
    try FileManager.default.createDirectory(atPath: stick, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: pair.scratch.path("pay.psbt"), toPath: "\(stick)/pay.psbt")
    // There is no terminal to ask at, so nothing is signed.
    #expect(wait(for: "It was not signed"), "\(text)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: stick) == ["pay.psbt"])
  }
}
