internal import BitcoinPSBT
internal import BitcoinPrimitives
internal import Bytes
internal import SignedMessages

extension MessageRequest {
  /// Its frame: what it begins with, its version and its limits.
  static let frame = TaggedCBOR(
    type: type, noun: "request", magic: Array("drawbridge-text ".utf8), version: 1, count: 8,
    limits: CBORLimits(bytes: mostBytes, depth: 3, values: 10 * mostCoins))

  /// The bytes of this program's own form: the magic, then CBOR; nil for a request that names a path.
  public func encoded() -> [UInt8]? {
    guard case .address(let address, let place) = signer else { return nil }
    return Self.frame.encoded([
      .bytes(text), .text(address), .unsigned(UInt64(place.branch)),
      .unsigned(UInt64(place.index)), form.map { .text($0.rawValue) } ?? .null,
      .array(
        coins.map { coin in
          .array([
            .bytes(coin.outPoint.txid.bytes.bytes), .unsigned(UInt64(coin.outPoint.vout)),
            .unsigned(UInt64(max(0, coin.amount))), .unsigned(UInt64(coin.place.branch)),
            .unsigned(UInt64(coin.place.index)),
          ])
        }),
      .array(previous.map { .bytes(Array($0.bytes)) }),
    ])
  }

  /// Reads the bytes of this program's own form.
  ///
  /// - Throws: ``AirgapMessageError`` for anything but what ``encoded()`` writes.
  init(decoding bytes: [UInt8]) throws(AirgapMessageError) {
    let fields = try Self.frame.fields(of: bytes)
    guard let text = fields[1].bytesValue, text.count <= Self.mostText else {
      throw Self.malformed("its text is not a byte string of at most \(Self.mostText) bytes")
    }
    guard let address = fields[2].textValue, (1...100).contains(address.utf8.count) else {
      throw Self.malformed("it names no address")
    }
    let place = try Self.place(fields[3], fields[4], "its address")
    var form: MessageForm?
    if fields[5] != .null {
      guard let known = fields[5].textValue.flatMap({ MessageForm(rawValue: $0) }) else {
        throw Self.malformed("it asks for a form of signature that this program does not know")
      }
      form = known
    }
    guard let list = fields[6].arrayValue, list.count <= Self.mostCoins else {
      throw Self.malformed("its coins are not a list of at most \(Self.mostCoins)")
    }
    var coins: [Coin] = []
    for value in list { coins.append(try Self.coin(value, "coin \(coins.count + 1)")) }
    guard let known = fields[7].arrayValue, known.count <= Self.mostCoins else {
      throw Self.malformed("its transactions are not a list of at most \(Self.mostCoins)")
    }
    var previous: [PreviousTransaction] = []
    for value in known {
      guard let bytes = value.bytesValue,
        let transaction = try? PreviousTransaction(scanning: bytes[...])
      else { throw Self.malformed("transaction \(previous.count + 1) is not one") }
      previous.append(transaction)
    }
    guard !Self.hasTooMuch(previous, for: coins) else {
      throw Self.malformed(
        "the transactions of its coins come to more than \(Self.mostPrevious) bytes: show fewer coins"
      )
    }
    self.init(
      text: text, signer: .address(address, place), form: form, coins: coins, previous: previous)
  }

  private static func coin(
    _ value: CBORValue, _ name: String
  ) throws(AirgapMessageError) -> Coin {
    guard let fields = value.arrayValue, fields.count == 5,
      let vout = fields[1].unsignedValue.flatMap({ UInt32(exactly: $0) }),
      let amount = fields[2].unsignedValue.flatMap({ Int64(exactly: $0) }),
      (try? Amount(satoshis: amount)) != nil
    else { throw malformed("\(name) is not a coin with an amount and a place") }
    return Coin(
      outPoint: OutPoint(txid: Txid(try frame.hash(fields[0], name)), vout: vout), amount: amount,
      place: try place(fields[3], fields[4], name))
  }

  private static func place(
    _ branch: CBORValue, _ index: CBORValue, _ name: String
  ) throws(AirgapMessageError) -> Place {
    guard let branch = branch.unsignedValue, branch < 1_000,
      let index = index.unsignedValue, index < 1 << 31
    else { throw malformed("\(name) has no branch and index") }
    return Place(branch: Int(branch), index: UInt32(index))
  }
}
