package import EncryptedVault
package import SignerHome
package import TerminalUI

extension SignerSession {
  /// The contents of the vault, to be read: from `key-keeper` where it runs beside this process, which then holds no
  /// passphrase; else from the file.
  package func contents() throws(ProgramError) -> VaultContents {
    guard let keeper = environment.keeper else { return try readVault().contents }
    let contents = try KeeperClient(keeper).open()
    try beginRehearsal(on: contents.knownNetwork())
    return contents
  }

  /// The contents of the vault, and what comes from outside.
  ///
  /// Beside `key-keeper` the passphrase is typed before bytes from outside are read: whoever takes this process over by
  /// them could read the terminal. Within one process they are read before the vault is open.
  package func contents<Outside>(
    beside outside: () throws(ProgramError) -> Outside
  ) throws(ProgramError) -> (VaultContents, Outside) {
    guard environment.keeper != nil else {
      let read = try outside()
      return (try contents(), read)
    }
    let contents = try contents()
    return (contents, try outside())
  }

  /// The contents of the vault as what holds the seeds hands them over, and what comes from outside; in the order of
  /// ``contents(beside:)``.
  package func contents<Outside>(
    from keeper: KeeperClient, beside outside: () throws(ProgramError) -> Outside
  ) throws(ProgramError) -> (VaultContents, Outside) {
    let opened = environment.keeper == nil ? nil : try keeper.open()
    let read = try outside()
    let contents = if let opened { opened } else { try keeper.open() }
    try beginRehearsal(on: contents.knownNetwork())
    return (contents, read)
  }
}
