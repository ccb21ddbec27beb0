import Bytes
import ExtendedKeys
import QRTransport
import TestSupport
import Testing
import WalletFiles

@testable import AirgapMessages

/// Paths and coins that stand alone (BCR-2020-007).
@Suite struct KeypathMessageTests {
  private static func message(_ type: String, _ value: CBORValue) throws -> AirgapMessage {
    try Recognizer.message(UR(type: type, cbor: CBORWriter.encode(value)))
  }

  private static func path(
    _ steps: [CBORValue], source: UInt64? = 0xd34d_b33f, depth: UInt64? = nil
  ) -> CBORValue {
    var pairs = [CBORPair(.unsigned(1), .array(steps))]
    if let source { pairs.append(CBORPair(.unsigned(2), .unsigned(source))) }
    if let depth { pairs.append(CBORPair(.unsigned(3), .unsigned(depth))) }
    return .map(pairs)
  }

  @Test(.enabled(if: Vectors.arePresent, "skipped: ../shared/vectors is not there"))
  func `the path and the coin inside of the registry's keys are read by themselves`() throws {
    var found = 0
    for item in try RegistryTests.cases("") where ["hdkey", "crypto-hdkey"].contains(item.ur.type) {
      let key = try CBORReader.parse(item.ur.cbor)
      guard let path = key[6]?.untagged(304) ?? key[6]?.untagged(40304),
        let coin = key[5]?.untagged(305) ?? key[5]?.untagged(40305)
      else { continue }
      found += 1
      for type in ["keypath", "crypto-keypath"] {
        guard case .keypath(let read, let resource) = try Self.message(type, path) else {
          Issue.record("\(type) is not a path")
          continue
        }
        #expect(read.summary == "m/44h/1h/1h/0/1, seed not stated")
        #expect(resource.type == type)
      }
      for type in ["coin-info", "crypto-coin-info"] {
        guard case .coinInfo(let read, _) = try Self.message(type, coin) else {
          Issue.record("\(type) is not a coin")
          continue
        }
        #expect(read.summary == "coin type 0 (bitcoin), network 1 (test network)")
      }
    }
    #expect(found == 2)
  }

  @Test func `every kind of step is shown`() throws {
    let steps: [CBORValue] = [
      .unsigned(84), .bool(true),
      .array([.unsigned(0), .bool(false), .unsigned(1), .bool(true)]),
      .array([.unsigned(0), .unsigned(99)]), .bool(true), .array([]), .bool(false),
    ]
    let whole = Self.path(steps, depth: 4)
    guard case .keypath(let path, _) = try Self.message("keypath", whole) else {
      Issue.record("no path")
      return
    }
    #expect(path.summary == "[d34db33f/84h/<0;1h>/[0-99]h/*], depth 4")
    #expect(path.source == Fingerprint(value: 0xd34d_b33f) && path.depth == 4)
  }

  @Test func `a path without a seed and one without steps are said as such`() throws {
    for (value, summary) in [
      (Self.path([.unsigned(0), .bool(false)], source: nil), "m/0, seed not stated"),
      (Self.path([], source: nil), "m, seed not stated"),
      (Self.path([], depth: 0), "[d34db33f], depth 0"),
    ] {
      guard case .keypath(let path, _) = try Self.message("crypto-keypath", value) else {
        Issue.record("no path")
        continue
      }
      #expect(path.summary == summary)
    }
  }

  @Test func `another coin and another network are shown as numbers`() throws {
    let ether = CBORValue.map([
      CBORPair(.unsigned(1), .unsigned(60)), CBORPair(.unsigned(2), .unsigned(4)),
    ])
    for (value, summary) in [
      (CBORValue.map([]), "coin type 0 (bitcoin), network 0 (main network)"),
      (ether, "coin type 60, network 4"),
    ] {
      guard case .coinInfo(let coin, _) = try Self.message("coin-info", value) else {
        Issue.record("no coin")
        continue
      }
      #expect(coin.summary == summary)
    }
  }

  @Test func `what is not a path or a coin is refused`() {
    let paths: [CBORValue] = [
      .array([]), .map([]), Self.path([.unsigned(1)]),
      Self.path([.unsigned(1 << 31), .bool(true)]),
      Self.path([.array([.unsigned(5), .unsigned(4)]), .bool(false)]),
      Self.path([.array([.unsigned(0), .unsigned(1 << 31)]), .bool(false)]),
      Self.path([], source: 0), Self.path([], source: 1 << 32), Self.path([], depth: 256),
      Self.path(Array(repeating: .unsigned(1), count: 511)),
    ]
    for value in paths {
      #expect(throws: AirgapMessageError.self) { try Self.message("crypto-keypath", value) }
    }
    let coins: [CBORValue] = [
      .unsigned(1), .map([CBORPair(.unsigned(1), .unsigned(1 << 31))]),
      .map([CBORPair(.unsigned(1), .bytes([]))]),
      .map([CBORPair(.unsigned(2), .unsigned(1 << 63))]),
    ]
    for value in coins {
      #expect(throws: AirgapMessageError.self) { try Self.message("crypto-coin-info", value) }
    }
  }
}
