/// A backup in either container, told by its first bytes.
public enum BackupFile: Equatable, Sendable {
  /// This program's own container.
  case sealed(SealedBackup)
  /// Mycelium's container (AEWB).
  case archive(AEWBArchive)

  /// The most bytes of a file.
  public static let limit = SealedBackup.fileLimit

  /// Reads a file; throws ``BackupError``.
  public init(decoding bytes: [UInt8]) throws(BackupError) {
    if AEWBArchive.isOne(bytes) {
      self = .archive(try AEWBArchive(decoding: bytes))
    } else {
      self = .sealed(try SealedBackup(decoding: bytes))
    }
  }

  /// The contents, verified.
  public func opened(with key: borrowing BackupKey) throws(BackupError) -> [UInt8] {
    switch self {
    case .sealed(let backup): try backup.opened(with: key)
    case .archive(let archive): try archive.opened(with: key)
    }
  }

  /// The container, in words.
  public var kind: String {
    switch self {
    case .sealed: "sealed"
    case .archive: "aewb"
    }
  }
}
