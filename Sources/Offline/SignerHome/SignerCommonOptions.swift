internal import ArgumentParser
internal import TerminalUI

/// The options that every command takes.
package struct SignerCommonOptions: ParsableArguments {
  @Flag(help: "Print the result as JSON; an error is an object of error, hint and rule.")
  var json = false

  @Option(
    name: .customLong("passphrase-file"),
    help: ArgumentHelp(
      "Read the vault's passphrase from a file instead of the terminal.", valueName: "path"))
  var passphraseFile: String?

  @Option(
    name: .customLong("passphrase-fd"),
    help: ArgumentHelp(
      "Read the vault's passphrase from an open file descriptor, as in 3<file.", valueName: "n"))
  var passphraseDescriptor: Int32?

  @Option(
    name: .customLong("seeds-passphrase-file"),
    help: ArgumentHelp(
      "Read the passphrase of the seeds from a file, if they have their own.", valueName: "path"))
  var seedsPassphraseFile: String?

  @Option(
    name: .customLong("seeds-passphrase-fd"),
    help: ArgumentHelp(
      "Read the passphrase of the seeds from an open file descriptor.", valueName: "n"))
  var seedsPassphraseDescriptor: Int32?

  package init() {}
}

/// The option of commands that ask before they do something.
package struct SignerConsentOptions: ParsableArguments {
  @Flag(
    help: """
      Answer the final question in advance. Never answers a warning or a refusal; approves real money \
      only if the vault's settings allow it.
      """)
  package var yes = false

  package init() {}
}
