public import ExtendedKeys
public import Secp256k1

/// A public key in a descriptor: origin, key, steps below it and a range (BIP-380, BIP-389).
public struct KeyExpression: Hashable, Sendable {
  /// The key itself.
  public enum Material: Hashable, Sendable {
    /// 33 or 65 bytes.
    case single(PublicKey)
    /// 32 bytes: taproot only.
    case xOnly(XOnlyPublicKey)
    /// An extended public key, whose children the steps choose (BIP-32).
    case extended(Xpub)

    /// How many steps from its master key the key says it is; 0 for lone keys.
    var depth: Int {
      if case .extended(let xpub) = self { Int(xpub.depth) } else { 0 }
    }
  }

  /// One step below an extended key.
  public enum Step: Hashable, Sendable {
    /// One child, hardened or not.
    case child(ChildNumber)
    /// `<0;1>`: one of several (BIP-389), at most once in a key.
    case branches([ChildNumber])
  }

  /// What the last step counts through.
  public enum Wildcard: Hashable, Sendable {
    /// Nothing: the key is one key.
    case none
    /// `*`
    case unhardened
    /// `*h`: only the private key can derive these.
    case hardened
  }

  /// Where the key comes from; a claim of whoever wrote the descriptor.
  public let origin: KeyOrigin?
  /// The key itself, as it was written.
  public let material: Material
  /// The steps before the range.
  public let steps: [Step]
  /// What the last step counts through.
  public let wildcard: Wildcard

  /// The most choices a multipath step may have.
  public static let maxBranches = 256

  /// Puts a key expression together.
  ///
  /// Throws when a lone key has steps, when there are more than 255, or when a multipath step is
  /// there twice, has fewer than two choices, more than 256, or one of them twice.
  public init(
    origin: KeyOrigin?, material: Material, steps: [Step] = [], wildcard: Wildcard = .none
  ) throws(DescriptorError) {
    try self.init(origin: origin, material: material, steps: steps, wildcard: wildcard, offset: 0)
  }

  init(
    origin: KeyOrigin?, material: Material, steps: [Step], wildcard: Wildcard, offset: Int
  ) throws(DescriptorError) {
    let isExtended = if case .extended = material { true } else { false }
    guard isExtended || (steps.isEmpty && wildcard == .none) else {
      throw .path("may only follow an extended key", offset: offset)
    }
    // Counted from the origin as well as from the depth that the key claims: nobody could sign for
    // a key that lies deeper than 255 levels.
    let above = max(origin?.path.count ?? 0, material.depth)
    let length = above + steps.count + (wildcard == .none ? 0 : 1)
    guard length <= DerivationPath.maximumLength else {
      throw .path("has more than 255 steps", offset: offset)
    }
    var multipaths = 0
    for case .branches(let choices) in steps {
      multipaths += 1
      guard multipaths == 1 else { throw .multipath("appears twice in a key", offset: offset) }
      guard choices.count >= 2 else {
        throw .multipath("needs two choices at least", offset: offset)
      }
      guard choices.count <= Self.maxBranches else {
        throw .multipath("has more than \(Self.maxBranches) choices", offset: offset)
      }
      guard Set(choices).count == choices.count else {
        throw .multipath("has the same choice twice", offset: offset)
      }
    }
    self.origin = origin
    self.material = material
    self.steps = steps
    self.wildcard = wildcard
  }

  /// The receiving and change addresses of an account: `[origin]xpub/<0;1>/*`.
  public init(account: AccountKey) throws(DescriptorError) {
    let choices = [ChildNumber(rawValue: 0), ChildNumber(rawValue: 1)]
    try self.init(
      origin: account.origin, material: .extended(account.xpub), steps: [.branches(choices)],
      wildcard: .unhardened)
  }

  /// The kind of network; nil for lone keys, which do not name one.
  public var network: KeyNetwork? {
    if case .extended(let xpub) = material { xpub.network } else { nil }
  }

  /// Whether there is a key for each index.
  public var isRange: Bool { wildcard != .none }

  /// How many choices the multipath step has; 1 without one.
  public var branchCount: Int {
    for case .branches(let choices) in steps { return choices.count }
    return 1
  }

  /// Whether a step below the key is hardened, so that a public key cannot take it.
  public var needsPrivateKey: Bool {
    wildcard == .hardened
      || steps.contains { step in
        switch step {
        case .child(let number): number.isHardened
        case .branches(let choices): choices.contains { $0.isHardened }
        }
      }
  }

  /// The steps on one branch; a key without a multipath step has the same ones on every branch.
  ///
  /// Throws when a multipath step has no such choice.
  func path(onBranch branch: Int) throws(DescriptorError) -> [ChildNumber] {
    var path: [ChildNumber] = []
    for step in steps {
      switch step {
      case .child(let number): path.append(number)
      case .branches(let choices):
        guard choices.indices.contains(branch) else {
          throw .noSuchBranch(branch, count: choices.count)
        }
        path.append(choices[branch])
      }
    }
    return path
  }

  /// The key expression of one branch alone, without a multipath step (BIP-389).
  ///
  /// Throws when there is no such branch.
  public func onBranch(_ branch: Int) throws(DescriptorError) -> KeyExpression {
    let path = try path(onBranch: branch)
    return try KeyExpression(
      origin: origin, material: material, steps: path.map { .child($0) }, wildcard: wildcard)
  }
}

extension KeyExpression: CustomStringConvertible {
  /// The canonical text: `[d34db33f/84h/0h/0h]xpub.../<0;1>/*`.
  public var description: String {
    var text = origin.map { "[\($0)]" } ?? ""
    switch material {
    case .single(let key): text += key.description
    case .xOnly(let key): text += key.description
    case .extended(let xpub): text += xpub.description
    }
    for step in steps {
      switch step {
      case .child(let number): text += "/\(number)"
      case .branches(let choices):
        text += "/<" + choices.map(\.description).joined(separator: ";") + ">"
      }
    }
    switch wildcard {
    case .none: break
    case .unhardened: text += "/*"
    case .hardened: text += "/*h"
    }
    return text
  }
}
