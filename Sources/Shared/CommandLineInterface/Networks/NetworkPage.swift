public import BitcoinPrimitives
public import Bytes
internal import Refusals
public import TerminalUI

/// What both programs show of networks.
public struct NetworkPage: Sendable {
  private let networks: NetworkRegistry

  /// Shows the networks of a registry.
  public init(_ networks: NetworkRegistry) {
    self.networks = networks
  }

  // MARK: All of them

  /// All networks, a line each.
  public var table: Table {
    var table = Table("NAME", "KIND", "UNIT", "COINS", "FROM", .init("KNOWN BY", .left, .wraps))
    for network in networks.all {
      table.add([
        network.name, Self.kind(network), network.unit,
        network.isWorthMoney ? "real" : "practice", origin(of: network), Self.mark(of: network),
      ])
    }
    return table
  }

  /// The same as a list of objects.
  public var json: JSONValue { .array(networks.all.map { json(of: $0) }) }

  // MARK: One

  /// The network of a name.
  ///
  /// Throws where there is none.
  public func network(named name: NetworkName) throws(ProgramError) -> Network {
    try name.network(in: networks)
  }

  /// Everything about one network, a line each.
  public func lines(of network: Network) -> [String] {
    let facts = network.facts
    var lines = [
      "\(network.name) is \(Self.kind(network) == "main chain" ? "Bitcoin's" : "a") \(Self.kind(network)); its coins are "
        + (network.isWorthMoney ? "worth money." : "worth nothing.")
    ]
    if let height = network.forkHeight {
      lines.append(
        "It left Bitcoin with block \(height): coins in earlier blocks are on both chains.")
    }
    if network.hasReplayLock {
      lines.append(
        "Replay lock: lock time \(LockTime.replayLock.rawValue), which Bitcoin never confirms.")
    } else if network.forkHeight != nil {
      lines.append("It has no replay lock: what is signed for it may be valid on Bitcoin as well.")
    }
    lines.append("Unit: \(network.unit), of 100,000,000 parts.")
    lines.append(
      "Addresses begin with \(network.hrp)1, or have version \(network.p2pkhVersion) or \(network.p2shVersion)."
    )
    lines.append("Coin type \(network.coinType), first block \(network.firstBlock).")
    if let magic = facts.magic {
      lines.append("Messages of its nodes begin with \(Hex.encode(magic)).")
    }
    if let challenge = network.challenge { lines.append("Challenge: \(challenge.hex)") }
    if let landmark = network.landmark {
      lines.append("Landmark: block \(landmark.height) is \(landmark.block).")
    } else if let height = network.forkHeight {
      lines.append(
        "It has no landmark yet, so none of its nodes can be recognised: add the hash of its block \(height)."
      )
    }
    lines.append(
      network.hasDrivechains
        ? "It has drivechains (BIP-300)." : "It has no drivechains (BIP-300).")
    return lines
  }

  /// The same as an object; `entry` is what `network add` reads, null for the networks that everybody knows.
  public func json(of network: Network) -> JSONValue {
    [
      "name": .string(network.name), "kind": .string(Self.kind(network)),
      "unit": .string(network.unit), "isWorthMoney": .bool(network.isWorthMoney),
      "from": .string(origin(of: network)), "identity": .string(network.identity),
      "entry": NetworkEntry(network)?.json ?? .null,
    ]
  }

  /// What a person reads before a network is added: everything about it, or what it corrects of the one of its name.
  public func lines(adding network: Network, to known: NetworkRegistry) -> [String] {
    guard let old = known.network(named: network.name) else { return lines(of: network) }
    let differences = Self.differences(from: old, to: network)
    return ["\(network.name) is known already:"]
      + (differences.isEmpty ? ["nothing changes"] : differences).map { "  " + $0 }
  }

  /// The differences between an entry and the one whose place it takes, a line each.
  private static func differences(from old: Network, to new: Network) -> [String] {
    guard let old = NetworkEntry(old)?.json.objectValue,
      let new = NetworkEntry(new)?.json.objectValue
    else { return [] }
    var names = old.names
    for name in new.names where !names.contains(name) { names.append(name) }
    return names.filter { old[$0] != new[$0] }.map { name in
      let words = { (value: JSONValue?) in value.map { JSONWriter.encode($0) } ?? "nothing" }
      return "\(name): \(words(old[name])) becomes \(words(new[name]))"
    }
  }

  // MARK: Words

  private static func kind(_ network: Network) -> String {
    if network.forkHeight != nil { return "fork of Bitcoin" }
    return switch network.chain {
    case .main: "main chain"
    case .test, .testnet4: "test network"
    case .signet: "signet"
    case .regtest: "private chain"
    }
  }

  private func origin(of network: Network) -> String {
    networks.own.contains { $0.name == network.name } ? "this home" : "built in"
  }

  private static func mark(of network: Network) -> String {
    if let landmark = network.landmark { return "block \(landmark.height)" }
    if network.forkHeight != nil { return "no landmark yet" }
    if let challenge = network.challenge, network != .signet {
      return "challenge \(challenge.hex.prefix(16))\(challenge.hex.count > 16 ? "..." : "")"
    }
    return "its first block"
  }
}
