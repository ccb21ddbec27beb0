package import ArgumentParser
internal import DurableFiles
internal import Refusals
internal import SecureMemory
package import TerminalUI
package import WalletFiles

/// The token of a BSMS setup (BIP-129): in a file, or typed; never in an argument, where others see it.
package struct BSMSTokenOption: ParsableArguments {
  @Option(
    name: .customLong("bsms-token"),
    help: ArgumentHelp(
      "File with the coordinator's token of this BSMS setup, in hexadecimal.", valueName: "file"))
  package var file: String?

  package init() {}

  /// The token of the file; nil when none was named.
  package func token() throws(ProgramError) -> BSMSToken? {
    guard let file else { return nil }
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(file, limit: 1_000)
    } catch {
      throw ProgramError(error)
    }
    return try Self.parsed(bytes[...], during: ForeignText.shown(file))
  }

  /// The token of the file, else the one that the person types.
  func requiredToken(on console: Console) throws(ProgramError) -> BSMSToken {
    if let token = try token() { return token }
    guard console.screen.canAsk else {
      throw ProgramError(
        "this BSMS record is encrypted, and no token was given",
        hint: "name the file with the token: --bsms-token FILE")
    }
    let typed = try console.secret("Token of the BSMS setup", option: "bsms-token")
    return try typed.withUnsafeBytes { bytes throws(ProgramError) in
      try Self.parsed(Array(bytes)[...], during: "the token")
    }
  }

  private static func parsed(
    _ bytes: ArraySlice<UInt8>, during place: String
  ) throws(ProgramError) -> BSMSToken {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    let text = String(
      decoding: bytes.drop { blanks.contains($0) }.prefix { !blanks.contains($0) }, as: UTF8.self)
    return try hinted(during: place) { () throws(WalletFileError) in
      try BSMSToken(parsing: text)
    }
  }
}
