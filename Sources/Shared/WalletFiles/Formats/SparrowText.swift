internal import Descriptors

/// What Sparrow writes as "Output Descriptor": the same wallet as one descriptor and as two, under
/// comments, line by line as it does.
enum SparrowText {
  static func text(_ file: WalletFile) throws(WalletFileError) -> String {
    let descriptor = file.descriptor
    let whole = "# Receive and change descriptor (BIP389):\n\(descriptor.canonical)\n"
    guard descriptor.branchCount == 2 else { return whole }
    let branches: [Descriptor]
    do {
      branches = try descriptor.expanded()
    } catch {
      throw .descriptor(error)
    }
    return whole + """


      # Receive descriptor (Bitcoin Core):
      \(branches[0].canonical)

      # Change descriptor (Bitcoin Core):
      \(branches[1].canonical)

      """
  }
}
