import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import ReviewFixtures
import TestSupport
import Testing
import TransactionReview

@testable import SecondReading
@testable import Signing

/// What the standards and Bitcoin Core publish as packets, good and bad, put to both readers.
@Suite struct `Published packets` {
  private struct Packet {
    let name: String
    let bytes: [UInt8]
    let isValid: Bool
  }

  /// Of BIP-174, BIP-371, BIP-373 and BIP-370, whose version 2 is valid and refused, and of Bitcoin Core's own tests.
  private static func packets() throws -> [Packet] {
    var packets: [Packet] = []
    for file in ["bip174/psbt.json", "bip371/psbt.json", "bip373/psbt.json", "bip370/psbt.json"] {
      for vector in try Vectors.cases(file) {
        guard let text = vector.input["psbt_base64"]?.stringValue,
          let bytes = try? Base64.decode(text)
        else { continue }
        packets.append(
          Packet(
            name: "\(file): \(vector.name)", bytes: bytes,
            isValid: vector.expect["parse"]?.stringValue == "valid"))
      }
    }
    for vector in try Vectors.cases("bip174/roles.json") {
      guard let text = vector.expect["psbt_base64"]?.stringValue else { continue }
      packets.append(
        Packet(name: "roles: \(vector.name)", bytes: try Base64.decode(text), isValid: true))
    }
    let core = try Vectors.json("bitcoin-core/rpc_psbt.json")
    for kind in ["valid", "invalid", "invalid_with_msg"] {
      for (number, item) in (core[kind]?.arrayValue ?? []).enumerated() {
        guard let text = item.stringValue ?? item[0]?.stringValue,
          let bytes = try? Base64.decode(text)
        else { continue }
        packets.append(
          Packet(name: "Core, \(kind) \(number)", bytes: bytes, isValid: kind == "valid"))
      }
    }
    return packets
  }

