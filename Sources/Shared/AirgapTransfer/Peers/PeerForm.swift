internal import Descriptors
internal import ExtendedKeys
internal import TerminalUI
internal import WalletFiles

/// A message as a peer reads it.
struct PeerForm {
  /// What carries it.
  enum Place { case symbols, text, json, binary }

  let message: OutgoingMessage
  /// Nil for the message's own default.
  let format: PayloadFormat?

  /// The form of `message` for a peer; `asked` is what `--as` says.
  ///
  /// - Throws: `ProgramError` for what the peer does not take, with what it takes instead.
  init(
    _ message: OutgoingMessage, as asked: PayloadFormat?, for peer: Peer, in place: Place
  ) throws(ProgramError) {
    let profile = peer.profile
    if let asked, let misread = profile.misread[asked] {
      throw ProgramError(
        "\(profile.name) does not read \(asked.rawValue) rightly: \(misread)",
        hint: "leave --as out: --for \(peer.rawValue) chooses a form that it reads")
    }
    switch message {
    case .wallet, .account:
      guard place != .symbols || profile.carrier != nil else {
        throw ProgramError(
          "\(profile.name) takes this as a file only, not as QR codes",
          hint: "write it to a file: --out FILE.json")
      }
    default: break
    }
    switch (message, asked) {
    case (_, .some(let asked)): (self.message, format) = (message, asked)
    case (.psbt, nil):
      let forms: [Place: PayloadFormat] = [.symbols: profile.payment, .text: profile.paymentText]
      (self.message, format) = (message, forms[place])
    case (.transaction, nil):
      let isOwnForm = profile.payment == .bbqr || profile.payment == .base43
      (self.message, format) = (message, place == .symbols && isOwnForm ? profile.payment : nil)
    case (.wallet(let file), nil):
      (self.message, format) = (message, try Self.wallet(file, profile))
    case (.account(let export), nil):
      (self.message, format) = try Self.account(export, profile)
    default: (self.message, format) = (message, nil)
    }
  }

  private static func wallet(
    _ file: WalletFile, _ profile: PeerProfile
  ) throws(ProgramError) -> PayloadFormat {
    var reason: WalletFileError?
    for format in profile.wallets {
      guard let known = format.walletFormat else { continue }
      do throws(WalletFileError) {
        _ = try file.encoded(as: known)
        return format
      } catch {
        reason = reason ?? error
      }
    }
    throw ProgramError(
      "\(profile.name) cannot take this wallet" + (reason.map { ": \($0)" } ?? ""),
      rule: reason?.rule,
      hint:
        "choose a form with --as if you know that it reads it; a wallet of one key it finds by itself, if "
        + "it holds the key")
  }

  private static func account(
    _ export: AccountExport, _ profile: PeerProfile
  ) throws(ProgramError) -> (OutgoingMessage, PayloadFormat?) {
    guard let format = profile.account else {
      throw ProgramError(
        "\(profile.name) holds keys of its own and takes no account of another signer",
        hint:
          "give the account to a coordinator: sparrow, nunchuk, bluewallet, electrum or drawbridge")
    }
    switch format {
    case .electrum:
      // A key alone would be restored as a legacy wallet: the whole wallet says its script.
      guard export.accounts.count == 1, let account = export.accounts.first,
        let descriptor = Descriptor(account: account.key, script: account.script)
      else {
        throw ProgramError(
          "\(profile.name) takes a wallet of one key, and this is a cosigner's key or several accounts",
          hint:
            "make the wallet with the coordinator: `wallet export NAME --for electrum --out FILE.json`"
        )
      }
      let file = WalletFile(name: nil, descriptor: descriptor, network: nil)
      return (.wallet(file), .electrum)
    case .coldcardMultisig where export.accounts.contains { $0.script.isSingleKey }:
      throw ProgramError(
        "\(profile.name) takes cosigners' keys only, and this account is a wallet of one key",
        hint: "export a cosigner's key: --script wsh")
    default: return (.account(export), format)
    }
  }
}
