/// The rules of what is signed, warned of and refused, by their numbers in `docs/rules.md`.
///
/// A number never changes its meaning. Each case stands there with its attack, severity, limits and
/// tests.
public enum Rule: String, CaseIterable, Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Previous transactions.
  case r01 = "R01"
  /// What a PSBT claims about a coin.
  case r02 = "R02"
  /// Amounts and sums.
  case r03 = "R03"
  /// Fee.
  case r04 = "R04"
  /// A coin spent twice.
  case r05 = "R05"
  /// Change.
  case r06 = "R06"
  /// Where our outputs lie.
  case r07 = "R07"
  /// A cosigner's key is swapped.
  case r08 = "R08"
  /// One key under two names.
  case r09 = "R09"
  /// Sighash.
  case r10 = "R10"
  /// Network.
  case r11 = "R11"
  /// Whose inputs.
  case r12 = "R12"
  /// Redeem and witness scripts.
  case r13 = "R13"
  /// Taproot.
  case r14 = "R14"
  /// Outputs.
  case r15 = "R15"
  /// Lock time, sequence, version.
  case r16 = "R16"
  /// Reading a PSBT.
  case r17 = "R17"
  /// Sizes and work.
  case r18 = "R18"
  /// Data riding along.
  case r19 = "R19"
  /// Signatures that are there already.
  case r20 = "R20"
  /// Multisig payloads of Chance.
  case r21 = "R21"
  /// QR codes and pictures.
  case r22 = "R22"
  /// Wallets and keys that are brought in.
  case r23 = "R23"
  /// Foreign text.
  case r24 = "R24"
  /// Files.
  case r25 = "R25"
  /// The vault.
  case r26 = "R26"
  /// Secrets in memory, and the machine.
  case r27 = "R27"
  /// Nonces.
  case r28 = "R28"
  /// What was reviewed is signed.
  case r29 = "R29"
  /// Addresses.
  case r30 = "R30"
  /// What comes back from a signer.
  case r31 = "R31"
  /// Entropy of seeds.
  case r32 = "R32"
  /// Signed before.
  case r33 = "R33"
  /// Replay on another chain.
  case r34 = "R34"

  /// The name that people read and type, such as `R04`.
  public var description: String { rawValue }

  public static func < (one: Rule, other: Rule) -> Bool { one.rawValue < other.rawValue }
}
