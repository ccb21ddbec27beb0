public import BitcoinPrimitives

/// The server that backups upload themselves to, as a person said.
///
/// No backup brings it.
public struct BackupServerRecord: Hashable, Sendable {
  /// Its address, without user and password.
  public let url: String
  /// SOCKS5 proxy, `host:port`; nil for none.
  public let proxy: String?
  /// The certificate whose key TLS trusts, as PEM; nil for the system's authorities.
  public var certificate: String?
  /// The seed whose key is used where several fit; nil where there is only one.
  public let key: String?
  /// How many hashes one try of its proof of work takes; 0 where it asks for none.
  public let rounds: Int
  /// The target of its proof of work for a payload of one byte.
  public let baseTarget: UInt64

  /// Takes everything that is remembered of a server.
  public init(
    url: String, proxy: String?, certificate: String?, key: String?, rounds: Int,
    baseTarget: UInt64
  ) {
    self.url = url
    self.proxy = proxy
    self.certificate = certificate
    self.key = key
    self.rounds = rounds
    self.baseTarget = baseTarget
  }
}

/// What the server has of the wallets of a network, by these records.
public struct BackupUpload: Hashable, Sendable {
  /// The last backup that was uploaded and read back.
  public struct Done: Hashable, Sendable {
    /// Up to which change it goes.
    public let changes: Int64
    /// When it was uploaded, in seconds since 1970.
    public let time: Int64
    /// SHA-256 of what it says, but for the time.
    public let digest: [UInt8]
    /// SHA-256 of its bytes.
    public let hash: [UInt8]

    /// Takes what is remembered of an upload.
    public init(changes: Int64, time: Int64, digest: [UInt8], hash: [UInt8]) {
      self.changes = changes
      self.time = time
      self.digest = digest
      self.hash = hash
    }
  }

  /// Why the last upload failed.
  public struct Failure: Hashable, Sendable {
    /// Up to which change it would have gone.
    public let changes: Int64
    /// What was said.
    public let text: String
    /// When, in seconds since 1970.
    public let time: Int64
  }

  /// The network of the wallets.
  public let network: Network
  /// The last that was read back; nil for none.
  public let done: Done?
  /// SHA-256 of the bytes that were sent last, whatever became of them; nil before the first.
  public let attempt: [UInt8]?
  /// Why the last one failed; nil once one was read back.
  public let failure: Failure?
}
