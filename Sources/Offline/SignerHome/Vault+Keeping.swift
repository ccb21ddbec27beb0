package import EncryptedVault
internal import Refusals
package import TerminalUI

extension Vault {
  /// Saves new contents as the next generation, as ``EncryptedVault/Vault/save(_:)`` does.
  ///
  /// - Throws: `ProgramError` that says what a person can do.
  package mutating func keep(_ contents: VaultContents) throws(ProgramError) {
    do throws(VaultError) {
      try save(contents)
    } catch {
      throw ProgramError(error)
    }
  }
}
