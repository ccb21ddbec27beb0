internal import AirgapMessages
internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
internal import ExtendedKeys
internal import PacketSigning
internal import Refusals
internal import SecondReading
internal import SignedMessages
internal import SignerHome
internal import TerminalUI
internal import WalletRegistration

/// A text of a request, by the address of a wallet that is to sign it, as the reviewer has it.
struct RequestedText {
  let address: Address
  let place: MessageRequest.Place
  let form: MessageForm
  /// The transaction that is signed, without signatures.
  let draft: MessageDraft
  /// The coins that it shows, for what holds the keys.
  let shown: [MessageReading.Shown]
  private let text: [UInt8]
  private let script: DerivedScript

  /// Finds the address in the wallet.
  ///
  /// - Throws: `ProgramError` for a text that nobody can read, an address or a path that the wallet does not have, and for
  ///   coins that are not there.
  init(
    _ request: MessageRequest, of wallet: StoredWallet, as given: MessageForm?,
    on network: Network
  ) throws(ProgramError) {
    _ = try hinted { () throws(MessageError) in try SignableText.text(of: request.text) }
    let descriptor = try wallet.parsedDescriptor()
    let name = ForeignText.name(wallet.name)
    text = request.text
    place = try Self.place(of: request, in: descriptor, named: name)
    script = try Self.script(descriptor, place, named: name)
    guard let address = Address(script: script.scriptPubKey, network: network) else {
      throw ProgramError(
        "the scripts of \(name) have no addresses",
        hint: "ask for a signature by an address of another wallet")
    }
    self.address = address
    try Self.require(request.signer, is: address, in: descriptor, at: place, named: name)
    form = try Self.form(given, request, script)
    var previous: [Txid: PreviousTransaction] = [:]
    for transaction in request.previous { previous[transaction.txid] = transaction }
    var coins: [MessageDraft.Coin] = []
    for coin in request.coins {
      let script = try Self.script(descriptor, coin.place, named: name)
      coins.append(
        MessageDraft.Coin(
          outPoint: coin.outPoint,
          output: TxOut(rawValue: coin.amount, scriptPubKey: script.scriptPubKey), script: script,
          previous: previous[coin.outPoint.txid]))
    }
    let (text, script, all) = (text, script, coins)
    draft = try hinted { () throws(MessageError) in
      try MessageDraft(text, signedBy: script, showing: all)
    }
    shown = request.coins.map {
      MessageReading.Shown(
        txid: $0.outPoint.txid.bytes, vout: $0.outPoint.vout, amount: UInt64(max(0, $0.amount)),
        branch: $0.place.branch, index: $0.place.index)
    }
  }

  /// The signature that came of those that were made, once there are enough; nil while cosigners' are missing.
  ///
  /// It is held against the text and the address by the code that `message verify` has.
  ///
  /// - Throws: `ProgramError` where that takes it for wrong: then two readings of one text differ (R29).
  func signature(
    of made: [MadeSignature], in draft: inout MessageDraft
  ) throws(ProgramError) -> MessageSignature? {
    let signature: MessageSignature
    if form == .bip137 {
      guard let bytes = made.first?.bytes, made.count == 1 else {
        throw Self.readingsDiffer("there is not one signature")
      }
      signature = .recoverable(bytes)
    } else {
      for one in made {
        draft.update(input: one.input) { input in
          switch one.place {
          case .ecdsa(let key): input.setPartialSig(one.bytes, publicKey: key)
          case .keyPath: input.setTapKeySig(one.bytes)
          case .leaf(let key, let hash):
            input.setTapScriptSig(one.bytes, xOnlyKey: key, leafHash: hash)
          }
        }
      }
      do throws(MessageError) {
        guard let finished = try draft.signature(as: form) else { return nil }
        signature = finished
      } catch {
        throw Self.readingsDiffer("\(error)")
      }
    }
    do throws(MessageError) {
      _ = try signature.verdict(on: text, by: address)
    } catch {
      throw Self.readingsDiffer("\(error)")
    }
    return signature
  }

  private static func readingsDiffer(_ what: String) -> ProgramError {
    ProgramError(
      "no signature was written: two readings of the text differ: \(what)", rule: .r29,
      hint: "keep the request, report the problem, and sign it on another machine")
  }

  // MARK: The place

