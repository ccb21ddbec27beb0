/// A command that the desk has run, as a person could type it.
package struct DeskDeed: Equatable, Sendable {
  /// What it is for, in a few words, as in "Sign a payment".
  package let title: String
  /// What stands behind the program's name.
  package let arguments: [String]
  /// Whether it opens the vault: the desk hands it the passphrase.
  package let opensVault: Bool
  /// What is remembered when it ended well.
  package let mark: DeskMark?
  /// Whether the passphrase of the vault is another one afterwards.
  package let changesPassphrase: Bool

  /// Takes them all.
  package init(
    _ title: String, _ arguments: [String], opensVault: Bool = true, mark: DeskMark? = nil,
    changesPassphrase: Bool = false
  ) {
    self.title = title
    self.arguments = arguments
    self.opensVault = opensVault
    self.mark = mark
    self.changesPassphrase = changesPassphrase
  }

  /// Whether it may turn out to be about real coins although the home is for practice: then the command itself says which
  /// it is, and nobody else.
  package var maySpendRealCoins: Bool { ["sign", "review"].contains(arguments.first) }

  /// The network of the home for practice that it makes; nil where it makes none.
  package var practiceNetwork: String? {
    guard arguments.count == 3, arguments[0] == "init", arguments[2] != "mainnet" else {
      return nil
    }
    return arguments[2]
  }

  /// The command as it would be typed in a shell.
  package var commandLine: String {
    (["offline-signer"] + arguments.map(Self.quoted)).joined(separator: " ")
  }

  /// An argument in single quotes where a shell would take it for something else.
  private static func quoted(_ argument: String) -> String {
    let plain = argument.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || "0123456789-_./:,=@+%".unicodeScalars.contains(scalar)
    }
    return plain && !argument.isEmpty
      ? argument : "'" + argument.replacing("'", with: #"'\''"#) + "'"
  }
}

/// What the desk remembers of a sitting, since the vault does not say it.
package enum DeskMark: Hashable, Sendable {
  /// The machine was checked: what it said is to be asked for.
  case machineChecked
  case addressCompared
}
