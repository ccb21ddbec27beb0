public import BitcoinPrimitives

/// `addr(ADDRESS)`: the script of an address (BIP-385).
///
/// Nothing is known about its keys.
public struct AddressForm: DescriptorForm {
  public static let names = ["addr"]
  public static let places: Set<DescriptorPlace> = [.top]

  private let value: Address

  /// The address as it was read.
  public var address: Address? { value }

  /// Takes an address.
  public init(_ address: Address) { value = address }

  public init(
    parsing reader: inout DescriptorReader, named name: String, at place: DescriptorPlace
  ) throws(DescriptorError) {
    let text = String(decoding: reader.readArgument(), as: UTF8.self)
    if let network = reader.expectations.network {
      do {
        value = try Address(parsing: text, on: network)
      } catch {
        throw .address(error)
      }
      return
    }
    // The text alone cannot tell the test networks apart: the first that fits stands for them.
    for network in [Network.testnet4, .regtest] {
      if let address = try? Address(parsing: text, on: network) {
        value = address
        return
      }
    }
    do {
      value = try Address(parsing: text, on: .mainnet)
    } catch {
      throw .address(error)
    }
  }

  public var keys: [KeyExpression] { [] }
  public var text: String { "addr(\(value.string))" }

  public func replacing(keys: ArraySlice<KeyExpression>) -> AddressForm { self }

  public func derived(
    from keys: ArraySlice<DerivedKey>, at place: DescriptorPlace
  ) throws(DescriptorError) -> DerivedScript {
    DerivedScript(scriptPubKey: value.script, satisfaction: nil)
  }
}