  private static func place(
    of request: MessageRequest, in descriptor: Descriptor, named name: String
  ) throws(ProgramError) -> MessageRequest.Place {
    guard case .path(let path, _) = request.signer else {
      guard case .address(_, let place) = request.signer else {
        throw ProgramError("the request names no address", hint: "ask for another one")
      }
      return place
    }
    let indices: [UInt32] = [path.steps.last?.rawValue ?? 0, 0]
    // The last step is the index; everything before it must be what one of the branches has.
    for branch in 0..<descriptor.branchCount {
      for index in indices where index < ChildNumber.hardenedBit {
        guard let script = try? descriptor.derived(branch: branch, index: index) else { continue }
        if script.keys.contains(where: { $0.origin.path == path }) {
          return MessageRequest.Place(branch: branch, index: index)
        }
      }
    }
    throw ProgramError(
      "the path \(path) of the request leads to no address of the wallet \(name)",
      hint: "name another wallet with --wallet: `wallet show NAME` shows the paths of its keys")
  }

  private static func script(
    _ descriptor: Descriptor, _ place: MessageRequest.Place, named name: String
  ) throws(ProgramError) -> DerivedScript {
    guard descriptor.alternatives.count == 1 else {
      throw ProgramError(
        "the wallet \(name) has several addresses at one place (combo)",
        hint: "register the one that is meant, such as wpkh(), as a wallet of its own")
    }
    guard (0..<descriptor.branchCount).contains(place.branch) else {
      throw ProgramError(
        "the wallet \(name) has no branch \(place.branch), which the request names",
        hint: "name another wallet with --wallet")
    }
    return try hinted(during: name) { () throws(DescriptorError) in
      try descriptor.derived(branch: place.branch, index: place.index)
    }
  }

  private static func require(
    _ signer: MessageRequest.Signer, is address: Address, in descriptor: Descriptor,
    at place: MessageRequest.Place, named name: String
  ) throws(ProgramError) {
    switch signer {
    case .address(let wanted, _):
      guard wanted != address.string else { return }
      throw ProgramError(
        "the request asks for the address \(ForeignText.shown(wanted)), but \(name) has "
          + "\(address.string) at \(place.branch)/\(place.index)", rule: .r30,
        hint: "name the wallet that has it with --wallet, or ask for another request")
    case .path(_, let script?):
      guard script != KeyScript(address.script, descriptor) else { return }
      throw ProgramError(
        "the request asks for an address of the form \(script.rawValue), and \(name) has others",
        rule: .r30,
        hint: "name the wallet that has it with --wallet")
    case .path(_, nil): return
    }
  }

  private typealias KeyScript = MessageRequest.KeyScript

  private static func form(
    _ given: MessageForm?, _ request: MessageRequest, _ script: DerivedScript
  ) throws(ProgramError) -> MessageForm {
    let isOfOneKey = isOfOneKey(script)
    let form: MessageForm
    switch request.signer {
    case .address: form = given ?? request.form ?? .bip322
    // What other programs ask for they read as BIP-137, where that is defined.
    case .path: form = given ?? (isOfOneKey ? .bip137 : .bip322)
    }
    if form == .bip137 {
      guard isOfOneKey else {
        throw ProgramError(
          "BIP-137 is defined for addresses of one key that are not taproot", rule: .r20,
          hint: "sign with --format bip322, or ask for a request of that form")
      }
      guard request.coins.isEmpty else {
        throw ProgramError(
          "a proof of funds is signed as BIP-322", hint: "sign with --format bip322")
      }
    }
    return form
  }

  private static func isOfOneKey(_ script: DerivedScript) -> Bool {
    script.scriptPubKey.isP2PKH || script.scriptPubKey.isP2WPKH
      || script.redeemScript?.isP2WPKH == true
  }
}

extension MessageRequest.KeyScript {
  /// The form of an address of one key; nil for any other.
  fileprivate init?(_ script: Script, _ descriptor: Descriptor) {
    if script.isP2PKH {
      self = .p2pkh
    } else if script.isP2WPKH {
      self = .p2wpkh
    } else if script.isP2TR {
      self = .p2tr
    } else if script.isP2SH, descriptor.keys.count == 1 {
      self = .p2shP2WPKH
    } else {
      return nil
    }
  }
}
