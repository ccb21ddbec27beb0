public import BitcoinPSBT
public import BitcoinPrimitives
public import QRTransport
public import SignedMessages
public import WalletFiles

/// Everything that may cross the gap; nothing else does.
///
/// Most cases carry the type that was read. A few keep what came, because what is only carried on
/// (`qr read`, `qr show`) leaves as it came, and because its reader knows more, as the network.
public enum AirgapMessage: Hashable, Sendable {
  /// A PSBT as bytes, by the first five of them; `BitcoinPSBT` reads them.
  ///
  /// Not `PSBT`: one of version 2, or with a field that is refused here, is carried on all the
  /// same. Who signs or collects refuses it, naming the file and the field.
  case psbt([UInt8])
  /// One payment at several fee rates: PSBTs that cross the gap together.
  case ladder(PaymentLadder)
  /// A whole transaction, as a finished payment is handed over.
  case transaction(Transaction)
  /// Several whole transactions: those that a payment spends, to prove its amounts.
  case transactions([Transaction])
  /// A payment as the Chance wallet passes it around.
  case multisigPayload(MultisigPayload)
  /// Account keys of one seed.
  case account(AccountExport)
  /// A wallet: the text of its descriptor, with or without checksum.
  ///
  /// Not `Descriptor`: whoever takes the wallet warns of a missing checksum and of what else the
  /// text shows (R23), and reads it for the network of the home (R11).
  case descriptor(String)
  /// A wallet as a file of any other format says it, checked as far as that needs no network.
  case wallet(WalletFile)
  /// A wallet file that Electrum encrypted, which only its password opens.
  case sealedWallet(ElectrumSealedFile)
  /// A signer's key for a multisig that is being set up, with its proof (BIP-129).
  case keyRecord(BSMSKeyRecord)
  /// A BSMS record that only its token opens (BIP-129), in hexadecimal.
  case sealedRecord(String)
  /// A single key expression: `[origin]xpub`.
  ///
  /// As text: the prefix of the key (SLIP-132) may say which script it is for, which the key itself
  /// does not.
  case key(String)
  /// An address, as text that still has to be parsed on a network.
  case address(String)
  /// The path of a key by itself, and the resource that it came as.
  case keypath(KeypathMessage, UR)
  /// A coin and its network by themselves, and the resource that they came as.
  case coinInfo(CoinInfoMessage, UR)
  /// A request to be paid, which says more than an address (BIP-21, BIP-321).
  case paymentRequest(PaymentURI)
  /// What a signer has signed, for the coordinator's `reconcile`.
  case signingLog(SigningLogExport)
  /// A text that somebody is asked to sign, in any of the forms that are read.
  case messageRequest(MessageRequest)
  /// Which signatures a signer made, for `sign --compare` on another machine.
  case signingReceipt(SigningReceipt)
  /// A text with the address and the signature of who signed it; whether it is right is not looked at.
  case signedMessage(SignedMessageFile)

  /// What it is, for a person.
  public var kind: String {
    switch self {
    case .psbt: "a PSBT"
    case .ladder(let ladder): "a fee ladder of \(ladder.packets.count) payments"
    case .transaction: "a transaction"
    case .transactions(let list): "\(list.count) transactions"
    case .multisigPayload: "a multisig payload"
    case .account: "an account"
    case .descriptor: "a descriptor"
    case .wallet(let file): file.format.title
    case .sealedWallet: "a wallet file that Electrum encrypted"
    case .keyRecord: "a BSMS key record"
    case .sealedRecord: "an encrypted BSMS record"
    case .key: "a key"
    case .address: "an address"
    case .keypath: "the path of a key, without the key"
    case .coinInfo: "the name of a coin, without a key or an address"
    case .paymentRequest: "a request to be paid"
    case .signingLog: "the log of a signer"
    case .signingReceipt: "the receipt of a signing"
    case .signedMessage: "a signed message"
    case .messageRequest: "a request for a signature"
    }
  }
}

extension AirgapMessage {
  /// The wallet that a descriptor, a wallet's file or the redeem script of a payload says; nil for
  /// other messages.
  ///
  /// With `network`, it must belong to it. Throws `WalletFileError`.
  public func wallet(on network: Network?) throws(WalletFileError) -> WalletFile? {
    let file: WalletFile
    switch self {
    case .descriptor(let text): file = try WalletFile(reading: Array(text.utf8))
    case .wallet(let known): file = known
    case .multisigPayload(let payload):
      // Of the payment only the redeem script is looked at: it is the wallet.
      file = try WalletFile(redeemScript: payload.redeemScript.script)
    default: return nil
    }
    guard let network else { return file }
    return try file.required(on: network)
  }

  /// The keys for a multisig that an export holds, one for each script; empty for other messages.
  ///
  /// Throws `WalletFileError`, for a fingerprint of zero above all.
  public func cosignerKeys() throws(WalletFileError) -> [CosignerKey] {
    switch self {
    case .account(let export): try export.cosignerKeys()
    case .keyRecord(let record): try record.cosignerKeys()
    case .key(let text): try CosignerKey.read(Array(text.utf8))
    default: []
    }
  }
}
