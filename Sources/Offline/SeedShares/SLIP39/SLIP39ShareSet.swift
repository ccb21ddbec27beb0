public import Refusals
public import SecureMemory

/// Shares of SLIP-39 that belong together: collected one by one, or made by splitting a secret.
public struct SLIP39ShareSet: ShareSet, ~Copyable {
  private var shares: GroupedShares

  /// Starts with a first share.
  public init(_ first: borrowing SLIP39Share) {
    shares = GroupedShares(first.header, first.place, first.value)
  }

  /// Starts with a first share, as a person wrote it.
  public init(parsing text: borrowing SecretBytes) throws(SLIP39Error) {
    self.init(try SLIP39Share(parsing: text))
  }

  /// Splits a master secret of 16 to 64 bytes, an even number, usually a BIP-32 seed of 16 or 32.
  ///
  /// `passphrase` is printable ASCII, empty for none. With `isExtendable` (the usual way since 2023)
  /// other sets may be made of the same secret later. `iterationExponent` is 0 to 15: 1 takes some
  /// tens of milliseconds. The randomness is asked for the identifier first.
  public init(
    splitting secret: borrowing SecretBytes, by policy: SharePolicy,
    passphrase: borrowing SecretBytes, isExtendable: Bool = true, iterationExponent: Int = 1,
    random: any RandomSource = SystemRandomSource()
  ) throws(SLIP39Error) {
    let count = secret.count
    guard (16...64).contains(count), count % 2 == 0 else { throw .secretLength(found: count) }
    guard (0...15).contains(iterationExponent) else { throw .iterationExponent(iterationExponent) }
    let number: [UInt8]
    do throws(RandomnessError) {
      number = try random.bytes(count: 2)
    } catch {
      throw .randomness
    }
    let header = ShareSetHeader(
      identifier: (UInt16(number[0]) << 8 | UInt16(number[1])) & 0x7fff,
      isExtendable: isExtendable, iterationExponent: iterationExponent,
      groupThreshold: policy.groupThreshold, groupCount: policy.groups.count)
    let sealed = try SLIP39Cipher.seal(secret, passphrase: passphrase, header: header)
    do throws(RandomnessError) {
      shares = try GroupedShares(splitting: sealed, by: policy, header: header, random: random)
    } catch {
      throw .randomness
    }
  }

  /// The number of different shares.
  public var count: Int { shares.count }

  /// One of the shares, counted from 0: group by group after splitting, else as they were added.
  public borrowing func share(at index: Int) -> SLIP39Share {
    SLIP39Share(shares.header, shares.places[index], shares.value(at: index))
  }

  /// Adds a share; returns false when the same one is there already.
  ///
  /// Throws when it is of another set, naming it by the order of adding and what differs; the set
  /// stays as it was.
  public mutating func add(_ share: borrowing SLIP39Share) throws(ShareSetError) -> Bool {
    try shares.add(share.header, share.place, share.value)
  }

  /// Adds a share, as a person wrote it; returns false when the same one is there already.
  public mutating func add(
    parsing text: borrowing SecretBytes
  ) throws(AddedShareError<SLIP39Error>) -> Bool {
    let share: SLIP39Share
    do throws(SLIP39Error) { share = try SLIP39Share(parsing: text) } catch { throw .share(error) }
    do throws(ShareSetError) { return try add(share) } catch { throw .set(error) }
  }

  /// How far the set is from giving its secret.
  public var progress: ShareSetProgress { shares.progress }

  /// The number of PBKDF2 iterations that opening takes; a hostile share can ask for 327,680,000.
  public var iterations: Int { 10_000 << shares.header.iterationExponent }

  /// Whether the shares are enough and belong together, without opening what they hold.
  ///
  /// Throws what is missing or wrong.
  public borrowing func check() throws(ShareSetError) {
    _ = try shares.recovered()
  }

  /// The master secret.
  ///
  /// Any passphrase gives a secret: a wrong one gives another wallet. Throws when the shares are too
  /// few or do not belong together, or the passphrase is not printable ASCII.
  public borrowing func masterSecret(
    passphrase: borrowing SecretBytes
  ) throws(SLIP39RecoveryError) -> SecretBytes {
    let sealed: SecretBytes
    do throws(ShareSetError) {
      sealed = try shares.recovered()
    } catch {
      throw .shares(error)
    }
    do throws(SLIP39Error) {
      return try SLIP39Cipher.open(sealed, passphrase: passphrase, header: shares.header)
    } catch {
      throw .opening(error)
    }
  }
}

/// Why shares of SLIP-39 give no master secret.
public enum SLIP39RecoveryError: HintedError, Equatable, Sendable {
  /// The shares do not belong together, or there are too few.
  case shares(ShareSetError)
  /// The shares are joined, but what they give cannot be decrypted.
  case opening(SLIP39Error)

  public var description: String {
    switch self {
    case .shares(let error): "\(error)"
    case .opening(let error): "\(error)"
    }
  }

  /// The rule that refuses it; nil where none does.
  public var rule: Rule? {
    switch self {
    case .shares(let error): error.rule
    case .opening(let error): error.rule
    }
  }

  /// What to do about it.
  public var hint: String {
    switch self {
    case .shares(let error): error.hint
    case .opening(let error): error.hint
    }
  }
}
