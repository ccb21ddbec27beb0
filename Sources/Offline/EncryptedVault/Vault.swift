public import DurableFiles
public import SecureMemory

/// The vault of a home, open: its contents, the key to save them again, and the home's lock.
///
/// The passphrase is stretched once when it is opened; saving costs no more stretching. The seeds in the
/// contents are sealed: each is opened by itself, when it is needed.
public struct Vault: ~Copyable, Sendable {
  /// Something that a person should hear after opening.
  public enum Notice: Equatable, Sendable {
    /// The vault was damaged or gone; this is the generation before it, as was asked for.
    ///
    /// What was done since is lost.
    case openedPrevious(generation: UInt64, reason: String)
    /// A removal was interrupted and has been finished now.
    case finishedRemoval
    /// An older generation could not be cleared; it may still hold what was removed.
    case couldNotClear(reason: String)
    /// Others could look into the home or read the vault; they no longer can.
    case closedToOthers(path: String, permissions: UInt32)
    /// The log is not as it was written.
    case logDoesNotFit(SigningLog.Fault)

    /// In words.
    public var text: String {
      switch self {
      case .openedPrevious(let generation, let reason):
        "the vault could not be used (\(reason)); this is its previous generation \(generation),"
          + " which lacks the last change"
      case .finishedRemoval: "an interrupted removal has been finished"
      case .couldNotClear(let reason):
        "an older generation of the vault could not be cleared (\(reason)); it may still hold"
          + " what was removed"
      case .closedToOthers(let path, let permissions):
        "\(path) was open to others (mode \(String(permissions, radix: 8))); it is private now, but"
          + " anyone who copied the vault before can try passphrases on the copy: use a stronger one"
      case .logDoesNotFit(let fault):
        "the signing log is damaged: \(fault.text). Either someone who has the passphrase changed it, or"
          + " a program or the disk failed. You can still spend your coins, but do not rely on what this"
          + " signer remembers of earlier payments (R12, R33): compare `log` with your own records"
      }
    }
  }

  static let name = "vault"
  static let previousName = "vault.previous"
  static let damagedName = "vault.damaged"

  /// The names that a vault's file has in its home, one after the other; what a save that was killed leaves is
  /// called otherwise (`AtomicFile.removeLeftovers`).
  package static let fileNames = [name, previousName, damagedName]

  /// What a removal cannot promise, in words for a person.
  public static let erasureLimit =
    "the old bytes were overwritten, but an SSD, a memory card or a file system that copies on"
    + " write may keep them until the disk itself is destroyed"

  /// What the vault holds, as it was saved last; every seed is sealed.
  public private(set) var contents: VaultContents
  /// What opens the seeds.
  public private(set) var compartment: SeedCompartment
  /// What a person should hear after opening.
  public private(set) var notices: [Notice] = []
  /// Counts saves; noted on a paper sheet, it shows when somebody put an older vault back (R26).
  public private(set) var generation: UInt64
  /// The folder of the vault.
  public let home: String
  /// How much work one guess of the passphrase takes.
  public private(set) var parameters: KDFParameters

  private var master: SecretBytes
  private var stretchingSalt: [UInt8]
  private var oldestKept: UInt64
  /// The file that holds `contents`, as it was opened or saved.
  private var kept: [UInt8]
  /// Whether `vault` itself could not be opened: its bytes are put aside before the first save.
  private var hasDamagedFile = false
  /// Generations that were begun, also by saves that failed: none is used twice.
  private var lastBegun: UInt64
  private let files: any FileCalls
  private let random: any RandomSource
  private let lock: HomeLock

  private init(
    home: String, contents: VaultContents, _ compartment: SeedCompartment, sealed: SealedVault,
    master: consuming SecretBytes, lock: consuming HomeLock, files: any FileCalls,
    random: any RandomSource
  ) {
    self.home = home
    self.contents = contents
    self.compartment = compartment
    self.master = master
    self.lock = lock
    self.files = files
    self.random = random
    let header = sealed.header
    generation = header.generation
    lastBegun = header.generation
    parameters = header.parameters
    stretchingSalt = header.stretchingSalt
    oldestKept = header.oldestKept
    kept = sealed.bytes
  }

  // MARK: Making and opening

  /// Whether a home has a vault, in any generation.
  public static func exists(
    in home: String, files: any FileCalls = SystemFileCalls()
  ) throws(VaultError) -> Bool {
    do throws(FileError) {
      let names = try Folder.names(in: home, files)
      return names.contains(name) || names.contains(previousName)
    } catch {
      if case .notFound = error { return false }
      throw .file(error)
    }
  }

