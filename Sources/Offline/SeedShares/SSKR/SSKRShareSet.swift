public import SecureMemory

/// Shares of SSKR that belong together: collected one by one, or made by splitting a secret.
public struct SSKRShareSet: ShareSet, ~Copyable {
  private var shares: GroupedShares

  /// Starts with a first share.
  public init(_ first: borrowing SSKRShare) {
    shares = GroupedShares(first.header, first.place, first.value)
  }

  /// Starts with a first share, as a person wrote it.
  public init(parsing text: borrowing SecretBytes) throws(SSKRError) {
    self.init(try SSKRShare(parsing: text))
  }

  /// Splits a secret of 16 to 32 bytes, an even number: usually the entropy of words.
  ///
  /// The randomness is asked for the identifier first. Throws for other lengths, and when there is
  /// no randomness.
  public init(
    splitting secret: borrowing SecretBytes, by policy: SharePolicy,
    random: any RandomSource = SystemRandomSource()
  ) throws(SSKRError) {
    let count = secret.count
    guard (16...32).contains(count), count % 2 == 0 else { throw .secretLength(found: count) }
    do throws(RandomnessError) {
      let number = try random.bytes(count: 2)
      let header = ShareSetHeader(
        identifier: UInt16(number[0]) << 8 | UInt16(number[1]),
        groupThreshold: policy.groupThreshold, groupCount: policy.groups.count)
      shares = try GroupedShares(splitting: secret, by: policy, header: header, random: random)
    } catch {
      throw .randomness(error)
    }
  }

  /// The number of different shares.
  public var count: Int { shares.count }

  /// One of the shares, counted from 0: group by group after splitting, else as they were added.
  public borrowing func share(at index: Int) -> SSKRShare {
    SSKRShare(shares.header, shares.places[index], shares.value(at: index))
  }

  /// Adds a share; returns false when the same one is there already.
  ///
  /// Throws when it is of another set, naming it by the order of adding and what differs; the set
  /// stays as it was.
  public mutating func add(_ share: borrowing SSKRShare) throws(ShareSetError) -> Bool {
    try shares.add(share.header, share.place, share.value)
  }

  /// Adds a share, as a person wrote it; returns false when the same one is there already.
  public mutating func add(
    parsing text: borrowing SecretBytes
  ) throws(AddedShareError<SSKRError>) -> Bool {
    let share: SSKRShare
    do throws(SSKRError) { share = try SSKRShare(parsing: text) } catch { throw .share(error) }
    do throws(ShareSetError) { return try add(share) } catch { throw .set(error) }
  }

  /// How far the set is from giving its secret.
  public var progress: ShareSetProgress { shares.progress }

  /// The secret.
  ///
  /// Throws when the shares are too few or do not belong together.
  public borrowing func secret() throws(ShareSetError) -> SecretBytes { try shares.recovered() }
}
