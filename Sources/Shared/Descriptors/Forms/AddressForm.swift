public import BitcoinPrimitives
public import ExtendedKeys

/// `addr(ADDRESS)`: the script of an address (BIP-385).
///
/// Nothing is known about its keys.
public struct AddressForm: DescriptorForm {
  /// `addr`.
  public static let names = ["addr"]
  /// At the top only.
  public static let places: Set<DescriptorPlace> = [.top]

  /// The address in lower case, or as it was written where case matters.
  public let string: String
  private let script: Script

  /// The kind of network it belongs to: the text does not tell test networks apart.
  public let addressNetwork: KeyNetwork?

  /// Takes an address.
  public init(_ address: Address) {
    string = address.string
    script = address.script
    addressNetwork = KeyNetwork(address.network)
  }

  /// Reads an address; throws when it belongs to no network, or to another than the one expected.
  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    let text = String(decoding: reader.readArgument(), as: UTF8.self)
    if let network = reader.expectations.network {
      do {
        self.init(try Address(parsing: text, on: network))
      } catch {
        throw .address(error)
      }
      return
    }
    // One of the networks that share a prefix is enough: only what they share is kept.
    for network in [Network.testnet4, .regtest] {
      if let address = try? Address(parsing: text, on: network) {
        self.init(address)
        return
      }
    }
    do {
      self.init(try Address(parsing: text, on: .mainnet))
    } catch {
      throw .address(error)
    }
  }

  /// Whether the address can be read as one of `network`.
  public func isAddress(on network: Network) -> Bool {
    (try? Address(parsing: string, on: network)) != nil
  }

  /// None: an address names no keys.
  public var keys: [KeyExpression] { [] }
  /// `addr(ADDRESS)`.
  public var text: String { "addr(\(string))" }

  /// The form itself: it has no keys.
  public func replacing(keys: ArraySlice<KeyExpression>) -> AddressForm { self }

  /// The script of the address; how it is spent is not known.
  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    DerivedScript(scriptPubKey: script, satisfaction: nil)
  }
}
