import Bytes

extension RefusalSamples {
  private static let magic = Array("drawbridge-log ".utf8)

  /// The CBOR of a log with one entry, whose fields may be others.
  private static func log(
    version: CBORValue = .unsigned(1), head: UInt8 = 0xaa, count: UInt64 = 1,
    wallet: [CBORValue]? = nil, entry: [CBORValue]? = nil
  ) -> [UInt8] {
    let hash = { (byte: UInt8) in CBORValue.bytes([UInt8](repeating: byte, count: 32)) }
    let own = wallet ?? [.text("savings"), hash(0xbb), .unsigned(0), .bool(true)]
    let signed =
      entry ?? [
        .unsigned(1_800_000_000), .text("savings"), hash(1), .bool(true), .unsigned(1),
        .unsigned(1),
        .bytes([UInt8](repeating: 1, count: 36)),
      ]
    return magic
      + CBORWriter.encode(
        .array([
          version, .text("regtest"), hash(head), .unsigned(count), .unsigned(0),
          .array([.array(own)]), .array([.array(signed)]),
        ]))
  }

  /// Logs of signers that nobody wrote.
  public static let logs: [RefusalSample] = [
    RefusalSample("log-alone", magic, "R26", "signing log", "truncated at byte 0"),
    RefusalSample(
      "log-cut", Array(log().dropLast(9)), "R26", "signing log", "truncated at byte"),
    RefusalSample("log-and-more", log() + [0], "R26", "1 byte too many"),
    RefusalSample("log-of-text", magic + [0x61, 0x41], "R26", "it has no version"),
    RefusalSample("log-newer", log(version: .unsigned(2)), "R26", "it has version 2"),
    RefusalSample("log-head", log(head: 0), "R26", "the head is zeros"),
    RefusalSample("log-count", log(count: 0), "R26", "not a list of at most 0"),
    RefusalSample("log-wallet", log(wallet: [.text("a")]), "R26", "wallet 1"),
    RefusalSample("log-entry", log(entry: []), "R26", "entry 1 does not have seven fields"),
  ]
}
