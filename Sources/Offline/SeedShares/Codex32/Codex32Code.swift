/// One of the two error-correcting codes of BIP-93: 13 characters of checksum after at most 80, or 15
/// after more.
struct Codex32Code: Sendable {
  /// The number of characters of the checksum.
  let checksumLength: Int
  private let generators: [UInt128]
  private let target: UInt128
  /// An element of the field whose powers ``firstRoot`` and the seven after it are roots.
  let root: GF1024
  let firstRoot: Int

  static let short = Codex32Code(
    checksumLength: 13,
    generators: [
      0x19d_c500_ce73_fde2_10, 0x1bf_ae00_def7_7fe5_29, 0x1fb_d920_fffe_7bee_52,
      0x173_9640_bdee_e3fd_ad, 0x077_29a0_39cf_c75f_5a,
    ],
    target: 0x10c_e079_5c2f_d1e6_2a, root: GF1024(low: 8, high: 8), firstRoot: 77)

  static let long = Codex32Code(
    checksumLength: 15,
    generators: [
      0x3d59_d273_535e_a62d_897, 0x7a9b_ecb6_361c_6c51_507, 0x543f_9b7e_6c38_d8a2_a0e,
      0x0c57_7eae_ccf1_990d_13c, 0x1887_f74f_8dc7_1b10_651,
    ],
    target: 0x4338_1e57_0bf4_798a_b26, root: GF1024(low: 25, high: 6), firstRoot: 1019)

  /// The code of a data part with its checksum; nil when no code has this length.
  static func code(dataLength: Int) -> Codex32Code? {
    switch dataLength {
    case 45...93: short
    case 96...124: long
    default: nil
    }
  }

  /// The code of a data part that has no checksum yet.
  static func code(lengthWithoutChecksum length: Int) -> Codex32Code { length > 80 ? long : short }

  /// Zero when values below 32 end with their checksum; else what is wrong with them.
  func residue(of values: some Sequence<UInt8>) -> UInt128 {
    fed(0x2_3181b3, values) ^ target
  }

  /// The state after feeding values; no branch on a secret.
  func fed(_ state: UInt128, _ values: some Sequence<UInt8>) -> UInt128 {
    let shift = UInt128(5 * (checksumLength - 1))
    let mask = (UInt128(1) << shift) - 1
    var state = state
    for value in values {
      let top = state >> shift
      state = (state & mask) << 5 ^ UInt128(value)
      for (bit, generator) in generators.enumerated() {
        state ^= generator & (0 &- (top >> UInt128(bit) & 1))
      }
    }
    return state
  }

  /// The values of a state, the first one first.
  func values(of state: UInt128) -> [UInt8] {
    (0..<checksumLength).map {
      UInt8(truncatingIfNeeded: state >> UInt128(5 * (checksumLength - 1 - $0)) & 31)
    }
  }
}
