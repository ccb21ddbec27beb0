internal import ArgumentParser
internal import Bytes
internal import EncryptedVault
internal import KeyKeeper
internal import Refusals
internal import SignerHome
internal import TerminalUI

/// `log verify`: whether the log is as it was written, and the words that stand for it.
struct LogVerifyCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Checks every entry of the log, and shows the four words that stand for it.",
    discussion: """
      Computes the chain again and names the first entry that does not fit. Whoever
      has the vault's passphrase could write another log that fits; only words on
      paper show that, or that an older vault was put back. `sign` shows new words
      each time: write them down with the number of entries. Recovery sheets say
      both. With --entries you see the words that the log had then:

        offline-signer log verify --entries 12
      """)

  @Option(
    help: ArgumentHelp(
      "Show the words after the first so many entries, as a sheet or a note says.",
      valueName: "count"))
  var entries: Int?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    if let entries, entries < 0 {
      throw ProgramError(
        "--entries counts entries from 0", hint: "give the number that stands beside the words",
        exitCode: .wrongUsage)
    }
    let log = try session.contents().log
    if let fault = log.firstFault {
      throw ProgramError(
        "the signing log is damaged: \(fault.text)", rule: .r26,
        hint:
          "compare `log` with your own records; you can still spend your coins, but do not rely on "
          + "what this signer remembers of earlier payments")
    }
    guard let head = LogHead(log, after: entries ?? log.count) else {
      throw ProgramError(
        "the log has only \(LogHead(log).entries), not \(entries ?? 0)", rule: .r26,
        hint:
          "if the number was shown by this vault, an older copy of it was put back: sign nothing "
          + "until you know why; a vault that was made anew begins a new log")
    }
    session.console.result(
      sentences: sentences(log, head),
      json: [
        "fits": .bool(true), "entries": .integer(head.count), "words": .string(head.words),
        "head": .string(head.hash.hex), "all": .integer(log.count),
        "older": .integer(log.olderCount),
      ])
  }

  private func sentences(_ log: SigningLog, _ head: LogHead) -> String {
    let all = LogHead(log).entries
    let fits = log.isEmpty ? "The log is empty." : "The log is intact: \(all)."
    let older =
      log.olderCount == 0
      ? ""
      : " The first \(log.olderCount) were written by an earlier version, which did not protect them against "
        + "changes; they are protected since a later version opened this vault."
    let words =
      head.count == log.count
      ? " Words: \(head.words)."
      : " After the first \(head.entries) the words were: \(head.words)."
    return fits + older + words
      + " Compare the number of entries and the words with your newest sheet or note. If there are fewer "
      + "entries now, or other words for the same number, an older vault was put back or the log was "
      + "changed: sign nothing until you know why."
  }
}
