internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import EncryptedVault
internal import Refusals
internal import SecureMemory
internal import SeedForms
internal import SeedShares
internal import SignerHome
internal import TerminalUI

/// `seed split`: splits a seed into shares.
struct SeedSplitCommand: SignerCommand {
  static let configuration = CommandConfiguration(
    commandName: "split",
    abstract: "Splits a seed into shares; enough of them together restore it.",
    discussion: """
      The shares are shown one at a time, or written to one file each. Fewer than are
      needed reveal nothing; enough of them are the seed. Before it shows the first,
      the program joins them again and compares. The same options give the same
      shares again. Another number of shares, or --set 2, gives another set; shares
      of different sets cannot be joined.

        offline-signer seed split savings --as slip39 --shares 2-of-3
        offline-signer seed split savings --as codex32 --shares 3-of-5
        offline-signer seed split savings --as sskr --groups-needed 2 \\
            --shares 1-of-1 --shares 2-of-3 --shares 3-of-5
        offline-signer seed split savings --as xor --shares 3-of-3

      slip39 and codex32 of a seed in words hold the 64 bytes computed from the
      words: 59 words a share; they restore the accounts, but not the words. sskr and
      xor hold the words. To try them, run `seed verify NAME --from terminal`; to
      restore the seed, `seed import` (with --xor for xor).
      """)

  @Argument(help: "The seed's name.")
  var name: EntryName

  @Option(
    name: .customLong("as"), help: ArgumentHelp("slip39, codex32, sskr or xor.", valueName: "form"))
  var form: ShareForm

  @OptionGroup var split: SplitOptions

  @Flag(help: "Show or write QR codes instead of text.")
  var symbol = false

  @Option(
    help: ArgumentHelp(
      "A new folder, in which each share is a file of its own.", valueName: "folder"))
  var out: String?

  @OptionGroup var common: SignerCommonOptions

  func run(in session: SignerSession) throws(ProgramError) {
    try split.require(for: form)
    if let out, (try? Folder.kind(of: out)) != nil {
      throw ProgramError(FileError.exists(path: out))
    }
    let console = session.console
    let vault = try session.readVault()
    let stored = try vault.seeds.opened(vault.contents.requiredSeed(name))
    let shares = try split.split(stored, as: form, on: console)
    try requireConsent(shares.rule, shares.count, console)
    if let out {
      try write(shares, to: out)
      console.warn(
        "\(ForeignText.shown(out)) holds all shares: take them apart, and destroy the folder")
    } else {
      for index in 0..<shares.count { try show(shares, index, console) }
    }
    console.talk("Then try them: offline-signer seed verify \(name)\(form == .xor ? " --xor" : "")")
    console.result(
      sentences: "Split \(name) into \(shares.count) shares in \(form.title): \(shares.rule).",
      json: [
        "seed": .string(name.text), "form": .string(form.rawValue),
        "shares": .array(shares.shares.map { .string($0.name) }), "rule": .string(shares.rule),
        "identifier": shares.identifier.map { .string($0) } ?? .null,
        "out": out.map { .string($0) } ?? .null,
      ])
  }

  private func requireConsent(
    _ rule: String, _ count: Int, _ console: Console
  ) throws(ProgramError) {
    let place =
      out.map { "The folder \(ForeignText.shown($0)) will hold \(count) shares of \(name)" }
      ?? "\(count) shares of \(name) will be shown on this screen, one after the other"
    guard
      try console.typed(
        name.text, to: "\(place) (\(rule)). Make sure that nobody is watching, and no camera.",
        orElse: "a secret is shown or written only after its name was typed on a terminal")
    else { throw ProgramError("declined: nothing was shown", hint: "type the seed's name") }
  }

  private func show(
    _ shares: borrowing WrittenShares, _ index: Int, _ console: Console
  ) throws(ProgramError) {
    let share = shares.shares[index]
    let title =
      "Share \(share.name) of \(name), \(form.title), number \(index + 1) of \(shares.count)"
    let secret = try shown(shares, index)
    try SecretShow(console: console, name: name.text, out: nil)
      .show(secret, title: title, asSymbol: symbol)
  }

  /// A share with its words numbered, where it has words.
  private func shown(
    _ shares: borrowing WrittenShares, _ index: Int
  ) throws(ProgramError) -> ShownSecret {
    let symbol: SecretBytes
    do throws(WrittenSharesError) {
      symbol = try shares.revealingSymbol(at: index)
    } catch {
      throw ProgramError(error)
    }
    let text = shares.revealingText(at: index)
    return ShownSecret(
      text: form == .codex32 ? text : WordSheet.text(ofSentence: text), symbol: symbol)
  }

  private func write(
    _ shares: borrowing WrittenShares, to folder: String
  ) throws(ProgramError) {
    let base = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    do {
      try Folder.makeNew(base)
    } catch {
      throw ProgramError(error)
    }
    for index in 0..<shares.count {
      let file = "\(base)/\(name)-\(form.rawValue)-share-\(index + 1)"
      let secret = try shown(shares, index)
      if symbol {
        try SecretShow(console: .init(), name: name.text, out: "\(file).png").write(secret)
        continue
      }
      var text = shares.revealingText(at: index).withUnsafeBytes { Array($0) } + [0x0a]
      defer { text.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
      do throws(FileError) {
        try AtomicFile.write(text, to: "\(file).txt")
      } catch {
        throw ProgramError(error)
      }
    }
  }
}