  /// Whether the vault of a home is for mainnet, as its header says in the clear.
  ///
  /// Nil for a vault that was last saved in format 1, which did not say. Needs no passphrase; the
  /// header is authenticated when the vault is opened.
  public static func isForMainnet(
    in home: String, files: any FileCalls = SystemFileCalls()
  ) throws(VaultError) -> Bool? {
    try newestWhole(in: home, files).0.header.isForMainnet
  }

  /// Makes a vault in a private folder, which is made when it is not there.
  public static func create(
    in home: String, contents: VaultContents, passphrase: borrowing SecretBytes,
    parameters: KDFParameters = .standard, files: any FileCalls = SystemFileCalls(),
    random: any RandomSource = SystemRandomSource()
  ) throws(VaultError) -> Vault {
    guard !passphrase.isEmpty else { throw .emptyPassphrase }
    let lock: HomeLock
    do throws(FileError) {
      try Folder.makePrivate(home, files)
      lock = try HomeLock(home: home, files)
    } catch {
      throw .file(error)
    }
    if try exists(in: home, files: files) { throw .alreadyThere(home: home) }
    let salt = try bytes(random)
    let master = try parameters.stretched(passphrase, salt: salt)
    let compartment = SeedCompartment(master: master, lock: nil)
    let contents = try compartment.sealed(
      contents, after: VaultContents(network: contents.network), random)
    let plain = try ContentsCodec.encoded(contents)
    let sealed = try SealedVault(
      sealing: plain, master: master, parameters: parameters, stretchingSalt: salt,
      fileSalt: bytes(random), generation: 1, oldestKept: 1,
      isForMainnet: contents.isForMainnet)
    do throws(FileError) {
      try AtomicFile.removeLeftovers(in: home, files)
      try AtomicFile.write(sealed.bytes, to: "\(home)/\(name)", files)
    } catch {
      throw .file(error)
    }
    return Vault(
      home: home, contents: contents, compartment, sealed: sealed, master: master, lock: lock,
      files: files, random: random)
  }

  /// Opens the vault of a home, and none of its seeds.
  ///
  /// In a vault of an older version they lie open beside the other contents; they are sealed here, in
  /// memory, and on the disk with the next save.
  ///
  /// A damaged vault is refused: a person decides whether to go back a generation, never one flipped
  /// bit. With `takingPrevious` the previous generation is opened in the place of a damaged or
  /// missing vault, and a notice says so.
  ///
  /// What others could read is closed to them, with a notice. While another program has the home, this waits
  /// up to `waiting` milliseconds.
  ///
  /// Parameters below `minimum` are refused before any work, so that a file put there by somebody
  /// else cannot make guessing the passphrase cheap for the next save.
  public static func open(
    in home: String, passphrase: borrowing SecretBytes, minimum: KDFParameters = .standard,
    takingPrevious: Bool = false, waiting milliseconds: Int = 0,
    files: any FileCalls = SystemFileCalls(), random: any RandomSource = SystemRandomSource()
  ) throws(VaultError) -> Vault {
    guard try exists(in: home, files: files) else { throw .noVault(home: home) }
    let lock: HomeLock
    let opened: [(path: String, permissions: UInt32)]
    do throws(FileError) {
      opened = try Folder.closeToOthers(home, files: [name, previousName, damagedName], files)
      lock = try HomeLock(home: home, waiting: milliseconds, files)
    } catch {
      throw .file(error)
    }
    let (sealed, reason) = try newestWhole(in: home, files)
    if let reason, !takingPrevious {
      throw .onlyPrevious(
        path: "\(home)/\(name)", what: reason, generation: sealed.header.generation)
    }
    try sealed.header.parameters.requireBounds(minimum: minimum)
    let master = try sealed.header.parameters.stretched(
      passphrase, salt: sealed.header.stretchingSalt)
    guard sealed.isMade(with: master) else { throw .wrongPassphrase }
    let path = "\(home)/\(reason == nil ? name : previousName)"
    guard let plain = sealed.opened(with: master) else { throw .altered(path: path) }
    let contents = try ContentsCodec.decoded(plain)
    let declared = sealed.header.isForMainnet
    guard declared == nil || declared == contents.isForMainnet else {
      throw .contents(field: "network of the header")
    }
    try contents.seedsPassphrase?.parameters.requireBounds(minimum: minimum)
    let compartment = SeedCompartment(master: master, lock: contents.seedsPassphrase)
    var vault = Vault(
      home: home, contents: try compartment.sealed(contents, random), compartment,
      sealed: sealed, master: master, lock: lock, files: files, random: random)
    vault.notices += opened.map { .closedToOthers(path: $0.path, permissions: $0.permissions) }
    if let reason {
      vault.hasDamagedFile = true
      vault.notices.append(
        .openedPrevious(generation: sealed.header.generation, reason: reason))
    }
    if let fault = contents.log.firstFault { vault.notices.append(.logDoesNotFit(fault)) }
    vault.finishInterruptedWork()
    return vault
  }

