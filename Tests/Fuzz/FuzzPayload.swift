import AirgapMessages
import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import Descriptors
import QRTransport
import SignedMessages
import WalletFiles

/// Whatever is handed over is recognised or refused, and what is recognised goes round.
func fuzzPayload(_ bytes: [UInt8]) {
  if let message = try? Recognizer.message(bytes) { check(message) }
  // The same bytes as the CBOR of every type that is read.
  for type in [
    "crypto-psbt", "crypto-account", "crypto-output", "crypto-hdkey", "bytes", "crypto-keypath",
    "crypto-coin-info",
  ] {
    guard let ur = try? UR(type: type, cbor: bytes) else { continue }
    if let message = try? Recognizer.message(ur) { check(message) }
  }
  // Behind the magic of a PSBT, and as what a short one says.
  for whole in [bytes, [0x70, 0x73, 0x62, 0x74, 0xff] + bytes] {
    guard let short = CompactPayment.encoded(whole) else { continue }
    guard let again = try? CompactPayment.decoded(short) else {
      preconditionFailure("a payment that was made short is not read again")
    }
    precondition(again == whole, "another payment came back")
  }
  _ = try? CompactPayment.decoded(Array("drawbridge-payment ".utf8) + bytes)
  // Several payments: the bytes twice behind the magic of a PSBT, and as what a ladder says.
  let packet = [0x70, 0x73, 0x62, 0x74, 0xff] + bytes
  if let ladder = PaymentLadder([packet, packet]) { check(.ladder(ladder)) }
  if let message = try? Recognizer.message(Array("drawbridge-ladder ".utf8) + bytes) {
    check(message)
  }
  if let value = try? JSONReader.parse(bytes) {
    guard let again = try? JSONReader.parse(text: JSONWriter.encode(value)),
      let pretty = try? JSONReader.parse(text: JSONWriter.encode(value, pretty: true))
    else { preconditionFailure("JSON is not read again") }
    precondition(again == value && pretty == value, "JSON reads as something else")
  }
}

private func check(_ message: AirgapMessage) {
  switch message {
  case .psbt(let bytes): _ = try? PSBT(decoding: bytes, limits: .qr)
  case .account(let export):
    let cbor = AccountMessage.cbor(export)
    guard let again = try? AccountMessage.export(cbor) else {
      preconditionFailure("account is not read again")
    }
    // An extended key whose depth or number disagrees with its path is taken with a warning, and
    // CBOR keeps the path alone.
    precondition(AccountMessage.cbor(again) == cbor, "another account came back")
  case .descriptor(let text):
    guard let descriptor = try? Descriptor(parsing: text),
      let cbor = try? OutputDescriptor.cbor(descriptor.textWithoutChecksum)
    else { return }
    guard let back = try? OutputDescriptor.text(cbor), let again = try? Descriptor(parsing: back)
    else { preconditionFailure("descriptor is not read again") }
    // A lone key in taproot loses its first byte, which says nothing.
    precondition(
      (try? OutputDescriptor.cbor(again.textWithoutChecksum)) == cbor,
      "another descriptor came back")
  case .wallet(let file):
    for format in file.possibleFormats {
      guard let bytes = try? file.encoded(as: format),
        let again = try? WalletFile(reading: bytes)
      else { preconditionFailure("a wallet is not read again as \(format)") }
      precondition(again.descriptor == file.descriptor, "another wallet came back as \(format)")
    }
  case .multisigPayload(let payload):
    guard let again = try? MultisigPayload(parsing: payload.text) else {
      preconditionFailure("payload is not read again")
    }
    precondition(again.text == payload.text, "another payload came back")
  case .transactions(let list):
    guard list.count > 1 else { preconditionFailure("one transaction is no list") }
    let text = Array(TransactionLines.text(list.map { $0.encoded() }).utf8)
    precondition((try? Recognizer.message(text)) == message, "other transactions came back")
  case .signingLog(let log):
    precondition(
      (try? Recognizer.message(log.encoded())) == message, "a log is not read again")
  case .signedMessage(let file):
    precondition(
      !file.isFramed || (try? SignedMessageFile(parsing: file.text)) == file,
      "another signed message came back")
  case .signingReceipt(let receipt):
    precondition(
      (try? Recognizer.message(receipt.encoded())) == message, "a receipt is not read again")
  case .ladder(let ladder):
    guard case .ladder(let again)? = try? Recognizer.message(ladder.encoded()) else {
      preconditionFailure("a fee ladder is not read again")
    }
    precondition(again == ladder, "another fee ladder came back")
  case .messageRequest(let request):
    guard let bytes = request.encoded() else { return }
    precondition((try? Recognizer.message(bytes)) == message, "another request came back")
  case .paymentRequest(let uri):
    precondition((try? PaymentURI(parsing: uri.text)) == uri, "another URI came back")
  case .keypath(let path, let resource):
    precondition((try? KeypathMessage(CBORReader.parse(resource.cbor))) == path, "another path")
  case .coinInfo(let coin, let resource):
    precondition((try? CoinInfoMessage(CBORReader.parse(resource.cbor))) == coin, "another coin")
  case .sealedWallet(let file):
    precondition(ElectrumSealedFile.recognised(Array(file.text.utf8)) == file, "another file")
  case .transaction, .key, .keyRecord, .sealedRecord, .address: break
  }
}
