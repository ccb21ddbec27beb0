internal import QRTransport

/// What a peer reads: the form of each message, how dense and how fast QR codes may be, and what it needs.
///
/// The values are in `PeerProfiles`, one for each peer; docs/peers.md says where each comes from.
struct PeerProfile: Sendable {
  /// How text travels in QR codes.
  enum Carrier {
    /// As `ur:bytes`, or as one QR code where it is short.
    case ur
    /// As BBQr.
    case bbqr
  }

  /// What a peer makes of previous transactions.
  enum Previous {
    /// It proves amounts by them, or asks for them: they are never left out.
    case needed
    /// It reads them, and signs without: they are left out where somebody asks for that.
    case read
    /// It does not look at them: they are left out of segwit inputs.
    case unread
  }

  /// Its name, for a person.
  let name: String
  /// The form of a payment in QR codes.
  let payment: PayloadFormat
  /// The form of a payment in a file of text.
  let paymentText: PayloadFormat
  /// The forms of a wallet, best first: the first that can hold it is written.
  let wallets: [PayloadFormat]
  /// How a wallet or an account travels in QR codes; nil where the peer takes it as a file only.
  let carrier: Carrier?
  /// The form of an account; nil where the peer takes none, because it has its own keys.
  let account: PayloadFormat?
  /// Forms of wallets and accounts that the peer misreads, and what it makes of them.
  let misread: [PayloadFormat: String]
  /// The largest QR code of a series.
  let series: QRVersion
  /// The largest QR code that stands alone.
  let single: QRVersion
  /// How long each QR code of a series is shown, in milliseconds.
  let milliseconds: Int
  /// Whether it reads several QR codes in one picture.
  let readsMosaics: Bool
  /// What it makes of previous transactions.
  let previous: Previous

  init(
    _ name: String, payment: PayloadFormat, paymentText: PayloadFormat = .base64,
    wallets: [PayloadFormat], carrier: Carrier? = .ur, account: PayloadFormat? = nil,
    misread: [PayloadFormat: String] = [:], series: Int, single: Int? = nil, milliseconds: Int,
    readsMosaics: Bool = false, previous: Previous
  ) {
    self.name = name
    self.payment = payment
    self.paymentText = paymentText
    self.wallets = wallets
    self.carrier = carrier
    self.account = account
    self.misread = misread
    self.series = QRVersion(series) ?? .careful
    self.single = QRVersion(single ?? series) ?? .careful
    self.milliseconds = milliseconds
    self.readsMosaics = readsMosaics
    self.previous = previous
  }
}