  /// The vault when it is whole, else its previous generation with the reason why.
  private static func newestWhole(
    in home: String, _ files: any FileCalls
  ) throws(VaultError) -> (SealedVault, reason: String?) {
    let trouble: VaultError
    do throws(VaultError) {
      return (try read("\(home)/\(name)", files), nil)
    } catch {
      trouble = error
    }
    switch trouble {
    case .damaged, .file(.notFound): break
    default: throw trouble
    }
    do throws(VaultError) {
      let reason =
        if case .damaged(_, let what) = trouble { what } else { "the file is gone" }
      return (try read("\(home)/\(previousName)", files), reason)
    } catch {
      switch error {
      case .damaged, .file(.notFound): throw .bothDamaged(home: home)
      default: throw error
      }
    }
  }

  private static func read(
    _ path: String, _ files: any FileCalls
  ) throws(VaultError) -> SealedVault {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try BoundedFile.read(path, limit: SealedVault.limit, files)
    } catch {
      if case .tooLarge = error { throw .damaged(path: path, what: "it is too long") }
      throw .file(error)
    }
    return try SealedVault(decoding: bytes, path: path)
  }

  private static func bytes(_ random: any RandomSource) throws(VaultError) -> [UInt8] {
    do throws(RandomnessError) {
      return try random.bytes(count: 32)
    } catch {
      throw .random(error)
    }
  }

  // MARK: Saving

  /// Saves new contents as the next generation.
  ///
  /// On an error the old ones stand, here and on disk, unless the error says that the new ones may.
  ///
  /// When a seed or a kept passphrase is gone from the new contents, no generation that holds it is
  /// kept. Sealed seeds are saved as they are; a new one is sealed, which needs the second passphrase
  /// where there is one.
  /// The log only grows: contents whose log does not go on from the present one, by its hashes, are not saved.
  public mutating func save(_ new: VaultContents) throws(VaultError) {
    guard new.log.continues(contents.log) else { throw .logChanged }
    let sealed = try compartment.sealed(new, after: contents, random)
    let isRemoval = !contents.sealedSecrets.isSubset(of: sealed.sealedSecrets)
    try write(sealed, clearing: isRemoval)
  }

  /// Changes the passphrase; no generation that opens with the old one is kept.
  ///
  /// The seeds are sealed again. Where they have a passphrase of their own, that one stays; it must
  /// have been told (`seedsPassphraseNeeded`) and be another one (`samePassphrase`).
  public mutating func changePassphrase(
    to passphrase: borrowing SecretBytes, parameters: KDFParameters? = nil
  ) throws(VaultError) {
    guard !passphrase.isEmpty else { throw .emptyPassphrase }
    guard try !compartment.isPassphrase(passphrase) else { throw .samePassphrase }
    let parameters = parameters ?? self.parameters
    let salt = try Self.bytes(random)
    let before = (self.parameters, stretchingSalt, generation, compartment)
    var fresh = try parameters.stretched(passphrase, salt: salt)
    let moved = try compartment.moved(toMaster: fresh)
    let resealed = try compartment.resealed(contents, for: moved, random)
    swap(&master, &fresh)
    (self.parameters, stretchingSalt, compartment) = (parameters, salt, moved)
    do throws(VaultError) {
      try write(resealed, clearing: true)
    } catch {
      if generation == before.2 {
        swap(&master, &fresh)
        (self.parameters, stretchingSalt, compartment) = (before.0, before.1, before.3)
      }
      throw error
    }
  }

  // MARK: Seeds

  /// Whether the seeds have a passphrase of their own, which was not told yet.
  public var needsSeedsPassphrase: Bool { compartment.needsPassphrase }

  /// Takes the passphrase of the seeds; does nothing where none is needed.
  ///
  /// Throws: `wrongSeedsPassphrase`.
  public func unlockSeeds(_ passphrase: borrowing SecretBytes) throws(VaultError) {
    try compartment.unlock(passphrase)
  }

  /// A seed of the contents with its secrets open.
  ///
  /// Throws: `seedsPassphraseNeeded`, `seedIsAltered`.
  public func opened(_ seed: StoredSeed) throws(VaultError) -> StoredSeed {
    try compartment.opened(seed)
  }

  /// Gives the seeds another passphrase of their own, or their first one; no generation that opens
  /// without it is kept.
  ///
  /// Throws: `seedsPassphraseNeeded` where the present one was not told; `samePassphrase` for that of
  /// the vault.
  public mutating func changeSeedsPassphrase(
    to passphrase: borrowing SecretBytes, parameters: KDFParameters? = nil
  ) throws(VaultError) {
    let own = try self.parameters.stretched(passphrase, salt: stretchingSalt)
    guard !own.constantTimeEquals(master) else { throw .samePassphrase }
    try move(
      to: compartment.changed(
        to: passphrase, parameters: parameters ?? self.parameters, salt: Self.bytes(random)))
  }

  /// Takes the seeds' own passphrase away: the vault's opens them again.
  ///
  /// Throws: `seedsPassphraseNeeded` where it was not told.
  public mutating func removeSeedsPassphrase() throws(VaultError) {
    try move(to: SeedCompartment(master: master, lock: nil))
  }

  private mutating func move(to other: SeedCompartment) throws(VaultError) {
    let before = (generation, compartment)
    let resealed = try compartment.resealed(contents, for: other, random)
    compartment = other
    do throws(VaultError) {
      try write(resealed, clearing: true)
    } catch {
      if generation == before.0 { compartment = before.1 }
      throw error
    }
  }

  private mutating func write(_ new: VaultContents, clearing: Bool) throws(VaultError) {
    let (next, overflow) = lastBegun.addingReportingOverflow(1)
    guard !overflow else { throw .contents(field: "generation") }
    lastBegun = next
    let floor = clearing ? next : oldestKept
    let plain = try ContentsCodec.encoded(new)
    let sealed = try SealedVault(
      sealing: plain, master: master, parameters: parameters, stretchingSalt: stretchingSalt,
      fileSalt: Self.bytes(random), generation: next, oldestKept: floor,
      isForMainnet: new.isForMainnet)
    // A flipped bit in memory must not become the only copy of a seed.
    guard let check = sealed.opened(with: master), check.constantTimeEquals(plain) else {
      throw .cryptography("what was encrypted does not decrypt")
    }
    var trouble: FileError?
    do throws(FileError) {
      try putDamagedFileAside()
      // Every replaced file is overwritten: blocks let go today cannot be reached by a removal
      // tomorrow.
      if !clearing {
        try AtomicFile.write(
          kept, to: "\(home)/\(Self.previousName)", replacing: .erasing, files)
      }
      do throws(FileError) {
        try AtomicFile.write(
          sealed.bytes, to: "\(home)/\(Self.name)", replacing: .erasing, files)
      } catch {
        guard error.newContentsAreInPlace else { throw error }
        trouble = error
      }
    } catch {
      throw .file(error)
    }
    contents = new
    generation = next
    oldestKept = floor
    kept = sealed.bytes
    if clearing {
      do throws(FileError) { try clearOlderGenerations() } catch { throw .file(error) }
    }
    if let trouble { throw .file(trouble) }
  }

  private mutating func putDamagedFileAside() throws(FileError) {
    guard hasDamagedFile else { return }
    do throws(FileError) {
      try AtomicFile.rename("\(home)/\(Self.name)", toName: Self.damagedName, files)
    } catch {
      guard case .notFound = error else { throw error }
    }
    hasDamagedFile = false
  }

  /// Leaves the present generation alone, twice: a second copy guards against damage.
  private func clearOlderGenerations() throws(FileError) {
    try AtomicFile.write(
      kept, to: "\(home)/\(Self.previousName)", replacing: .erasing, files)
    try AtomicFile.erase("\(home)/\(Self.damagedName)", files)
    try AtomicFile.removeLeftovers(in: home, files)
  }

  /// A kill may have left a generation that must not be kept, or temporary files.
  private mutating func finishInterruptedWork() {
    do throws(FileError) {
      try AtomicFile.removeLeftovers(in: home, files)
      guard !hasDamagedFile, oldestKept > 1 else { return }
      let previous = try? Self.read("\(home)/\(Self.previousName)", files)
      if let previous, previous.header.generation >= oldestKept { return }
      try clearOlderGenerations()
      notices.append(.finishedRemoval)
    } catch {
      notices.append(.couldNotClear(reason: error.description))
    }
  }

  // MARK: Wiping

  /// Overwrites and removes every generation in a home.
  ///
  /// Needs no passphrase, cannot be undone.
  public static func wipe(
    _ home: String, files: any FileCalls = SystemFileCalls()
  ) throws(VaultError) {
    do throws(FileError) {
      let lock = try HomeLock(home: home, files)
      for name in [name, previousName, damagedName] {
        try AtomicFile.erase("\(home)/\(name)", files)
      }
      try AtomicFile.removeLeftovers(in: home, files)
      withExtendedLifetime(lock) {}
    } catch {
      throw .file(error)
    }
  }
}
