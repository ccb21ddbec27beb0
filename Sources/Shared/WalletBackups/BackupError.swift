public import Refusals

/// Why a backup of the coordinator's records, or the key of one, is not taken.
///
/// Never a part of what it holds.
public enum BackupError: HintedError, Equatable, Sendable {
  /// Neither of the two containers begins like this.
  case notABackup
  /// The file ends too early, in bytes.
  case truncated(found: Int, needed: Int)
  /// The file goes on after its end, by so many bytes.
  case trailing(bytes: Int)
  /// The file's own checksum is not that of its bytes.
  case damaged
  /// A later version of the format.
  case newer(version: Int)
  /// A backup of another network than the key's; nil when its name is not known here.
  case otherNetwork(found: String?, key: String)
  /// The file was encrypted under the key of another seed.
  case wrongKey
  /// Changed on purpose: the key is right and the contents are not what was sealed.
  case altered
  /// The signature of an AEWB container is not that of this seed.
  case notSigned
  /// More than the format holds, in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The contents are not what they should be; `place` names the member.
  case malformed(place: String, reason: String)
  /// The text of a backup key is damaged or of another version.
  case badKey(reason: String)
  /// libcrypto or the curve failed.
  case libraryFailed(String)

  public var description: String {
    switch self {
    case .notABackup: "this is not a backup of a coordinator's records"
    case .truncated(let found, let needed):
      "the backup is cut short: \(found) bytes, and there should be \(needed)"
    case .trailing(let bytes): "\(bytes) bytes follow the end of the backup"
    case .damaged: "the backup is damaged: its checksum does not match"
    case .newer(let version):
      "the backup has format \(version), and this program knows only formats up to 1"
    case .otherNetwork(let found, let key):
      "the backup is for \(found ?? "a network that is not known here"), but the key is for \(key)"
    case .wrongKey: "the backup belongs to another key"
    case .altered: "the backup was altered after it was sealed"
    case .notSigned:
      "the signature of the backup does not verify: another seed made it, or it was changed"
    case .tooLarge(let bytes, let limit):
      "the backup would hold \(bytes) bytes, the limit is \(limit)"
    case .malformed(let place, let reason): "the backup's contents: \(place) \(reason)"
    case .badKey(let reason): "the backup key \(reason)"
    case .libraryFailed(let what): "\(what) failed"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .otherNetwork: .r11
    case .tooLarge: .r18
    case .truncated, .trailing, .damaged, .wrongKey, .altered, .notSigned, .malformed, .badKey:
      .r23
    case .notABackup, .newer, .libraryFailed: nil
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .notABackup: "name a file that `backup write` made"
    case .truncated, .trailing, .damaged, .altered: "use another copy of the file"
    case .newer: "use the program that wrote it, or a newer one"
    case .otherNetwork: "use the backup of this network, or the key of that one"
    case .wrongKey: "take the key of the seed that it was written for: `backup key`, on the signer"
    case .notSigned: "use another copy of the file, or the key of the seed that signed it"
    case .tooLarge: "remove labels that nobody needs, and send or replace what was signed"
    case .malformed: "use another copy of the file, or the program that wrote it"
    case .badKey: "write it again on the signer: `backup key SEED --out backup-key.png`"
    case .libraryFailed: "check that libcrypto is fully installed and that there is free memory"
    }
  }
}
