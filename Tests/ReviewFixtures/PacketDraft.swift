public import BitcoinPSBT
public import BitcoinPrimitives
import Bytes

/// A PSBT as raw fields: it can say anything, also what no honest program writes.
///
/// Written down by a codec of its own, so that the reader is not tested against itself.
public struct PacketDraft: Sendable {
  /// A key (type and data) and a value.
  public struct Field: Sendable, Equatable {
    public var type: UInt64
    public var keyData: [UInt8]
    public var value: [UInt8]

    public init(_ type: UInt64, _ keyData: [UInt8] = [], _ value: [UInt8]) {
      self.type = type
      self.keyData = keyData
      self.value = value
    }
  }

  /// One coin spent: its input and its map.
  public struct Coin: Sendable {
    public var input: TxIn
    /// The transaction that made it.
    public var previous: Transaction
    public var fields: [Field]

    /// The coin itself.
    public var output: TxOut { previous.outputs[Int(input.previousOutput.vout)] }
  }

  /// One output paid and its map.
  public struct Payment: Sendable {
    public var output: TxOut
    public var fields: [Field]

    public init(_ output: TxOut, fields: [Field] = []) {
      self.output = output
      self.fields = fields
    }
  }

  public var version: Int32 = 2
  public var lockTime = LockTime(rawValue: 839_990)
  public var global: [Field] = []
  public var coins: [Coin]
  public var payments: [Payment]

  public init(coins: [Coin], payments: [Payment]) {
    self.coins = coins
    self.payments = payments
  }

  public var transaction: Transaction {
    Transaction(
      version: version, inputs: coins.map(\.input), outputs: payments.map(\.output),
      lockTime: lockTime)
  }

  /// The bytes of the PSBT.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter()
    writer.write([0x70, 0x73, 0x62, 0x74, 0xff])
    let unsigned = Field(0, [], transaction.encodedWithoutWitness())
    let maps = [[unsigned] + global] + coins.map(\.fields) + payments.map(\.fields)
    for map in maps {
      for field in map {
        var key = ByteWriter()
        key.writeCompactSize(field.type)
        key.write(field.keyData)
        writer.writeVarBytes(key.bytes)
        writer.writeVarBytes(field.value)
      }
      writer.writeByte(0)
    }
    return writer.bytes
  }

  /// The PSBT as the program reads it.
  public func psbt() throws -> PSBT { try PSBT(decoding: encoded()) }
}

extension PacketDraft.Coin {
  /// Puts a field in, in place of one with the same key.
  public mutating func set(_ key: PSBTInputKey, _ keyData: [UInt8] = [], _ value: [UInt8]) {
    let field = PacketDraft.Field(key.rawValue, keyData, value)
    fields.removeAll { $0.type == field.type && $0.keyData == keyData }
    fields.append(field)
  }

  /// Takes out every field of a type.
  public mutating func remove(_ key: PSBTInputKey) {
    fields.removeAll { $0.type == key.rawValue }
  }

  /// Changes the transaction that made the coin, and everything that names it.
  public mutating func changePrevious(_ body: (inout Transaction) -> Void) {
    body(&previous)
    let vout = input.previousOutput.vout
    input.previousOutput = OutPoint(txid: previous.txid, vout: vout)
    for index in fields.indices {
      switch PSBTInputKey(rawValue: fields[index].type) {
      case .nonWitnessUTXO: fields[index].value = previous.encoded()
      case .witnessUTXO: fields[index].value = output.encoded()
      default: break
      }
    }
  }
}

extension PacketDraft.Payment {
  /// Puts a field in, in place of one with the same key.
  public mutating func set(_ key: PSBTOutputKey, _ keyData: [UInt8] = [], _ value: [UInt8]) {
    let field = PacketDraft.Field(key.rawValue, keyData, value)
    fields.removeAll { $0.type == field.type && $0.keyData == keyData }
    fields.append(field)
  }
}
