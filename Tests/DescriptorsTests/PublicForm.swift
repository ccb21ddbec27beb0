import Bytes
import ExtendedKeys
import Secp256k1
import SecretKeys
import SecureMemory

/// Descriptors that hold private keys, which no wallet here reads, written with the public ones.
enum PublicForm {
  /// Nil where hardened steps come after `*` or stand in a multipath: public keys cannot go there.
  static func of(_ descriptor: String) throws -> String? {
    if descriptor.contains("/*h") || descriptor.contains("/*'") { return nil }
    if descriptor.contains(/<[^>]*['h]/) { return nil }
    let key = /\b[5KL][1-9A-HJ-NP-Za-km-z]{50,51}\b/.wordBoundaryKind(.simple)
    let single = try descriptor.replacing(key) { match in
      Hex.encode(try WIFKey(parsing: secret(match.output)).publicKey.encoded)
    }
    return try single.replacing(/(xprv[1-9A-HJ-NP-Za-km-z]{107})((?:\/[0-9]+['h]?)*)/) { match in
      let steps = match.output.2.split(separator: "/")
      // Privately as far as must be, publicly from there on.
      let hardened = (steps.lastIndex { $0.hasSuffix("h") || $0.hasSuffix("'") } ?? -1) + 1
      let path = (["m"] + steps.prefix(hardened)).joined(separator: "/")
      let key = try Xpriv(parsing: secret(match.output.1))
        .derived(along: DerivationPath(parsing: path))
      return (["\(try key.xpub())"] + steps.dropFirst(hardened)).joined(separator: "/")
    }
  }

  private static func secret(_ text: Substring) -> SecretBytes {
    var bytes = Array(text.utf8)
    return SecretBytes(moving: &bytes)
  }
}
