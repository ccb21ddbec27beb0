internal import Bytes
internal import Hashes

extension MultiversXTransaction {
  /// The hash by which the network knows a signed transaction: BLAKE2b of 32 bytes over its protobuf encoding.
  ///
  /// Fields that are zero or empty are left out, but for the value, which is `0000` then (the protocol's transaction.proto).
  /// A relayer has the fields 16 and 17.
  public var hash: [UInt8] {
    var message = Message()
    message.number(1, nonce)
    message.bytes(2, valueBytes)
    message.bytes(3, receiver.publicKey.bytes)
    message.bytes(4, receiverUsername)
    message.bytes(5, sender.publicKey.bytes)
    message.bytes(6, senderUsername)
    message.number(7, gasPrice)
    message.number(8, gasLimit)
    message.bytes(9, data)
    message.bytes(10, Array(chainID.utf8))
    message.number(11, UInt64(version))
    message.bytes(12, signature)
    message.number(13, UInt64(options.rawValue))
    message.bytes(14, guardian?.publicKey.bytes ?? [])
    message.bytes(15, guardianSignature)
    message.bytes(16, relayer?.publicKey.bytes ?? [])
    message.bytes(17, relayerSignature)
    return BLAKE2b256.hash(message.encoded)
  }

  /// A sign byte and the amount, big-endian and as short as it can be; zero has two bytes.
  private var valueBytes: [UInt8] {
    guard value > 0 else { return [0, 0] }
    let bytes = (0..<16).map { UInt8(truncatingIfNeeded: value >> UInt128(8 * (15 - $0))) }
    return [0] + bytes.drop { $0 == 0 }
  }

  /// Fields of a protobuf message, in the order in which they are written.
  private struct Message {
    var encoded: [UInt8] = []

    mutating func number(_ field: UInt64, _ value: UInt64) {
      guard value != 0 else { return }
      varint(field << 3)
      varint(value)
    }

    mutating func bytes(_ field: UInt64, _ value: [UInt8]) {
      guard !value.isEmpty else { return }
      varint(field << 3 | 2)
      varint(UInt64(value.count))
      encoded += value
    }

    private mutating func varint(_ value: UInt64) {
      var rest = value
      while rest >= 0x80 {
        encoded.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      encoded.append(UInt8(rest))
    }
  }
}
