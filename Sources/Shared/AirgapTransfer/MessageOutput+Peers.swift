internal import BitcoinPSBT
internal import QRTransport
internal import Refusals
internal import TerminalUI

/// What a message becomes for who reads it: a peer that was named, else who sent what it answers.
extension MessageOutput {
  /// The message as who reads it takes it: a peer that was named, else who sent what this answers.
  func form(
    of message: OutgoingMessage, as asked: PayloadFormat?, on console: Console
  ) throws(ProgramError) -> (message: OutgoingMessage, format: PayloadFormat?) {
    if let peer {
      let place: PeerForm.Place =
        isQRCodes ? .symbols : isText ? .text : kind == .json ? .json : .binary
      let form = try PeerForm(message, as: asked, for: peer, in: place)
      return (form.message, form.format)
    }
    guard asked == nil, case .psbt = message, isQRCodes || isText,
      let format = carriage?.format(inQRCodes: isQRCodes)
    else { return (message, asked) }
    guard isQRCodes, !fits(message, format) else { return (message, format) }
    console.warn(
      "the answer no longer fits into QR codes as \(format.rawValue), as the payment came: it is written as ur"
    )
    return (message, nil)
  }

  /// Whether QR codes can carry a message in a format, without a look at how many.
  private func fits(_ message: OutgoingMessage, _ format: PayloadFormat) -> Bool {
    var single = QRVersion.webcam
    if kind == .terminal { single = series(.careful) }
    guard let text = message.plainSymbol(as: format, limit: single) else {
      return (try? message.frames(as: format, limit: series(.careful))) != nil
    }
    return QRVersion.smallest(holding: Array(text.utf8)).map { $0 <= single } ?? false
  }

  /// The largest QR code of a series: `limit`, or less where the other side shows or reads smaller ones.
  func series(_ limit: QRVersion) -> QRVersion {
    if let peer { return min(limit, peer.profile.series) }
    // What somebody shows says how poor their display is; a camera can do with this size.
    guard let shown = carriage?.series, let least = QRVersion(6) else { return limit }
    return min(limit, max(shown, least))
  }

  /// The message without the previous transactions that its reader does not look at.
  func lightened(
    _ message: OutgoingMessage, on console: Console
  ) throws(ProgramError) -> OutgoingMessage {
    guard leavesOutPrevious || peer?.profile.previous == .unread, case .psbt(let bytes) = message,
      let psbt = try? PSBT(decoding: bytes)
    else { return message }
    let (lighter, count) = try lightened(psbt)
    guard count > 0 else { return message }
    say(count, on: console)
    return .psbt(lighter.encoded())
  }

  func lightened(_ psbt: PSBT, on console: Console) throws(ProgramError) -> PSBT {
    guard leavesOutPrevious || peer?.profile.previous == .unread else { return psbt }
    let (lighter, count) = try lightened(psbt)
    guard count > 0 else { return psbt }
    say(count, on: console)
    return lighter
  }

  private func lightened(_ psbt: PSBT) throws(ProgramError) -> (PSBT, Int) {
    do throws(PSBTCoinError) {
      return try psbt.withoutPreviousTransactions()
    } catch {
      throw ProgramError(
        "\(error); without that transaction nobody could see it", rule: error.rule,
        hint: "ask whoever made the payment for a new one, and do not sign this one")
    }
  }

  private func say(_ count: Int, on console: Console) {
    let inputs = count == 1 ? "1 segwit input" : "\(count) segwit inputs"
    let why =
      leavesOutPrevious
      ? "a signer that proves amounts by them refuses this payment (R01)"
      : "\(peer?.profile.name ?? "the signer") does not look at them"
    console.warn("the previous transactions of \(inputs) were left out: \(why)")
  }

  /// What text travels in.
  var carrier: PeerProfile.Carrier { peer?.profile.carrier ?? .ur }

  /// The largest QR code that stands alone.
  func single(_ limit: QRVersion) -> QRVersion {
    let still = kind == .terminal ? limit : max(limit, .webcam)
    return min(still, peer?.profile.single ?? still)
  }

  /// Whether a text fits into one QR code.
  func stands(alone text: String, limit: QRVersion) -> Bool {
    QRVersion.smallest(holding: Array(text.utf8)).map { $0 <= single(limit) } ?? false
  }
}
