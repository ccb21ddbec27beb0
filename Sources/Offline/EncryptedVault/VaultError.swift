public import DurableFiles
public import Refusals
public import SecureMemory

/// Why a vault could not be opened or saved; never a secret.
public enum VaultError: HintedError, Equatable, Sendable {
  /// A file could not be read or written.
  case file(FileError)
  /// The folder has no vault.
  case noVault(home: String)
  /// The folder has a vault, and a new one was to be made.
  case alreadyThere(home: String)
  /// The file is not what was written: its checksum, its length or a fixed field is off.
  case damaged(path: String, what: String)
  /// The vault is damaged or gone, its previous generation is whole.
  case onlyPrevious(path: String, what: String, generation: UInt64)
  /// Neither the vault nor its previous generation is whole.
  case bothDamaged(home: String)
  /// A later version of the program wrote it.
  case newerFormat(path: String, version: Int)
  /// The passphrase is another one.
  ///
  /// Or somebody altered the file and its checksum on purpose, which looks the same.
  case wrongPassphrase
  /// The passphrase is right, the checksum too, but the contents are not authentic: no accident
  /// does that.
  case altered(path: String)
  /// KDF parameters outside of the limits, refused before any work.
  case parameters(String)
  /// Authentic contents that this version does not understand; the field is named.
  case contents(field: String)
  /// The contents are larger than a vault may be, in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The log to be saved is not the present one with new entries behind it.
  case logChanged
  /// A passphrase without a character.
  case emptyPassphrase
  /// The seeds have a passphrase of their own, which was not told.
  case seedsPassphraseNeeded
  /// The seeds have another passphrase of their own.
  case wrongSeedsPassphrase
  /// The vault and its seeds would have the same passphrase.
  case samePassphrase
  /// The vault is authentic, and a seed in it is not what was sealed.
  case seedIsAltered(name: String)
  /// The secret of a seed was asked for before it was opened.
  case seedIsSealed(name: String)
  /// A seed to be saved is sealed under a key that this vault does not have any more.
  case seedOfAnotherKey(name: String)
  /// Contents were to be handed over in which a seed is not sealed.
  case seedIsOpen(name: String)
  /// The machine gives no randomness.
  case random(RandomnessError)
  /// libcrypto failed at the named step.
  case cryptography(String)

  public var description: String {
    switch self {
    case .file(let error): error.description
    case .noVault(let home): "\(home): there is no vault here"
    case .alreadyThere(let home): "\(home): a vault already exists here"
    case .damaged(let path, let what): "\(path): damaged (\(what))"
    case .onlyPrevious(let path, let what, _): "\(path) cannot be used: \(what)"
    case .bothDamaged(let home):
      "\(home): neither the vault nor its previous generation is whole"
    case .newerFormat(let path, let version):
      "\(path): format \(version), which this version does not know"
    case .wrongPassphrase: "the passphrase does not open the vault"
    case .altered(let path): "\(path): somebody changed its contents"
    case .parameters(let which): "the vault's scrypt parameters are out of bounds: \(which)"
    case .contents(let field): "the vault's contents are of an unknown form: \(field)"
    case .tooLarge(let bytes, let limit):
      "the vault's contents take \(bytes) bytes, the limit is \(limit)"
    case .logChanged:
      "the log to be saved has lost or changed entries; it may only grow"
    case .emptyPassphrase: "the passphrase is empty"
    case .seedsPassphraseNeeded: "the seeds have a passphrase of their own, which was not given"
    case .wrongSeedsPassphrase: "the passphrase does not open the seeds"
    case .samePassphrase: "the vault and its seeds would have the same passphrase"
    case .seedIsAltered(let name): "the seed \(name) in the vault is not what was saved"
    case .seedIsSealed(let name): "the seed \(name) was used before it was opened"
    case .seedOfAnotherKey(let name):
      "the seed \(name) is encrypted under an earlier key and cannot be saved"
    case .seedIsOpen(let name): "the seed \(name) would have been handed over unencrypted"
    case .random(let error): error.description
    case .cryptography(let what): "the cryptographic library failed: \(what)"
    }
  }

  /// The rule that refuses it: R26 for a vault that is not what was written; nil where the vault is
  /// missing or the passphrase is wrong.
  public var rule: Rule? {
    switch self {
    case .file(let error): error.rule
    case .damaged, .onlyPrevious, .bothDamaged, .altered, .parameters, .contents, .logChanged,
      .seedIsAltered, .seedIsSealed, .seedOfAnotherKey, .seedIsOpen:
      .r26
    case .tooLarge: .r18
    case .random(let error): error.rule
    case .noVault, .alreadyThere, .newerFormat, .wrongPassphrase, .emptyPassphrase, .cryptography,
      .seedsPassphraseNeeded, .wrongSeedsPassphrase, .samePassphrase:
      nil
    }
  }

  /// What a person can do about it.
  public var hint: String {
    switch self {
    case .file(let error): error.hint
    case .noVault: "make one with `offline-signer init`, or set OFFLINE_SIGNER_HOME"
    case .alreadyThere: "use it, or choose another OFFLINE_SIGNER_HOME"
    case .onlyPrevious(_, _, let generation):
      "its previous generation \(generation), without the last change, is whole: `offline-signer"
        + " vault restore` puts it back"
    case .damaged, .bothDamaged:
      "restore the file from a copy, or make a new vault and import the seed from its backup"
    case .newerFormat, .contents: "use the version of offline-signer that wrote it, or a newer one"
    case .wrongPassphrase:
      "check Caps Lock and the keyboard layout; nobody can recover a lost passphrase, but a"
        + " seed can be imported again from its backup"
    case .altered:
      "do not trust this machine; `vault.previous` beside it is one generation older and can be"
        + " copied over it, or import the seed from its backup into a new vault"
    case .parameters: "this vault was not made by offline-signer; restore it from a copy"
    case .tooLarge:
      "its log has grown too large: make a new home with `init`, and import the seeds there from their backups"
    case .logChanged, .seedIsSealed, .seedOfAnotherKey, .seedIsOpen:
      "nothing was changed; this is a fault of the program, please report it"
    case .seedsPassphraseNeeded:
      "run the command on a terminal, or give it with --seeds-passphrase-file"
    case .wrongSeedsPassphrase:
      "check Caps Lock and the keyboard layout; type the passphrase of the seeds, not that of the vault."
        + " Nobody can recover a lost one, but a seed can be imported again from its backup"
    case .samePassphrase:
      "choose another one; or, for one passphrase for both: `vault passphrase --seeds --remove`"
    case .seedIsAltered(let name):
      "remove it and import it again from its backup: `seed remove \(name)`, then `seed import`; if"
        + " that happens again, do not trust this machine"
    case .emptyPassphrase:
      "type a passphrase; at the question of `offline-signer init`, Enter alone draws one for you"
    case .random(let error): error.hint
    case .cryptography: "check that there is free memory, then run `offline-signer doctor`"
    }
  }
}
