import BitcoinPSBT
import BitcoinPrimitives
import Bytes

/// Bytes that are not a PSBT (R17, R18): the reader must refuse each.
enum MalformedPackets {
  static func all(from honest: PacketDraft) throws -> [(name: String, bytes: [UInt8])] {
    let bytes = honest.encoded()
    var packets: [(name: String, bytes: [UInt8])] = [
      ("empty", []),
      ("magic alone", Array(bytes.prefix(5))),
      ("magic of another format", [0x70, 0x73, 0x62, 0x75] + bytes.dropFirst(4)),
      ("no separator behind the magic", Array(bytes.prefix(4)) + bytes.dropFirst(5)),
      ("a byte behind the last map", bytes + [0]),
      ("a packet behind the packet", bytes + bytes),
      ("the last byte missing", Array(bytes.dropLast())),
      ("no unsigned transaction", [0x70, 0x73, 0x62, 0x74, 0xff, 0]),
    ]
    func changed(_ name: String, _ body: (inout PacketDraft) -> Void) {
      var draft = honest
      body(&draft)
      packets.append((name, draft.encoded()))
    }
    let transaction = honest.transaction.encodedWithoutWitness()
    changed("two unsigned transactions") { $0.global.append(.init(0, [], transaction)) }
    changed("an unsigned transaction with key data") {
      $0.global.append(.init(0, [1], transaction))
    }
    for version: UInt8 in [1, 2, 7, 255] {
      changed("version \(version)") { $0.global.append(.init(0xfb, [], [version, 0, 0, 0])) }
    }
    for type: UInt64 in [2, 3, 4, 5, 6] {
      changed("global field \(type) of version 2") { $0.global.append(.init(type, [], [1])) }
    }
    for type: UInt64 in 0x0e...0x12 {
      changed("input field \(type) of version 2") {
        $0.coins[0].fields.append(.init(type, [], [UInt8](repeating: 1, count: 4)))
      }
    }
    for type: UInt64 in 3...4 {
      changed("output field \(type) of version 2") {
        $0.payments[0].fields.append(.init(type, [], [UInt8](repeating: 1, count: 8)))
      }
    }
    changed("a scriptSig in the unsigned transaction") {
      $0.coins[0].input.scriptSig = Script([0x51])
    }
    for field in honest.coins[0].fields {
      changed("input field \(field.type) twice") { $0.coins[0].fields.append(field) }
    }
    for field in honest.payments[1].fields {
      changed("output field \(field.type) twice") { $0.payments[1].fields.append(field) }
    }
    changed("10,001 fields in one map") { draft in
      draft.global += (0..<10_001).map { .init(0x40, [UInt8($0 >> 8), UInt8($0 & 0xff)], []) }
    }
    changed("an unknown field twice") {
      $0.global += [.init(0x40, [1], [1]), .init(0x40, [1], [2])]
    }
    for input in honest.coins.indices {
      changed("another previous transaction of input \(input)") {
        $0.coins[input].previous.lockTime = LockTime(rawValue: 7)
        let other = $0.coins[input].previous.encoded()
        $0.coins[input].set(.nonWitnessUTXO, [], other)
      }
    }
    // Known fields of the wrong size, and single fields with key data.
    let sizes: [(UInt64, [Int])] = [
      (0x01, [0, 8]), (0x03, [0, 3, 5]), (0x13, [0, 63, 66]), (0x17, [31, 33]), (0x18, [31, 33]),
    ]
    for (type, lengths) in sizes {
      for length in lengths {
        changed("input field \(type) with \(length) bytes") {
          $0.coins[0].fields.removeAll { $0.type == type }
          $0.coins[0].fields.append(.init(type, [], [UInt8](repeating: 0, count: length)))
        }
      }
      changed("input field \(type) with key data") {
        $0.coins[0].fields.append(.init(type, [1], [1, 0, 0, 0]))
      }
    }
    for length in [0, 1, 32, 34, 64, 66] {
      let key = [UInt8](repeating: 2, count: length)
      changed("a derivation of a key of \(length) bytes") {
        $0.coins[0].fields.append(.init(0x06, key, [0, 0, 0, 0]))
      }
      changed("a signature of a key of \(length) bytes") {
        $0.coins[0].fields.append(.init(0x02, key, [0x30, 6, 2, 1, 1, 2, 1, 1, 1]))
      }
    }
    let key = honest.coins[0].fields.filter { $0.type == 0x06 }.flatMap(\.keyData)
    for length in [0, 1, 3, 5, 7, 9] {
      changed("a derivation of \(length) bytes") {
        $0.coins[0].fields.removeAll { $0.type == 0x06 }
        $0.coins[0].fields.append(.init(0x06, key, [UInt8](repeating: 0, count: length)))
      }
    }
    for type in [UInt64(0x00), 0x01] {
      for cut in [1, 4] {
        changed("input field \(type) cut by \(cut)") {
          for index in $0.coins[0].fields.indices where $0.coins[0].fields[index].type == type {
            $0.coins[0].fields[index].value.removeLast(cut)
          }
        }
      }
      changed("input field \(type) with a byte too many") {
        for index in $0.coins[0].fields.indices where $0.coins[0].fields[index].type == type {
          $0.coins[0].fields[index].value.append(0)
        }
      }
    }
    // The size of the first key: 1 written in three, five and nine bytes, and sizes without end.
    let rest = Array(bytes.dropFirst(6))
    for prefix: [UInt8] in [
      [0xfd, 1, 0], [0xfe, 1, 0, 0, 0], [0xff, 1, 0, 0, 0, 0, 0, 0, 0],
      [0xff, 255, 255, 255, 255, 255, 255, 255, 255],
      [0xff, 255, 255, 255, 255, 255, 255, 255, 127],
      [0xfe, 255, 255, 255, 255],
    ] {
      packets.append(("a key of size \(prefix)", Array(bytes.prefix(5)) + prefix + rest))
    }
    return packets
  }
}
