internal import ArgumentParser
internal import ExtendedKeys

/// An index below 2^31, as a person types it.
package struct IndexArgument: ExpressibleByArgument, Sendable {
  package let value: UInt32

  package init?(argument: String) {
    guard let value = UInt32(argument), value < ChildNumber.hardenedBit else { return nil }
    self.value = value
  }
}
