public import SecureMemory

/// A secret of a seed, open or sealed; several copies of the contents share it, and it is wiped when the
/// last one goes.
///
/// Contents that come out of a vault have sealed ones alone: ``SeedCompartment/opened(_:)`` opens those
/// of a seed. A new secret is open, and is sealed when it is saved.
public final class StoredSecret: Sendable {
  // A class because an array cannot hold a ~Copyable value, and contents are copied to be changed.
  /// Nothing where the secret is sealed.
  private let bytes: SecretBytes
  /// Whether the bytes of the secret are here.
  public let isOpen: Bool
  /// How the secret lies in the contents; nil for one that was not sealed yet.
  let blob: SealedSecret?

  /// Takes the bytes of a new secret over.
  public init(_ bytes: consuming SecretBytes) {
    self.bytes = bytes
    isOpen = true
    blob = nil
  }

  /// A secret that is sealed.
  init(sealed blob: SealedSecret) {
    bytes = SecretBytes(count: 0)
    isOpen = false
    self.blob = blob
  }

  /// A secret that was opened.
  init(_ bytes: consuming SecretBytes, opening blob: SealedSecret) {
    self.bytes = bytes
    isOpen = true
    self.blob = blob
  }

  /// The number of bytes; nil while it is sealed.
  var count: Int? { isOpen ? bytes.count : nil }

  /// A second secret with the same bytes.
  ///
  /// Throws: `seedIsSealed` with that name while it is sealed.
  func revealed(seed name: String) throws(VaultError) -> SecretBytes {
    guard isOpen else { throw .seedIsSealed(name: name) }
    return bytes.duplicated()
  }
}
