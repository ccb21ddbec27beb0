/// Which script rules are enforced; the bits are those of Bitcoin Core's `SCRIPT_VERIFY_*`.
///
/// ``consensus`` is what every block must obey today; ``standard`` adds the policy with which nodes
/// relay. A rule that is not set is not checked.
public struct ScriptFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32

  /// Takes the bits; those without a name are kept and mean nothing.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Evaluate P2SH subscripts (BIP-16).
  public static let p2sh = ScriptFlags(rawValue: 1 << 0)
  /// Defined hash types, canonical DER and well-formed public keys only.
  public static let strictEncoding = ScriptFlags(rawValue: 1 << 1)
  /// Strict DER signatures (BIP-66).
  public static let strictDER = ScriptFlags(rawValue: 1 << 2)
  /// S values in the lower half of the order (BIP-62 rule 5).
  public static let lowS = ScriptFlags(rawValue: 1 << 3)
  /// The dummy of CHECKMULTISIG is empty (BIP-147).
  public static let nullDummy = ScriptFlags(rawValue: 1 << 4)
  /// Only pushes in the input script (BIP-62 rule 2).
  public static let signaturePushOnly = ScriptFlags(rawValue: 1 << 5)
  /// Shortest push and shortest number (BIP-62 rules 3 and 4).
  public static let minimalData = ScriptFlags(rawValue: 1 << 6)
  /// NOP1 and NOP4 to NOP10 are kept for soft forks.
  public static let discourageUpgradableNops = ScriptFlags(rawValue: 1 << 7)
  /// Exactly one element is left (BIP-62 rule 6).
  ///
  /// Needs ``p2sh`` and ``witness``.
  public static let cleanStack = ScriptFlags(rawValue: 1 << 8)
  /// CHECKLOCKTIMEVERIFY (BIP-65).
  public static let checkLockTimeVerify = ScriptFlags(rawValue: 1 << 9)
  /// CHECKSEQUENCEVERIFY (BIP-112).
  public static let checkSequenceVerify = ScriptFlags(rawValue: 1 << 10)
  /// Segregated witness (BIP-141).
  ///
  /// Needs ``p2sh``.
  public static let witness = ScriptFlags(rawValue: 1 << 11)
  /// Witness versions that mean nothing yet are kept for soft forks.
  public static let discourageUpgradableWitnessProgram = ScriptFlags(rawValue: 1 << 12)
  /// The argument of IF and NOTIF in segwit v0 scripts is empty or one byte of 1.
  public static let minimalIf = ScriptFlags(rawValue: 1 << 13)
  /// A signature that fails is empty (BIP-146).
  public static let nullFail = ScriptFlags(rawValue: 1 << 14)
  /// Compressed public keys only in segwit v0 scripts.
  public static let witnessPublicKeyType = ScriptFlags(rawValue: 1 << 15)
  /// No CODESEPARATOR and no signature inside of the script it signs, in legacy scripts.
  public static let constantScriptCode = ScriptFlags(rawValue: 1 << 16)
  /// Taproot and tapscript (BIP-341, BIP-342).
  public static let taproot = ScriptFlags(rawValue: 1 << 17)
  /// Leaf versions that mean nothing yet are kept for soft forks.
  public static let discourageUpgradableTaprootVersion = ScriptFlags(rawValue: 1 << 18)
  /// OP_SUCCESS opcodes are kept for soft forks.
  public static let discourageOpSuccess = ScriptFlags(rawValue: 1 << 19)
  /// Tapscript public keys of unknown size are kept for soft forks.
  public static let discourageUpgradablePublicKeyType = ScriptFlags(rawValue: 1 << 20)

  /// What BIP-322 asks of a signed message and no node of a transaction: every signature is of the whole transaction
  /// (`ALL`, or `DEFAULT` in taproot), and no script of any kind has a CODESEPARATOR.
  ///
  /// Bitcoin Core has no such flag: it has no name and is not among ``all``.
  public static let signedMessage = ScriptFlags(rawValue: 1 << 31)

  /// Bitcoin Core's `MANDATORY_SCRIPT_VERIFY_FLAGS`: the rules of every block since taproot.
  public static let consensus: ScriptFlags = [
    .p2sh, .strictDER, .nullDummy, .checkLockTimeVerify, .checkSequenceVerify, .witness, .taproot,
  ]

  /// Bitcoin Core's `STANDARD_SCRIPT_VERIFY_FLAGS`: what a node asks of a transaction it relays.
  public static let standard: ScriptFlags = consensus.union([
    .strictEncoding, .minimalData, .discourageUpgradableNops, .cleanStack, .minimalIf, .nullFail,
    .lowS, .discourageUpgradableWitnessProgram, .witnessPublicKeyType, .constantScriptCode,
    .discourageUpgradableTaprootVersion, .discourageOpSuccess, .discourageUpgradablePublicKeyType,
  ])

  /// Every flag with the name Bitcoin Core's test files use, in order of its bit.
  public static let named: [(name: String, flag: ScriptFlags)] = [
    ("P2SH", .p2sh), ("STRICTENC", .strictEncoding), ("DERSIG", .strictDER), ("LOW_S", .lowS),
    ("NULLDUMMY", .nullDummy), ("SIGPUSHONLY", .signaturePushOnly), ("MINIMALDATA", .minimalData),
    ("DISCOURAGE_UPGRADABLE_NOPS", .discourageUpgradableNops), ("CLEANSTACK", .cleanStack),
    ("CHECKLOCKTIMEVERIFY", .checkLockTimeVerify), ("CHECKSEQUENCEVERIFY", .checkSequenceVerify),
    ("WITNESS", .witness),
    ("DISCOURAGE_UPGRADABLE_WITNESS_PROGRAM", .discourageUpgradableWitnessProgram),
    ("MINIMALIF", .minimalIf), ("NULLFAIL", .nullFail),
    ("WITNESS_PUBKEYTYPE", .witnessPublicKeyType), ("CONST_SCRIPTCODE", .constantScriptCode),
    ("TAPROOT", .taproot),
    ("DISCOURAGE_UPGRADABLE_TAPROOT_VERSION", .discourageUpgradableTaprootVersion),
    ("DISCOURAGE_OP_SUCCESS", .discourageOpSuccess),
    ("DISCOURAGE_UPGRADABLE_PUBKEYTYPE", .discourageUpgradablePublicKeyType),
  ]

  /// Reads names of Bitcoin Core's test files, separated by commas; nil when one is unknown.
  ///
  /// An empty text and `NONE` mean no flags.
  public init?(coreNames text: some StringProtocol) {
    var flags: ScriptFlags = []
    for part in text.split(separator: ",") where part != "NONE" {
      guard let flag = Self.named.first(where: { $0.name == part })?.flag else { return nil }
      flags.insert(flag)
    }
    self = flags
  }

  /// Every flag there is.
  public static let all = ScriptFlags(named.map(\.flag))
}
