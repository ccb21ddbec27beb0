internal import AirgapMessages
internal import AirgapTransfer
internal import SecureMemory
internal import TerminalUI
internal import WalletFiles

extension PrivateInput {
  /// Reads a text as `text` does; a seed or a private key in its place is refused as one.
  func textButNoSeed(
    _ what: String, on console: Console, where isWanted: (UnsafeRawBufferPointer) -> Bool
  ) throws(ProgramError) -> SecretBytes {
    var seen: String?
    do throws(ProgramError) {
      return try text(what, on: console) { bytes in
        if isWanted(bytes) { return true }
        // It has touched this machine already: a copy on it does no further harm.
        seen = seen ?? SecretDetector.kind(ofSymbol: Array(bytes))
        return false
      }
    } catch {
      guard let seen else { throw error }
      throw ProgramError(AirgapMessageError.secret(kind: seen))
    }
  }
}
