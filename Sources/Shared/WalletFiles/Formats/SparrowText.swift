import Descriptors

/// What Sparrow writes as "Output descriptor": the same wallet as one descriptor and as two.
enum SparrowText {
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    let descriptor = file.descriptor
    guard descriptor.branchCount == 2 else {
      return "# Receive and change descriptor:\n\(descriptor.canonical)\n"
    }
    let branches: [Descriptor]
    do {
      branches = try descriptor.expanded()
    } catch {
      throw .descriptor(error)
    }
    return """
      # Receive and change descriptor:
      \(descriptor.canonical)

      # Receive descriptor:
      \(branches[0].canonical)

      # Change descriptor:
      \(branches[1].canonical)

      """
  }
}
