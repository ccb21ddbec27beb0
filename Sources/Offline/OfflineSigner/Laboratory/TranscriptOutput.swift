internal import ArgumentParser
internal import DurableFiles
internal import Refusals
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import SignerHome
internal import TerminalUI

/// Where the transcript of a seed goes.
///
/// It is the seed, so it goes nowhere unless a person asks.
struct TranscriptOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show how the seed was made (`terminal`), or write it to a file. It IS the seed.",
      valueName: "output"))
  var transcript: String?

  /// Refuses what cannot be done, before anything is made.
  func check(_ console: Console) throws(ProgramError) {
    guard let transcript else { return }
    guard console.screen.canAsk else {
      throw ProgramError(
        "there is no terminal to show the transcript on, or to ask before it is written",
        hint:
          "leave --transcript out, or run it in a terminal, where nobody else can see the screen")
    }
    guard transcript != SecretInput.terminal else { return }
    guard transcript != "-" else {
      throw ProgramError(
        "the transcript is the seed and never goes to standard output",
        hint: "use `terminal`, or a file on a memory file system such as /dev/shm",
        exitCode: .wrongUsage)
    }
    let kind = try hinted { () throws(FileError) in try Folder.kind(of: transcript) }
    guard kind == nil else {
      throw ProgramError(
        "\(ForeignText.shown(transcript)) already exists", hint: "choose another name")
    }
  }

  /// Reveals the program's part and everything else that the seed was made of, if that was asked
  /// for.
  func reveal(
    _ pool: borrowing EntropyPool, wordCount: Int, of name: EntryName, _ console: Console,
    asking: Bool
  ) throws(ProgramError) {
    if let transcript, transcript != SecretInput.terminal {
      return try write(
        pool.revealingTranscript(wordCount: wordCount), to: transcript, name, console)
    }
    var isWanted = transcript != nil
    if !isWanted, asking {
      isWanted = try console.agrees(
        to: """
          Show the program's part and how the seed was computed, so that you can repeat it \
          elsewhere? Whoever sees it has the seed.
          """)
    }
    guard isWanted else { return }
    try console.showSecret(
      title: """
        The transcript of \(name).
        It IS the seed: never put it on a machine with a network. The line that begins with 1 \
        is the program's part. Samples/replay-entropy/replay.py makes the words again, \
        and checks that this part has the hash which was shown before yours was asked.
        """, pool.revealingTranscript(wordCount: wordCount))
  }

  private func write(
    _ text: borrowing SecretBytes, to path: String, _ name: EntryName, _ console: Console
  ) throws(ProgramError) {
    guard
      try console.typed(
        name.text,
        to: "The file \(ForeignText.shown(path)) will hold the seed \(name) in the clear.",
        orElse: "leave --transcript out")
    else {
      throw ProgramError(
        "declined: no transcript was written and no seed was made", hint: "leave --transcript out")
    }
    do throws(FileError) {
      try AtomicFile.write(text.withUnsafeBytes { Array($0) }, to: path)
    } catch {
      throw ProgramError(error)
    }
    console.warn("\(ForeignText.shown(path)) is the seed: replay it on this machine, destroy it")
  }
}