  private static func refusal(_ bytes: [UInt8]) -> SecondReadingError? {
    do throws(SecondReadingError) {
      let reader = try SecondReader(bytes, wallets: [], on: .main)
      var (coins, pays): ([CoinReading], [OutputReading]) = ([], [])
      for number in 0..<reader.inputCount { coins.append(try reader.input(number, at: nil)) }
      for number in 0..<reader.outputCount { pays.append(try reader.output(number, at: nil)) }
      _ = try reader.reading(coins, pays)
      return nil
    } catch {
      return error
    }
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `what the first reader reads of them, the second reads alike`() throws {
    var machine = try HonestPayment.scene().machine
    machine.wallets = []
    var (agreed, empty) = (0, 0)
    for packet in try Self.packets() {
      guard let first = try? PSBT(decoding: packet.bytes) else { continue }
      if let refusal = Self.refusal(packet.bytes) {
        // Valid, and nothing that could be signed.
        if packet.isValid {
          #expect(
            refusal == .packet("the payment has no inputs or no outputs", offset: 5),
            "\(packet.name)")
          empty += 1
        }
        continue
      }
      let review = Review(of: first, in: machine.context)
      do {
        try agree(review, ReadingSource(packet: packet.bytes))
        agreed += 1
      } catch {
        Issue.record("\(packet.name): \(error)")
      }
    }
    #expect(agreed > 60, "\(agreed)")
    #expect(empty == 3, "\(empty)")
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `what is no packet, or of another version, the second reader refuses by itself`() throws {
    var (refused, read): (Int, [String]) = (0, [])
    for packet in try Self.packets() where (try? PSBT(decoding: packet.bytes)) == nil {
      if Self.refusal(packet.bytes) == nil { read.append(packet.name) } else { refused += 1 }
    }
    for vector in try Vectors.cases("bip375/psbt.json") {
      guard let text = vector.input["psbt_base64"]?.stringValue else { continue }
      if Self.refusal(try Base64.decode(text)) == nil {
        read.append("BIP-375: \(vector.name)")
      } else {
        refused += 1
      }
    }
    #expect(refused > 100)
    #expect(read == [], "\(read.joined(separator: "\n"))")
  }

  @Test func `what is malformed, the second reader refuses by itself`() throws {
    let packets = try BadPacket.all().filter { $0.name.hasPrefix("malformed: ") }
    #expect(packets.count > 80, "\(packets.count)")
    for packet in packets {
      #expect(Self.refusal(packet.bytes) != nil, "\(packet.name)")
    }
  }

  @Test func `fields have the forms of the standards, with a byte more or less they have none`()
    throws
  {
    let draft = try HonestPayment.scene(.tr).draft
    func isRead(_ change: (inout PacketDraft) -> Void) -> Bool {
      var draft = draft
      change(&draft)
      return Self.refusal(draft.encoded()) == nil
    }
    func bytes(_ count: Int, _ first: UInt8 = 2) -> [UInt8] {
      count == 0 ? [] : [first] + [UInt8](repeating: 0, count: count - 1)
    }
    // In the map of an input: type, what stands behind it, and a value as it should be.
    let inputs: [(UInt64, [UInt8], [UInt8])] = [
      (0x02, bytes(33), bytes(9)), (0x02, bytes(65, 4), bytes(73)),
      (0x06, bytes(33, 3), bytes(1024)),
      (0x08, [], [2, 1, 7, 0]), (0x0a, bytes(20), []), (0x0b, bytes(32), []), (0x0c, bytes(20), []),
      (0x0d, bytes(32), []), (0x14, bytes(64), bytes(65)), (0x15, bytes(33), [0xc0]),
      (0x15, bytes(33 + 32 * 128), [0xc0]), (0x16, bytes(32), [0] + bytes(4)),
      (0x16, bytes(32), [1] + bytes(40)), (0x18, [], bytes(32)), (0x1a, bytes(33), bytes(66)),
      (0x1b, bytes(66), bytes(66)), (0x1b, bytes(98), bytes(66)), (0x1c, bytes(66), bytes(32)),
      (0xfc, [2, 7, 7, 0], []),
    ]
    // Where a longer value would be another good one.
    let growing: Set<UInt64> = [0x02, 0x0a, 0x0b, 0x0c, 0x0d, 0x14, 0x15, 0xfc]
    for (type, key, value) in inputs {
      let name = "input field \(type)"
      func holds(_ key: [UInt8], _ value: [UInt8]) -> Bool {
        isRead {
          $0.coins[0].fields.removeAll { $0.type == type }
          $0.coins[0].fields.append(.init(type, key, value))
        }
      }
      #expect(holds(key, value), "\(name)")
      if type != 0xfc {
        #expect(!holds(key + [0], value), "\(name)")
        #expect(key.isEmpty || !holds(Array(key.dropLast()), value), "\(name)")
      } else {
        #expect(!holds([2, 7, 7], value), "a vendor's field without a subtype")
        #expect(!holds([9, 7, 7, 0], value), "a vendor's field with a longer identifier")
      }
      #expect(value.isEmpty || !holds(key, Array(value.dropLast())) || value.count > 9, "\(name)")
      #expect(growing.contains(type) || !holds(key, value + [0]), "\(name)")
    }
    for (key, isKey) in [(bytes(33), true), (bytes(33, 4), false), (bytes(65, 2), false)] {
      #expect(isRead { $0.coins[0].fields.append(.init(0x06, key, bytes(4))) } == isKey)
    }
    for (length, isSignature) in [(8, false), (9, true), (73, true), (74, false)] {
      #expect(
        isRead { $0.coins[0].fields.append(.init(0x02, bytes(33), bytes(length))) } == isSignature)
    }
    #expect(!isRead { $0.coins[0].fields.append(.init(0x06, bytes(33), bytes(1028))) })
    for (steps, isRight) in [(2, false), (3, true), (4, false)] {
      var key = bytes(78)
      key[4] = 3
      #expect(
        isRead { $0.global.append(.init(0x01, key, bytes(4 + 4 * steps))) } == isRight)
    }
    // Trees by the depths of their leaves.
    let trees: [([UInt8], Bool)] = [
      ([0], true), ([1, 1], true), ([1, 2, 2], true), ([2, 2, 1], true), ([2, 2, 2, 2], true),
      ([3, 3, 2, 1], true), ([], false), ([1], false), ([0, 0], false), ([1, 1, 1], false),
      ([2, 1, 1], false), ([2, 2], false), ([1, 2], false), ([2, 1, 2], false), ([0, 1, 1], false),
    ]
    for (depths, isWhole) in trees {
      let value = depths.flatMap { [$0, 0xc0, 1, 0x51] as [UInt8] }
      #expect(
        isRead {
          $0.payments[0].fields.removeAll { $0.type == 0x06 }
          $0.payments[0].fields.append(.init(0x06, [], value))
        } == isWhole, "\(depths)")
    }
    // One leaf on each level, and two on the last.
    func ladder(_ depth: UInt8) -> [UInt8] {
      ((1...depth) + [depth]).flatMap { [$0, 0xc0, 0] as [UInt8] }
    }
    #expect(isRead { $0.payments[0].fields.append(.init(0x06, [], ladder(128))) })
    #expect(!isRead { $0.payments[0].fields.append(.init(0x06, [], ladder(129))) })
    #expect(!isRead { $0.payments[0].fields.append(.init(0x06, [], [0, 0xc1, 1, 0x51])) })
    #expect(isRead { $0.payments[0].fields.append(.init(0x35, [], [1, 0x61, 9, 9])) })
    #expect(!isRead { $0.payments[0].fields.append(.init(0x35, [], [3, 0x61])) })
    // What no standard has yet may stand there.
    #expect(isRead { $0.payments[0].fields.append(.init(0x70, [1, 2], [3])) })
    for type: UInt64 in 0x1d...0x1e {
      #expect(!isRead { $0.coins[0].fields.append(.init(type, bytes(33), bytes(33))) })
    }
    for type: UInt64 in 0x09...0x0a {
      #expect(!isRead { $0.payments[0].fields.append(.init(type, [], bytes(66))) })
    }
    for type: UInt64 in 0x07...0x08 {
      #expect(!isRead { $0.global.append(.init(type, bytes(33), bytes(33))) })
    }
  }
}
