import BitcoinPrimitives
import Bytes
import Descriptors

/// A descriptor that is read has one canonical text, which is read as the same; deriving never stops.
func fuzzDescriptor(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  do throws(DescriptorError) {
    check(try Descriptor(parsing: text))
  } catch {
    // A refusal is short and quotes nothing: a private key has at least 51 characters.
    for word in "\(error) \(error.hint)".split(separator: " ") {
      precondition(word.count < 40, "a refusal quotes its input")
    }
  }
}

private func check(_ descriptor: Descriptor) {
  guard let again = try? Descriptor(parsing: descriptor.canonical, checksum: .required) else {
    preconditionFailure("canonical text is not read")
  }
  precondition(again.canonical == descriptor.canonical, "canonical text is not canonical")
  let annotated = try? Descriptor(parsing: descriptor.annotatedText, checksum: .required)
  precondition(annotated == descriptor && annotated?.annotations == descriptor.annotations)
  if let policy = descriptor.multisig {
    precondition((try? Descriptor(policy)) == descriptor, "a policy says something else")
    precondition((1...policy.keys.count).contains(policy.threshold))
    _ = descriptor.duplicateKeys
  }
  let alternatives = descriptor.alternatives
  precondition(!alternatives.isEmpty)
  guard alternatives == [descriptor] else {
    for alternative in alternatives { check(alternative) }
    return
  }
  let words = descriptor.textWithoutChecksum.split(whereSeparator: { "()[],/".contains($0) })
  precondition(!words.contains { $0.dropFirst().hasPrefix("prv") }, "a private key was read")
  guard let expanded = try? descriptor.expanded() else { preconditionFailure("not expanded") }
  precondition(expanded.count == descriptor.branchCount)
  let indices: [UInt32] = descriptor.isRange ? [0, 0x7fff_ffff] : [0]
  for (number, single) in expanded.prefix(3).enumerated() {
    precondition(single.branchCount == 1 && single.isRange == descriptor.isRange)
    for index in indices {
      let script = try? descriptor.derived(branch: number, index: index)
      precondition(script != nil || descriptor.needsPrivateKey, "nothing derived")
      precondition(script == (try? single.derived(branch: 0, index: index)), "another script")
      _ = script?.inputWeight(with: .any)
      guard let taproot = script?.taproot else { continue }
      precondition(taproot.tree?.merkleRoot == taproot.merkleRoot, "another tree")
      for leaf in taproot.leaves {
        let root = leaf.controlBlock.merkleRoot(leafHash: leaf.leafHash)
        precondition(root == taproot.merkleRoot, "a leaf is not in its tree")
      }
    }
  }
}
