import BitcoinPrimitives
import Bytes
import Refusals
import TestSupport
import Testing

@testable import AirgapMessages

/// The receipt of a signing as it crosses the gap.
@Suite struct `A receipt of a signing` {
  private static func hash(_ number: UInt8) -> Bytes32 {
    Bytes32([UInt8](repeating: number, count: 32)) ?? .zero
  }

  private static func signature(
    _ input: UInt32, key: Int = 33, _ number: UInt8 = 2, leaf: UInt8? = nil
  ) -> SigningReceipt.Signature {
    SigningReceipt.Signature(
      input: input, key: [UInt8](repeating: number, count: key), leaf: leaf.map(hash),
      nonce: hash(0xcc))
  }

  private static func receipt(_ signatures: [SigningReceipt.Signature]) -> SigningReceipt {
    SigningReceipt(unsignedTxid: Txid(hash(0xaa)), packet: hash(0xbb), signatures: signatures)
  }

  private static func error(_ bytes: [UInt8]) -> AirgapMessageError? {
    do throws(AirgapMessageError) {
      _ = try Recognizer.message(bytes)
      return nil
    } catch {
      return error
    }
  }

  private static let whole = receipt([
    signature(300), signature(0), signature(2, key: 65), signature(1, key: 32),
    signature(1, key: 32, 3, leaf: 9), signature(1, key: 32, 3, leaf: 8),
  ])

  @Test func `is known by its first bytes, alone and as a uniform resource`() throws {
    let bytes = Self.whole.encoded()
    #expect(bytes.starts(with: Array("drawbridge-receipt ".utf8)))
    #expect(try Recognizer.message(bytes) == .signingReceipt(Self.whole))
    #expect(try Recognizer.message(BytesMessage.ur(bytes)) == .signingReceipt(Self.whole))
    #expect(AirgapMessage.signingReceipt(Self.whole).kind == "the receipt of a signing")
    #expect(Self.whole.signatures.map(\.input) == [0, 1, 1, 1, 2, 300])
    #expect(Self.whole.signatures.map(\.isSchnorr) == [false, true, true, true, false, false])
    #expect(Self.whole.signatures[2].leaf == Self.hash(8))
  }

  @Test func `names each place once`() {
    let twice = Self.receipt([Self.signature(0), Self.signature(0)])
    #expect(twice.signatures.count == 1)
  }

  // docs/formats.md shows these bytes.
  @Test func `has the bytes that its format says`() {
    let hex =
      Hex.encode(Array("drawbridge-receipt ".utf8)) + "84" + "01" + "5820"
      + String(repeating: "aa", count: 32) + "5820" + String(repeating: "bb", count: 32) + "81"
      + "84" + "00" + "5821" + String(repeating: "02", count: 33) + "f6" + "5820"
      + String(repeating: "cc", count: 32)
    #expect(Hex.encode(Self.receipt([Self.signature(0)]).encoded()) == hex)
  }

  @Test func `cut at any byte is refused, and so is anything behind it`() {
    let bytes = Self.whole.encoded()
    for count in 19..<bytes.count { #expect(Self.error(Array(bytes.prefix(count))) != nil) }
    #expect(Self.error(bytes + [0]) != nil)
    #expect(Self.error(Array(bytes.prefix(60)))?.rule == .r28)
  }

  @Test func `with any byte changed is refused or another receipt, written as it was read`() {
    let bytes = Self.whole.encoded()
    for index in 19..<bytes.count {
      for mask: UInt8 in [0x01, 0x20, 0x80, 0xff] {
        var changed = bytes
        changed[index] ^= mask
        guard case .signingReceipt(let receipt)? = try? Recognizer.message(changed) else {
          continue
        }
        #expect(receipt.encoded() == changed, "byte \(index)")
      }
    }
  }

  /// Bytes with other fields than a receipt has.
  private static func bytes(_ change: (inout [CBORValue]) -> Void) throws -> [UInt8] {
    let value = try CBORReader.parse(Array(whole.encoded().dropFirst(19)))
    var fields = try #require(value.arrayValue)
    change(&fields)
    return Array("drawbridge-receipt ".utf8) + CBORWriter.encode(.array(fields))
  }

  @Test func `in another form is refused`() throws {
    let entry = { (values: [CBORValue]) in CBORValue.array([.array(values)]) }
    let (nonce, key) = (
      CBORValue.bytes(Self.hash(1).bytes), CBORValue.bytes([UInt8](repeating: 2, count: 33))
    )
    for (change, reason) in [
      ({ $0[0] = .unsigned(2) }, "version 2"),
      ({ $0.append(.null) }, "5 fields"),
      ({ $0[1] = .bytes([1]) }, "the unsigned txid is not 32 bytes"),
      ({ $0[2] = .null }, "the hash of the packet is not 32 bytes"),
      ({ $0[3] = .array([]) }, "the signatures are not a list"),
      ({ $0[3] = entry([.unsigned(0), key, .null]) }, "signature 1 is not an input"),
      ({ $0[3] = entry([.unsigned(1 << 32), key, .null, nonce]) }, "signature 1 is not an input"),
      (
        { $0[3] = entry([.unsigned(0), .bytes([2]), .null, nonce]) }, "signature 1 is not an input"
      ),
      ({ $0[3] = entry([.unsigned(0), key, nonce, nonce]) }, "only a key of 32 bytes"),
      ({ $0[3] = entry([.unsigned(0), key, .null, .bytes([])]) }, "the nonce is not 32 bytes"),
      (
        { $0[3] = .array(Array(($0[3].arrayValue ?? []).reversed())) },
        "signature 2 is out of order"
      ),
      (
        { fields in
          let first = fields[3].arrayValue?[0] ?? .null
          fields[3] = .array([first, first])
        }, "signature 2 is out of order"
      ),
    ] as [((inout [CBORValue]) -> Void, String)] {
      let said = Self.error(try Self.bytes(change))?.description ?? "read"
      #expect(said.contains(reason), "\(reason): \(said)")
    }
    let long =
      Array("drawbridge-receipt ".utf8) + [UInt8](repeating: 0, count: SigningReceipt.mostBytes)
    #expect(Self.error(long)?.description.contains("above the limit") == true)
  }
}
