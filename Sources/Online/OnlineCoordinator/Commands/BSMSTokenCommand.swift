internal import ArgumentParser
internal import Bytes
internal import DurableFiles
internal import Refusals
internal import SecureMemory
internal import TerminalUI
internal import WalletFiles

/// The command `bsms token`.
struct BSMSTokenCommand: CoordinatorCommand {
  static let configuration = CommandConfiguration(
    commandName: "token", abstract: "Writes new tokens, one on each line.")

  @Option(
    help: ArgumentHelp(
      "Make a 128-bit token for each of this many signers, instead of one 64-bit token for all.",
      valueName: "signers"))
  var extended: Int?

  @Option(help: ArgumentHelp("A new file, readable by you alone, or `-`.", valueName: "output"))
  var out: String

  @OptionGroup var common: CoordinatorCommonOptions

  func run(in session: CoordinatorSession) async throws(ProgramError) {
    guard (1...100).contains(extended ?? 1) else {
      throw ProgramError(
        "tokens are made for 1 to 100 signers", hint: "give the number of signers",
        exitCode: .wrongUsage)
    }
    var lines = ""
    for _ in 0..<(extended ?? 1) {
      let bytes: SecretBytes
      do throws(RandomnessError) {
        bytes = try SystemRandomSource().secret(count: extended == nil ? 8 : 16)
      } catch {
        throw ProgramError("\(error)", rule: error.rule, hint: error.hint)
      }
      lines += bytes.withUnsafeBytes { Hex.encode($0) } + "\n"
    }
    guard out != "-" else { return session.console.result(bytes: Array(lines.utf8)) }
    do throws(FileError) {
      try AtomicFile.write(Array(lines.utf8), to: out)
    } catch {
      throw ProgramError(error)
    }
    session.console.result(
      sentences: "The tokens were written to \(ForeignText.shown(out)).",
      json: ["out": .string(out), "tokens": .integer(extended ?? 1)])
  }
}
