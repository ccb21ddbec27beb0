import BitcoinPrimitives
import Descriptors

/// The account m/84h/0h/0h of the test seed of BIP-84, as a wallet exports it.
let savings =
  "wpkh([73c5da0a/84h/0h/0h]xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V/<0;1>/*)"

/// Derives the first addresses of a wallet, and refuses a descriptor with a mistake in it.
func deriveAddresses() throws -> [String] {
  let wallet = try Descriptor(parsing: savings, on: .mainnet)
  var lines = ["checksum: \(wallet.canonical.suffix(8))"]

  // Branch 0 receives, branch 1 is change (BIP-389). For many addresses, keep the branch.
  let receiving = try wallet.branch(0)
  for index in 0..<3 as Range<UInt32> {
    if let address = try receiving.address(at: index, on: .mainnet) {
      lines.append("receive \(index): \(address.string)")
    }
  }
  if let change = try wallet.address(branch: 1, index: 0, on: .mainnet) {
    lines.append("change 0: \(change.string)")
  }

  // Errors name the rule and the place. They never quote the text: it may hold a private key.
  do {
    _ = try Descriptor(parsing: savings + "/0")
  } catch {
    lines.append("a mistake: \(error)")
  }
  return lines
}
