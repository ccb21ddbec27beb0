internal import Descriptors
internal import Refusals

/// Who signs a payment of a wallet of several keys, in words: the rule of the wallet, who has
/// signed, whose signature this will be, and who is missing then.
struct SignatureLines {
  /// A label for a margin, and what stands beside it.
  struct Line {
    let label: String
    let text: String
  }

  let lines: [Line]

  /// More keys or inputs than this are counted, not listed.
  private static let most = 20

  init(_ group: SigningGroup, wallet: RegisteredWallet, inputCount: Int) {
    let progress = group.progress
    var lines = [Line(label: "Wallet", text: "\(ForeignText.ascii(wallet.name)), \(group.policy)")]
    if group.inputs.count < inputCount {
      lines.append(Line(label: "Inputs", text: Self.list(group.inputs.map { "\($0)" })))
    }
    let signed =
      progress.signed.isEmpty
      ? "nobody" : Self.list(progress.signed.map { Self.name($0, in: wallet) })
    lines.append(Line(label: "Signed by", text: signed))
    let signing =
      progress.signing.isEmpty
      ? "nobody" : Self.list(progress.signing.map { Self.name($0, in: wallet) })
    lines.append(Line(label: "Signs now", text: signing))
    let missing: String
    if progress.missing == 0 {
      missing = "nobody: all required signatures are here"
    } else if progress.missing == progress.candidates.count {
      let names = Self.list(progress.candidates.map { Self.name($0, in: wallet) })
      missing = "\(progress.missing) more: \(names)"
    } else {
      let names = Self.list(progress.candidates.map { Self.name($0, in: wallet) })
      missing = "\(progress.missing) more of: \(names)"
    }
    lines.append(Line(label: "Then missing", text: missing))
    self.lines = lines
  }

  /// `key 2 [b7868815/48h/0h/0h/2h]`, and for a key of ours the seed it derives from.
  private static func name(_ position: Int, in wallet: RegisteredWallet) -> String {
    let label = wallet.label(ofKey: position)
    guard wallet.ownKeys.contains(position) else { return label }
    let seed = wallet.seedNames[position].map { ", our seed \(ForeignText.ascii($0))" } ?? ", ours"
    return label + seed
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > most else { return words.joined(separator: "; ") }
    return words.prefix(most).joined(separator: "; ") + "; and \(words.count - most) others"
  }
}
