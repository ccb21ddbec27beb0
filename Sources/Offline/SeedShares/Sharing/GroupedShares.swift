internal import SecureMemory

/// What all shares of a set have in common (SLIP-39 and SSKR).
struct ShareSetHeader: Hashable, Sendable {
  var identifier: UInt16
  var isExtendable = false
  var iterationExponent = 0
  /// The number of groups that are needed, 1 to ``groupCount``.
  var groupThreshold: Int
  /// The number of groups, 1 to 16.
  var groupCount: Int

  /// The first thing in which another header differs.
  func difference(from other: ShareSetHeader) -> ShareProperty? {
    if identifier != other.identifier { return .identifier }
    if isExtendable != other.isExtendable { return .extendableFlag }
    if iterationExponent != other.iterationExponent { return .iterationExponent }
    if groupThreshold != other.groupThreshold { return .groupThreshold }
    if groupCount != other.groupCount { return .groupCount }
    return nil
  }
}

/// Where a share stands in its set (SLIP-39 and SSKR).
struct SharePlace: Hashable, Sendable {
  /// Counted from 0, below 16.
  var group: Int
  /// Counted from 0, below 16.
  var member: Int
  /// The number of shares of this group that are needed, 1 to 16.
  var memberThreshold: Int
}

/// The shares of one set in two levels: groups, and members of groups (SLIP-39 and SSKR).
struct GroupedShares: ~Copyable, Sendable {
  let header: ShareSetHeader
  private(set) var places: [SharePlace]
  // How each share was counted when it was added, from 1: shares given twice are not kept.
  private var numbers: [Int]
  private var added = 1
  private var rows: SecretRows

  /// Starts with a first share.
  init(_ header: ShareSetHeader, _ place: SharePlace, _ value: borrowing SecretBytes) {
    self.header = header
    places = [place]
    numbers = [1]
    rows = SecretRows(rowLength: value.count)
    rows.append(value)
  }

  /// Takes the shares of a split; rows and places are in the same order.
  init(_ header: ShareSetHeader, _ places: [SharePlace], _ rows: consuming SecretRows) {
    self.header = header
    self.places = places
    numbers = Array(1...max(1, places.count))
    added = places.count
    self.rows = rows
  }

  /// Splits a secret into groups, and each group's secret into its shares.
  ///
  /// Throws when there is no randomness.
  init(
    splitting secret: borrowing SecretBytes, by policy: SharePolicy, header: ShareSetHeader,
    random: any RandomSource
  ) throws(RandomnessError) {
    let groups = try ShamirSharing.split(
      secret, threshold: policy.groupThreshold, count: policy.groups.count, random: random)
    var rows = SecretRows(rowLength: secret.count)
    for (index, group) in policy.groups.enumerated() {
      let members = try ShamirSharing.split(
        groups.row(at: index), threshold: group.threshold, count: group.count, random: random)
      for member in 0..<group.count { rows.append(members.row(at: member)) }
    }
    self.init(header, policy.places, rows)
  }

  var count: Int { places.count }

  /// A copy of the value of a share, counted from 0.
  borrowing func value(at index: Int) -> SecretBytes { rows.row(at: index) }

  /// Adds a share; returns false when the same one is there already.
  ///
  /// Throws when it is not of this set, or has the place of another one; it is not added then.
  mutating func add(
    _ header: ShareSetHeader, _ place: SharePlace, _ value: borrowing SecretBytes
  ) throws(ShareSetError) -> Bool {
    added += 1
    if let property = header.difference(from: self.header) {
      throw .otherSet(share: added, than: numbers[0], property: property)
    }
    guard value.count == rows.rowLength else {
      throw .otherSet(share: added, than: numbers[0], property: .length)
    }
    for (index, known) in places.enumerated() where known.group == place.group {
      guard known.memberThreshold == place.memberThreshold else {
        throw .otherSet(share: added, than: numbers[index], property: .memberThreshold)
      }
      guard known.member == place.member else { continue }
      guard rows.row(at: index).constantTimeEquals(value) else {
        throw .samePlace(share: added, as: numbers[index])
      }
      return false
    }
    places.append(place)
    numbers.append(added)
    rows.append(value)
    return true
  }

  /// How far the set is.
  var progress: ShareSetProgress {
    let groups = Dictionary(grouping: places, by: \.group).sorted { $0.key < $1.key }.map {
      ShareSetProgress.Group(
        number: $0.key + 1, found: $0.value.count, needed: $0.value[0].memberThreshold)
    }
    return ShareSetProgress(
      groups: groups, groupsNeeded: header.groupThreshold, groupCount: header.groupCount)
  }

  /// The secret.
  ///
  /// What is more than needed must fit: it is compared. Throws when there is too little, or the
  /// shares do not belong together.
  borrowing func recovered() throws(ShareSetError) -> SecretBytes {
    let progress = progress
    let complete = progress.groups.filter(\.isComplete)
    guard progress.isComplete else {
      // The group that is nearest to its threshold is the one to look for.
      let partial = progress.groups.filter { !$0.isComplete }
        .min { $0.needed - $0.found < $1.needed - $1.found }
      guard let partial, progress.groups.count >= header.groupThreshold else {
        throw .tooFewGroups(found: progress.groups.count, needed: header.groupThreshold)
      }
      throw .tooFewMembers(group: partial.number, found: partial.found, needed: partial.needed)
    }
    var secrets = SecretRows(rowLength: rows.rowLength)
    var groupPlaces: [UInt8] = []
    for group in complete {
      secrets.append(try secret(ofGroup: group.number - 1))
      groupPlaces.append(UInt8(truncatingIfNeeded: group.number - 1))
    }
    let used = Array(0..<header.groupThreshold)
    let usedPlaces = Array(groupPlaces.prefix(header.groupThreshold))
    let usedSecrets = secrets.rows(at: used)
    guard let secret = ShamirSharing.recover(usedSecrets, at: usedPlaces) else {
      throw .groupsDisagree
    }
    for extra in used.count..<groupPlaces.count {
      let expected = ShamirSharing.value(
        at: groupPlaces[extra], of: usedSecrets, at: usedPlaces)
      guard expected.constantTimeEquals(secrets.row(at: extra)) else {
        throw .groupDoesNotFit(group: Int(groupPlaces[extra]) + 1)
      }
    }
    return secret
  }

  private borrowing func secret(ofGroup group: Int) throws(ShareSetError) -> SecretBytes {
    let members = places.indices.filter { places[$0].group == group }
    let threshold = places[members[0]].memberThreshold
    let used = Array(members.prefix(threshold))
    let usedPlaces = used.map { UInt8(truncatingIfNeeded: places[$0].member) }
    let usedRows = rows.rows(at: used)
    guard let secret = ShamirSharing.recover(usedRows, at: usedPlaces) else {
      throw .notOneSecret(group: group + 1)
    }
    for extra in members.dropFirst(threshold) {
      let expected = ShamirSharing.value(
        at: UInt8(truncatingIfNeeded: places[extra].member), of: usedRows, at: usedPlaces)
      guard expected.constantTimeEquals(rows.row(at: extra)) else {
        throw .doesNotFit(share: numbers[extra])
      }
    }
    return secret
  }
}
