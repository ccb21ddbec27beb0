internal import AirgapMessages
internal import AirgapTransfer
public import ArgumentParser
internal import BitcoinPrimitives
internal import DurableFiles
internal import Refusals
internal import SignedMessages
public import TerminalUI

/// A signed message as the command line names it: one text that holds everything, or its three parts.
public struct SignedMessageOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The signed message: file, picture, `-`, `camera` or `paste`.", valueName: "input"))
  /// Where the whole of it comes from; nil when its parts are given.
  public var input: String?

  @Option(help: "The address that is said to have signed.")
  /// The address.
  public var address: String?

  @Option(help: "The signature: Base64, behind smp, ful or pof in BIP-322.")
  /// The signature as text.
  public var signature: String?

  @Option(help: "The text that is said to be signed, exactly as it stands.")
  /// The text.
  public var text: String?

  @Option(
    name: .customLong("text-file"),
    help: ArgumentHelp(
      "A file whose every byte is the text, a line break at its end too.", valueName: "path"))
  /// The file that is the text.
  public var textFile: String?

  /// Options that were not parsed yet; ArgumentParser fills them.
  public init() {}

  /// A text of more bytes than this is not checked: nobody has read it.
  public static let textLimit = 1_000_000

  /// Exactly one way to say it.
  public func validate() throws {
    let parts = [address, signature, text ?? textFile]
    if input != nil {
      guard parts.allSatisfy({ $0 == nil }) else {
        throw ValidationError(
          "Give the whole signed message, or --address, --signature and --text; not both.")
      }
    } else if parts.contains(where: { $0 == nil }) {
      throw ValidationError(
        "Give the signed message, or all of --address, --signature and --text (or --text-file).")
    } else if text != nil, textFile != nil {
      throw ValidationError("Give --text or --text-file, not both.")
    }
  }

  /// Reads it, and says what the signature proves.
  ///
  /// - Throws: `ProgramError` when it proves nothing, or when nothing can be said for sure.
  public func report(on console: Console) throws(ProgramError) -> SignedMessageReport {
    let message: [UInt8]
    let address: Address
    let signature: String
    if let input {
      let read = try MessageInput(input).message(on: console)
      guard case .signedMessage(let file) = read else {
        throw ProgramError(
          "\(ForeignText.shown(input)) holds \(read.kind), not a signed message",
          hint:
            "name a text that begins with -----BEGIN BITCOIN SIGNED MESSAGE-----, or give its parts"
            + " with --address, --signature and --text")
      }
      (message, signature) = (Array(file.message.utf8), file.signature)
      address = try Self.address(file.address)
    } else {
      message = try bytes()
      signature = self.signature ?? ""
      address = try Self.address(self.address ?? "")
    }
    guard message.count <= Self.textLimit else {
      throw ProgramError(
        "the text has \(message.count) bytes, more than the \(Self.textLimit) that are checked",
        rule: .r18, hint: "have the hash of the text signed instead of the text")
    }
    do throws(MessageError) {
      let read = try MessageSignature(parsing: signature)
      return SignedMessageReport(
        message: message, address: address, signature: read,
        verdict: try read.verdict(on: message, by: address))
    } catch {
      throw ProgramError(error)
    }
  }

  private func bytes() throws(ProgramError) -> [UInt8] {
    if let text { return Array(text.utf8) }
    do throws(FileError) {
      return try BoundedFile.read(textFile ?? "", limit: Self.textLimit)
    } catch {
      throw ProgramError(error)
    }
  }

  /// The address, on whichever network it is.
  private static func address(_ text: String) throws(ProgramError) -> Address {
    var refusal: AddressError = .unreadable
    for network in Network.standard {
      do throws(AddressError) {
        return try Address(parsing: text, on: network)
      } catch {
        if case .wrongNetwork = error { continue }
        refusal = error
      }
    }
    throw ProgramError(refusal)
  }
}
