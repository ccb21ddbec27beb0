internal import Bytes
public import SecureMemory

/// Shares of codex32 that belong together: collected one by one, or made by splitting a seed.
public struct Codex32ShareSet: ShareSet, ~Copyable {
  private var rows: SecretRows
  private var places: [UInt8]
  // How each share was counted when it was added, from 1: shares given twice are not kept.
  private var numbers: [Int]
  private var added: Int

  /// The number of shares that are needed.
  public let threshold: Int
  /// The four characters that all shares have in common.
  public let identifier: String

  /// Starts with a first share; the seed itself is a whole set.
  public init(_ first: borrowing Codex32Share) {
    threshold = max(1, first.threshold)
    identifier = first.identifier
    places = [first.place]
    numbers = [1]
    added = 1
    rows = SecretRows(rowLength: first.values.count)
    rows.append(first.values)
  }

  /// Starts with a first share, as a person wrote it.
  public init(parsing text: borrowing SecretBytes) throws(Codex32Error) {
    self.init(try Codex32Share(parsing: text))
  }

  /// The indices that shares get, in the order of BIP-93: letters, then digits, without `s`.
  static let indices: [UInt8] = Array("acdefghjklmnpqrtuvwxyz023456789".utf8).compactMap {
    Alphabet.bech32.value(ofSecret: $0)
  }

  /// Splits a seed of 16 to 64 bytes into 2 to 31 shares, of which 2 to 9 are needed.
  ///
  /// Throws for other numbers or lengths, for an identifier that is not four of the 32 characters,
  /// and when there is no randomness.
  public init(
    splitting seed: borrowing SecretBytes, identifier: String, threshold: Int, count: Int,
    random: any RandomSource = SystemRandomSource()
  ) throws(Codex32Error) {
    self = try Self.split(seed, identifier, threshold, count, random)
  }

  private static func split(
    _ seed: borrowing SecretBytes, _ identifier: String, _ threshold: Int, _ count: Int,
    _ random: any RandomSource
  ) throws(Codex32Error) -> Codex32ShareSet {
    guard (2...9).contains(threshold), (threshold...31).contains(count) else {
      throw .sharing(threshold: threshold, count: count)
    }
    let secret = try Codex32Share(seed: seed, identifier: identifier, threshold: threshold)
    // The seed and one random share less than are needed give all the others.
    var known = Codex32ShareSet(secret)
    let first = try randomShare(like: secret, place: indices[0], random: random)
    known.append(first)
    var made = Codex32ShareSet(first)
    for (number, place) in indices.prefix(count).enumerated().dropFirst() {
      if number < threshold - 1 {
        let share = try randomShare(like: secret, place: place, random: random)
        known.append(share)
        made.append(share)
      } else {
        made.append(try known.share(atPlace: place))
      }
    }
    return made
  }

  private static func randomShare(
    like secret: borrowing Codex32Share, place: UInt8, random: any RandomSource
  ) throws(Codex32Error) -> Codex32Share {
    let head = try Codex32Share.head(secret.threshold, secret.identifier, index: place)
    var payload: SecretBytes
    do throws(RandomnessError) {
      payload = try random.secret(count: (secret.seedLength * 8 + 4) / 5)
    } catch {
      throw .randomness(error)
    }
    payload.withUnsafeMutableBytes { for index in $0.indices { $0[index] &= 31 } }
    return try Codex32Share(head: head, payload: payload)
  }

  private mutating func append(_ share: borrowing Codex32Share) {
    added += 1
    rows.append(share.values)
    places.append(share.place)
    numbers.append(added)
  }

  /// The number of different shares so far.
  public var count: Int { places.count }

  /// One of the shares, counted from 0.
  public borrowing func share(at index: Int) throws(Codex32Error) -> Codex32Share {
    try Codex32Share(rows.row(at: index))
  }

