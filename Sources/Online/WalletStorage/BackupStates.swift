public import BitcoinPrimitives

/// Where backups write themselves to, as a person said.
public struct BackupPlace: Hashable, Sendable {
  /// The folder that this home's backups lie in, beneath the one that was named.
  public let folder: String
  /// The seed whose key is used where several fit; nil where there is only one.
  public let key: String?
  /// What the files of this home have in their names: eight hexadecimal digits, made once.
  public let home: String
}

/// How the backups of a network stand.
public struct BackupState: Hashable, Sendable {
  /// The newest backup that the records know of.
  public struct Newest: Hashable, Sendable {
    /// Up to which change it goes.
    public let changes: Int64
    /// When it was written, in seconds since 1970.
    public let written: Int64
    /// The file that it was written to.
    public let path: String
  }

  /// The newest one that wrote itself.
  public struct Automatic: Hashable, Sendable {
    /// Up to which change it goes.
    public let changes: Int64
    /// The folder that it was written to.
    public let folder: String
    /// The name of its file.
    public let name: String
    /// SHA-256 of what it says, but for the time.
    public let digest: [UInt8]
  }

  /// Why the last one could not be written.
  public struct Failure: Hashable, Sendable {
    /// What was said.
    public let text: String
    /// When, in seconds since 1970.
    public let time: Int64
  }

  /// The network of the wallets.
  public let network: Network
  /// How often anything that belongs into a backup has changed.
  public let changes: Int64
  /// When the first change that the newest backup lacks was made; nil while there is none, or nobody noticed
  /// it yet.
  public let since: Int64?
  /// The newest backup; nil where none is known.
  public let newest: Newest?
  /// The newest that wrote itself; nil where none did.
  public let automatic: Automatic?
  /// Why the last one could not be written; nil once one was.
  public let failure: Failure?

  /// Whether the newest backup has all that belongs into one.
  public var isCurrent: Bool { newest?.changes == changes }
}
