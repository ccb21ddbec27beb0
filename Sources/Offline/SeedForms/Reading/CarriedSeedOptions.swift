package import ArgumentParser
package import BitcoinPrimitives
internal import CommandLineInterface
internal import EncryptedVault
internal import ExtendedKeys
package import SecretKeys
internal import SecureMemory
package import TerminalUI

/// A seed for one run, without a vault: where it is read from, and which child of it is meant.
package struct CarriedSeedOptions: ParsableArguments, Sendable {
  @Option(
    help: ArgumentHelp(
      "Without a vault: the words, or another form of the seed or a private key, from a file, a picture, `-`, or `terminal`.",
      valueName: "input"))
  package var seed: String?

  @Option(
    help: ArgumentHelp(
      "Without a vault: this BIP-85 child instead of the seed: words/12/0, words/24/0/spanish, xprv/0 or wif/0.",
      valueName: "child"))
  package var bip85: ChildArgument?

  @Option(
    help: ArgumentHelp(
      "Without a vault: the network of the seed; mainnet unless given.", valueName: "network"))
  var network: Network?

  @OptionGroup var forms: SeedFormOptions

  @Flag(
    name: .customLong("with-bip39-passphrase"),
    help: "Without a vault: ask for the seed's BIP-39 passphrase.")
  var withPassphrase = false

  package init() {}

  /// The network that the seed is used on.
  package var usedNetwork: Network { network ?? .mainnet }

  /// Refuses options that mean nothing beside a vault: a person who gives them means something
  /// else.
  package func requireUnused() throws(ProgramError) {
    let name =
      network != nil
      ? "--network"
      : withPassphrase ? "--with-bip39-passphrase" : bip85 != nil ? "--bip85" : nil
    guard let name else { return }
    throw ProgramError(
      "\(name) works only without a vault, with --seed",
      hint: "leave it out, because the vault knows its network and seeds; or add --seed",
      exitCode: .wrongUsage)
  }

  /// Reads the seed that was named, or derives the child of it that was asked for.
  package func given(
    _ input: SeedInput, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> GivenSeed {
    try forms.check()
    let text = try input.read("The words, in order", isXOR: forms.xor, on: console)
    let reading = forms.reading(console, language: nil, camera: input.camera)
    let given = try reading.read(reading.collected(text), on: usedNetwork)
    try forms.requireEveryPart(of: given, on: usedNetwork, console)
    if isPassphraseUsed(options), given.seed.kind != .mnemonic {
      throw ProgramError(
        "only words have a BIP-39 passphrase", hint: "leave it out", exitCode: .wrongUsage)
    }
    guard let bip85 else { return given.seed }
    // The passphrase belongs to the parent; a child has none.
    let master = try masterKey(of: given.seed, isParent: true, options, console)
    return try bip85.child(of: master, on: usedNetwork)
  }

  /// The master key of what ``given(_:_:_:)`` read.
  package func masterKey(
    of given: borrowing GivenSeed, _ options: SeedPassphraseOptions, _ console: Console
  ) throws(ProgramError) -> Xpriv {
    try masterKey(of: given, isParent: bip85 == nil, options, console)
  }

  private func masterKey(
    of given: borrowing GivenSeed, isParent: Bool, _ options: SeedPassphraseOptions,
    _ console: Console
  ) throws(ProgramError) -> Xpriv {
    guard isParent, isPassphraseUsed(options) else {
      return try given.masterKey(passphrase: SecretBytes(count: 0), on: usedNetwork)
    }
    return try UsedPassphrase.masterKey(
      of: given, "the given seed", from: options.source(), on: usedNetwork, console)
  }

  private func isPassphraseUsed(_ options: SeedPassphraseOptions) -> Bool {
    withPassphrase || !options.isEmpty
  }
}