  /// Adds a share; returns false when the same one is there already.
  ///
  /// Throws when it is of another set, naming it by the order of adding and what differs; the set
  /// stays as it was.
  public mutating func add(_ share: borrowing Codex32Share) throws(ShareSetError) -> Bool {
    let number = added + 1
    var property: ShareProperty?
    if share.identifier != identifier {
      property = .identifier
    } else if max(1, share.threshold) != threshold {
      property = .memberThreshold
    } else if share.values.count != rows.rowLength {
      property = .length
    }
    if let property {
      added = number
      throw .otherSet(share: number, than: numbers[0], property: property)
    }
    if let known = places.firstIndex(of: share.place) {
      added = number
      guard rows.row(at: known).constantTimeEquals(share.values) else {
        throw .samePlace(share: number, as: numbers[known])
      }
      return false
    }
    append(share)
    return true
  }

  /// Adds a share, as a person wrote it; returns false when the same one is there already.
  public mutating func add(
    parsing text: borrowing SecretBytes
  ) throws(AddedShareError<Codex32Error>) -> Bool {
    let share: Codex32Share
    do throws(Codex32Error) { share = try Codex32Share(parsing: text) } catch {
      throw .share(error)
    }
    do throws(ShareSetError) { return try add(share) } catch { throw .set(error) }
  }

  /// How far the set is from giving its seed, for which the seed itself is enough.
  public var progress: ShareSetProgress {
    ShareSetProgress(
      found: count, needed: places.contains(Codex32Share.secretIndex) ? 1 : threshold)
  }

  /// The seed as a string of codex32.
  ///
  /// Shares beyond the threshold must fit: they are compared. Throws when there are too few, or one
  /// does not fit.
  public borrowing func recovered() throws(ShareSetError) -> Codex32Share {
    if places.contains(Codex32Share.secretIndex), threshold == 1 || count < threshold {
      return try string(atPlace: Codex32Share.secretIndex)
    }
    guard count >= threshold else { throw .tooFewShares(found: count, needed: threshold) }
    for extra in threshold..<max(threshold, count) {
      guard value(atPlace: places[extra]).constantTimeEquals(rows.row(at: extra)) else {
        throw .doesNotFit(share: numbers[extra])
      }
    }
    return try string(atPlace: Codex32Share.secretIndex)
  }

  /// A further share of the same set, for another sheet.
  ///
  /// `index` is one of the 32 characters but `s`. Throws when the shares are too few, or the index
  /// is not valid or is there already.
  public borrowing func further(index: Character) throws(ShareSetError) -> Codex32Share {
    guard count >= threshold else { throw .tooFewShares(found: count, needed: threshold) }
    guard let place = Self.indices.first(where: { Codex32Share.character($0) == index }),
      !places.contains(place)
    else { throw .indexNotFree(index) }
    return try string(atPlace: place)
  }

  private borrowing func string(atPlace place: UInt8) throws(ShareSetError) -> Codex32Share {
    do throws(Codex32Error) {
      return try share(atPlace: place)
    } catch {
      throw .notOneSecret(group: 1)
    }
  }

  private borrowing func share(atPlace place: UInt8) throws(Codex32Error) -> Codex32Share {
    try Codex32Share(value(atPlace: place))
  }

  /// What stands at a place of the polynomials through the first shares, checksum included: the code
  /// is linear, so it comes out right by itself.
  private borrowing func value(atPlace place: UInt8) -> SecretBytes {
    if let known = places.prefix(threshold).firstIndex(of: place) { return rows.row(at: known) }
    if count < threshold, let known = places.firstIndex(of: place) { return rows.row(at: known) }
    let used = Array(places.prefix(threshold))
    let weights = GF32.weights(at: place, of: used)
    return SecretBytes(count: rows.rowLength) { value in
      for (index, weight) in weights.enumerated() {
        rows.withRow(at: index) { row in
          for offset in value.indices { value[offset] ^= GF32.multiply(row[offset], weight) }
        }
      }
    }
  }
}
