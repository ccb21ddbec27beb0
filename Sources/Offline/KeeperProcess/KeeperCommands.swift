/// Which commands `key-keeper` runs, and which ones talk to it.
package enum KeeperCommands {
  /// The commands about seeds, sheets, shares and the vault itself: they read no payment, wallet or backup.
  private static let own: Set<String> = [
    "seed", "sheet", "vault", "init", "account", "backup", "wipe", "status", "desk",
  ]

  /// Whether the whole command belongs into `key-keeper`.
  ///
  /// Help, and what is not a command, is answered where it was asked.
  package static func belong(_ arguments: [String]) -> Bool {
    guard let command = arguments.first, !asksForHelp(arguments), !handlesBackup(arguments) else {
      return false
    }
    return own.contains(command)
  }

  /// The commands of the reviewer that open a vault.
  private static let reading: Set<String> = ["review", "address", "log", "wallet"]

  /// Whether the command is run by the reviewer, which asks `key-keeper` for the contents of the vault, for
  /// signatures, and to register or remove a wallet.
  ///
  /// Not `sign` with `--wallet` and without `--seed`: that is a mistake, which is said before anything is started.
  package static func ask(_ arguments: [String]) -> Bool {
    guard let command = arguments.first, !asksForHelp(arguments), !belong(arguments) else {
      return false
    }
    if handlesBackup(arguments) { return true }
    if command == "message" { return arguments.dropFirst().first == "sign" }
    if command == "doctor" { return arguments.contains("--log") }
    if command == "sign" {
      return names("--seed", in: arguments) || !names("--wallet", in: arguments)
    }
    // A command of commands without one of them only says which there are; `log` alone lists it.
    return reading.contains(command)
      && (["review", "log"].contains(command) || arguments.count > 1)
  }

  /// Whether the command reads the coordinator's backups or documents, which come from outside.
  private static func handlesBackup(_ arguments: [String]) -> Bool {
    arguments.first == "backup" && ["read", "write"].contains(arguments.dropFirst().first)
  }

  /// The descriptors that passphrases and the seed of one run are read from: `--passphrase-fd N` and its like, and files that are names of
  /// descriptors, as a shell writes them for `<(command)`.
  package static func descriptors(in arguments: [String]) -> [Int32] {
    let numbers = values(in: arguments) { $0.hasSuffix("passphrase-fd") }
    let seeds = seeds(in: arguments)
    let names = (files(in: arguments) + seeds).compactMap { path in
      if path == "/dev/stdin" || (path == "-" && seeds.contains(path)) { return "0" }
      return ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }
        .map { String(path.dropFirst($0.count)) }
    }
    return (numbers + names).compactMap { Int32($0) }.filter { $0 >= 0 }
  }

  /// The files that passphrases are read from: `--passphrase-file PATH` and its like.
  package static func files(in arguments: [String]) -> [String] {
    values(in: arguments) { $0.hasSuffix("passphrase-file") }
  }

  /// Where `sign` reads a seed for one run: a name, or `-`, `terminal` or `camera`.
  package static func seeds(in arguments: [String]) -> [String] {
    arguments.first == "sign" ? values(in: arguments) { $0 == "--seed" } : []
  }

  /// Whether the reviewer reads its standard input, as `-`.
  ///
  /// Not where a passphrase comes from there, which is `key-keeper`'s.
  static func readStandardInput(_ arguments: [String]) -> Bool {
    guard !descriptors(in: arguments).contains(0) else { return false }
    return arguments.indices.contains { index in
      let isResult = index > 0 && arguments[index - 1] == "--out"
      return (arguments[index] == "-" && !isResult)
        || (arguments[index].hasSuffix("=-") && !arguments[index].hasPrefix("--out="))
    }
  }

  /// What stands behind options whose names say so, as `--name value` and `--name=value`.
  private static func values(in arguments: [String], of isMeant: (Substring) -> Bool) -> [String] {
    arguments.indices.compactMap { index in
      let argument = arguments[index]
      guard argument.hasPrefix("--") else { return nil }
      if let equals = argument.firstIndex(of: "=") {
        guard isMeant(argument[..<equals]) else { return nil }
        return String(argument[argument.index(after: equals)...])
      }
      return isMeant(argument[...]) && index + 1 < arguments.count ? arguments[index + 1] : nil
    }
  }

  private static func names(_ option: String, in arguments: [String]) -> Bool {
    arguments.contains { $0 == option || $0.hasPrefix(option + "=") }
  }

  private static func asksForHelp(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }
}
