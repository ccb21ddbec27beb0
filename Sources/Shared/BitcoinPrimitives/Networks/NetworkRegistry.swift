internal import Bytes

/// The networks that a program knows: Bitcoin's five, those that are built in besides, and a person's own.
///
/// One of a person's own takes the place of one of the same name that is built in besides: what is known of a young
/// chain changes, and nobody should need a new program for that. The five are never replaced.
public struct NetworkRegistry: Sendable {
  /// A person's own, in their order.
  public let own: [Network]

  /// The most networks of a person's own.
  public static let limit = 100
  /// The longest file of a person's own networks, in bytes.
  public static let fileLimit = limit * NetworkEntry.limit

  /// What is known without anybody's own networks.
  public static let builtIn: NetworkRegistry = NetworkRegistry(unchecked: [])

  private init(unchecked own: [Network]) { self.own = own }

  /// A registry with a person's own networks.
  ///
  /// One that is built in gives way to a person's own of its name or of its chain: what was kept must be read, whatever
  /// a later program builds in. Throws where two of the person's own have one name, or are one chain.
  public init(own: [NetworkEntry]) throws(NetworkEntryError) {
    guard own.count <= Self.limit else { throw .tooMany(limit: Self.limit) }
    let networks = own.map(\.network)
    self.init(unchecked: networks)
    for (number, network) in networks.enumerated() {
      for other in networks[..<number] where other.name == network.name {
        throw .nameTwice(network.name)
      }
    }
    for (number, network) in networks.enumerated() {
      for other in networks[..<number] where other.isSameChain(as: network) {
        throw .sameChain(other.name, network.name)
      }
    }
  }

  /// A registry in which one network is sure to be found: that of a home that keeps it itself.
  public init(with network: Network) {
    self.init(unchecked: NetworkEntry(network) == nil ? [] : [network])
  }

  /// All networks: Bitcoin's five, those built in besides, a person's own.
  public var all: [Network] {
    let besides = Network.builtInBesides.filter { known in
      !own.contains { $0.name == known.name || $0.isSameChain(as: known) }
    }
    return Network.standard + besides + own
  }

  /// The network that a person calls so: one of ``all``, or a signet by its challenge, as `signet:HEX`.
  public func network(named name: some StringProtocol) -> Network? {
    all.first { $0.name == name } ?? Network(name: name).map(known)
  }

  /// The network that was kept by this identity (``Network/identity``).
  public func network(identity: some StringProtocol) -> Network? {
    all.first { $0.identity == identity } ?? Network(name: identity)
  }

  /// The network of a node that says this of itself; nil for a chain that nothing is known of.
  ///
  /// A challenge is heeded on signets alone. A signet without one is the public one: nodes have named it since
  /// Bitcoin Core 0.21. A fork calls itself as Bitcoin does: it is known by its landmark.
  public func network(chain: CoreChain, challenge: Script?) -> Network? {
    let asked = chain == .signet ? challenge : nil
    return all.first {
      $0.chain == chain && $0.forkHeight == nil && (asked == nil || $0.challenge == asked)
    } ?? asked.map(Network.customSignet)
  }

  /// The networks that begin as this one does, and are told from it by a block that they alone have.
  public func networks(beginningLike network: Network) -> [Network] {
    all.filter { $0.firstBlock == network.firstBlock && $0.landmark != nil }
  }

  /// The same network by the name that it has here.
  private func known(_ network: Network) -> Network {
    all.first { $0 == network } ?? network
  }

  // MARK: The file

  /// Reads the file of a person's own networks: a JSON object whose one member `networks` lists the entries.
  ///
  /// Throws ``NetworkEntryError`` with the member.
  public init(reading bytes: [UInt8]) throws(NetworkEntryError) {
    let value: JSONValue
    do throws(BytesError) {
      value = try JSONReader.parse(
        bytes, limits: JSONLimits(bytes: Self.fileLimit, depth: 6, values: 100 * Self.limit))
    } catch {
      throw .notJSON(reason: "\(error)")
    }
    guard let object = value.objectValue, object.names == ["networks"],
      let list = value["networks"]?.arrayValue
    else { throw .notJSON(reason: "it must have one member, networks, which is a list") }
    guard list.count <= Self.limit else { throw .tooMany(limit: Self.limit) }
    var entries: [NetworkEntry] = []
    for entry in list { entries.append(try NetworkEntry(entry)) }
    try self.init(own: entries)
  }

  /// The file of a person's own networks.
  public var file: String {
    let entries = own.compactMap { NetworkEntry($0)?.json }
    return JSONWriter.encode(.object(["networks": .array(entries)]), pretty: true) + "\n"
  }

  /// With one more network of a person's own, or another in place of the one with its name.
  ///
  /// Throws where it is the chain of another.
  public func adding(_ entry: NetworkEntry) throws(NetworkEntryError) -> NetworkRegistry {
    let network = entry.network
    // A new name for a chain that has one would only confuse.
    for other in all where other.name != network.name && other.isSameChain(as: network) {
      throw .sameChain(other.name, network.name)
    }
    let others = own.filter { $0.name != network.name }.compactMap { NetworkEntry($0) }
    return try NetworkRegistry(own: others + [entry])
  }

  /// Without a person's own network of this name.
  public func removing(_ name: String) -> NetworkRegistry {
    NetworkRegistry(unchecked: own.filter { $0.name != name })
  }
}

extension Network {
  /// Whether two networks of different names are one chain, as far as that can be seen.
  fileprivate func isSameChain(as other: Network) -> Bool {
    if let landmark, landmark.block == other.landmark?.block { return true }
    return challenge != nil && challenge == other.challenge
  }
}
