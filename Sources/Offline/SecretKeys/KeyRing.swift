public import ExtendedKeys
public import Secp256k1Signing
internal import Synchronization

/// The master keys and lone keys that were opened for one run, and the parents derived so far.
///
/// Safe to use from several threads: parents are derived once by ``prepare(parentOf:)``, and a child then
/// costs one HMAC and one addition. Everything is wiped with the ring.
public final class KeyRing: Sendable {
  private struct State: ~Copyable {
    var masters: [Fingerprint: Master] = [:]
    var parents: [KeyOrigin: PrivateChildDeriver] = [:]
    var loneKeys: [KeyOrigin: LoneKey] = [:]
  }

  private let state = Mutex(State())

  /// An empty ring.
  public init() {}

  /// Takes a master key.
  public func add(_ master: consuming Xpriv) {
    let fingerprint = master.fingerprint
    let box = Master(master)
    state.withLock { $0.masters[fingerprint] = box }
  }

  /// Takes a key that has no master, such as one in WIF, for the place where a wallet names it.
  ///
  /// Without an origin in the wallet that is the key's own fingerprint and no steps.
  public func add(_ key: consuming PrivateKey, at origin: KeyOrigin) {
    let box = LoneKey(key)
    state.withLock { $0.loneKeys[origin] = box }
  }

  /// The fingerprints of the master keys here.
  public var fingerprints: Set<Fingerprint> { state.withLock { Set($0.masters.keys) } }

  /// Derives the key above the last step of an origin, unless that was done before.
  ///
  /// - Throws: ``KeyRingError``.
  public func prepare(parentOf origin: KeyOrigin) throws(KeyRingError) {
    guard state.withLock({ $0.loneKeys[origin] }) == nil else { return }
    _ = try parent(of: origin)
  }

  /// The private key at an origin: a lone key that was added for it, or one derived, whose last step may be hardened: the keys of the Chance wallet are
  /// accounts, `m/44h/0h/Nh`.
  ///
  /// - Throws: ``KeyRingError``.
  public func privateKey(for origin: KeyOrigin) throws(KeyRingError) -> PrivateKey {
    if let lone = state.withLock({ $0.loneKeys[origin] }) {
      do throws(SigningError) {
        return try lone.key.duplicated()
      } catch {
        throw .derivation(.key(error))
      }
    }
    guard let last = origin.path.steps.last else { throw .noPath }
    let parent = try parent(of: origin)
    do {
      return try parent.privateKey(last)
    } catch {
      throw .derivation(error)
    }
  }

  private func parent(of origin: KeyOrigin) throws(KeyRingError) -> PrivateChildDeriver {
    let path: DerivationPath
    do {
      path = try DerivationPath(Array(origin.path.steps.dropLast()))
    } catch {
      throw .noPath
    }
    let key = KeyOrigin(fingerprint: origin.fingerprint, path: path)
    let (known, master) = state.withLock { ($0.parents[key], $0.masters[origin.fingerprint]) }
    if let known { return known }
    guard let master else { throw .noSeed(origin.fingerprint) }
    let parent: PrivateChildDeriver
    do {
      let above = try master.key.derived(along: path)
      parent = try PrivateChildDeriver(above)
    } catch {
      throw .derivation(error)
    }
    state.withLock { $0.parents[key] = parent }
    return parent
  }
}

/// Why the ring has no key.
public enum KeyRingError: Error, Equatable, Sendable {
  /// No seed of the ring has this master fingerprint.
  case noSeed(Fingerprint)
  /// An origin without steps names a master key, which signs nothing here, or a lone key that was not
  /// added.
  case noPath
  /// The path has no key, or is too long.
  case derivation(DerivationError)
}

/// A master key with an owner that can be shared.
private final class Master: Sendable {
  let key: Xpriv
  init(_ key: consuming Xpriv) { self.key = key }
}

/// A lone key with an owner that can be shared.
private final class LoneKey: Sendable {
  let key: PrivateKey
  init(_ key: consuming PrivateKey) { self.key = key }
}
