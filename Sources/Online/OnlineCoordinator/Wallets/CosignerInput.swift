internal import AirgapMessages
internal import AirgapTransfer
internal import BitcoinPrimitives
internal import Descriptors
internal import DurableFiles
internal import ExtendedKeys
internal import Refusals
internal import TerminalUI
internal import WalletFiles

/// One KEY of `wallet create`: an account export, with the name of whoever holds it when given.
struct CosignerInput: Sendable {
  /// The name given in front: `Alice=alice.png`.
  let label: String?
  let source: String

  /// Takes an argument, `INPUT` or `NAME=INPUT`.
  ///
  /// A name is letters, digits, blanks, dots, dashes and underscores, at most 40; so no base64, no
  /// path and no key is cut at an equals sign. A file of the whole name goes first.
  init(_ argument: String) {
    if let equals = argument.firstIndex(of: "="), argument.index(after: equals) < argument.endIndex,
      Self.isName(argument[..<equals]), (try? Folder.kind(of: argument)) == nil
    {
      label = String(argument[..<equals])
      source = String(argument[argument.index(after: equals)...])
    } else {
      label = nil
      source = argument
    }
  }

  /// Takes an argument as it stands, without a name in front.
  init(unnamed argument: String) {
    label = nil
    source = argument
  }

  private static func isName(_ text: Substring) -> Bool {
    (1...40).contains(text.count)
      && text.allSatisfy { $0.isLetter || $0.isNumber || " .-_".contains($0) }
  }

  /// What it is called in errors.
  var place: String { ForeignText.shown(label ?? source, limit: 60) }

  /// Reads what the argument names, opening BSMS records with a token.
  func message(
    _ tokens: [BSMSToken], on console: Console
  ) throws(ProgramError) -> AirgapMessage {
    let message = try MessageInput(source, saysPages: true).message(on: console)
    guard case .sealedRecord(let text) = message else {
      if case .keyRecord(let record) = message { try require(record, of: tokens) }
      return message
    }
    for token in tokens {
      guard let plain = try? token.opened(text) else { continue }
      let message: AirgapMessage
      do throws(AirgapMessageError) {
        message = try Recognizer.message(Array(plain.utf8))
      } catch {
        throw ProgramError(error, during: place)
      }
      if case .keyRecord(let record) = message { try require(record, of: [token]) }
      return message
    }
    throw ProgramError(
      tokens.isEmpty
        ? "\(place) is an encrypted BSMS record, and no token was given"
        : "\(place) is not encrypted with any token that was given, or was changed", rule: .r23,
      hint: "give the token that this signer was handed with --bsms-token FILE")
  }
}

extension CosignerInput {
  /// The error with the argument before it, where it does not say which of several it is about.
  func named(_ error: ProgramError) -> ProgramError {
    let isNamed =
      label == nil
      ? error.message.contains(ForeignText.shown(source)) : error.message.hasPrefix(place)
    return isNamed ? error : ProgramError(error, during: place)
  }

  /// Refuses a record of another setup: its token is not one of those that were given out.
  private func require(
    _ record: BSMSKeyRecord, of tokens: [BSMSToken]
  ) throws(ProgramError) {
    guard tokens.isEmpty || tokens.contains(record.token) else {
      throw ProgramError(
        "\(place) is a BSMS record of another setup: its token is not one that was given",
        rule: .r23,
        hint: "have the signer export its key again with the token of this setup")
    }
  }
}

/// A person's key on its way into a wallet of several.
struct Cosigner: Sendable {
  let key: CosignerKey
  let label: String?
  /// What it is called in errors.
  let place: String

  /// Picks the key for a script from what an input holds.
  ///
  /// Without `script` the input has to tell a single one.
  init(
    _ message: AirgapMessage, _ input: CosignerInput, script: StandardAccount?, on network: Network
  ) throws(ProgramError) {
    place = input.place
    var keys: [CosignerKey] = []
    do throws(WalletFileError) {
      for key in try message.cosignerKeys() { keys.append(try key.required(on: network)) }
    } catch {
      throw ProgramError(error, during: place)
    }
    if keys.isEmpty, let wallet = try? message.wallet(on: network),
      wallet.descriptor.keys.count > 1
    {
      throw ProgramError(
        "\(place) is \(wallet.format.title): a whole wallet, not a signer's key",
        hint: "give it alone, and leave --threshold, --profile and --script out: "
          + "`wallet create NAME \(ForeignText.shown(input.source, limit: 60))`")
    }
    guard !keys.isEmpty else {
      throw ProgramError(
        "\(place) is \(message.kind), not a signer's key",
        hint: "export one on the signer: `account export SEED --script wsh --out ...`")
    }
    // A key that names its script is for that one alone; a key that does not is for any.
    let fitting = keys.filter { script == nil || $0.script == nil || $0.script == script }
    guard let key = fitting.first else {
      let found = keys.compactMap { $0.script?.rawValue }.joined(separator: ", ")
      throw ProgramError(
        "\(place) is a key for \(found), not for \(script?.rawValue ?? "this script")",
        hint: "all keys of a wallet are for one script: export this one again with --script")
    }
    let exact = fitting.filter { $0.script == script }
    guard fitting.count == 1 || exact.count == 1 else {
      let found = Set(fitting.compactMap { $0.script?.rawValue }).sorted()
      throw ProgramError(
        "\(place) holds several keys: \(found.joined(separator: ", "))",
        hint: found.count > 1
          ? "choose with --script \(found.joined(separator: " or --script "))"
          : "give each key as an input of its own")
    }
    self.key = exact.first ?? key
    label = input.label ?? self.key.label
  }
}
