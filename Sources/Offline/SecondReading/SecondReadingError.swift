package import Refusals

/// Why the second reader takes no packet, wallet or signature; then nothing that was signed leaves.
package enum SecondReadingError: HintedError, Equatable, Sendable {
  /// Bytes of the packet that are not what the standards say; the offset counts from its first byte.
  case packet(String, offset: Int)
  /// A coin that is not what the packet or the reviewer says.
  case coin(input: Int, String)
  /// An output that is not what the reviewer says.
  case output(Int, String)
  /// Amounts that are none, or that do not add up.
  case sum(String)
  /// A signature that does not sign what was read.
  case signature(input: Int, String)
  /// The text of a wallet that is to be registered is not one that this reader takes.
  case wallet(String)
  /// A text that is to be signed has no place, form or coins that this reader takes.
  case message(String)
}

extension SecondReadingError {
  package var description: String {
    switch self {
    case .packet(let fault, let offset): "second reading, byte \(offset): \(fault)"
    case .coin(let input, let fault): "second reading, input \(input): \(fault)"
    case .output(let output, let fault): "second reading, output \(output): \(fault)"
    case .sum(let fault): "second reading: \(fault)"
    case .signature(let input, let fault):
      "second reading, signature of input \(input): \(fault)"
    case .wallet(let fault): "second reading of the wallet: \(fault)"
    case .message(let fault): "second reading of the message: \(fault)"
    }
  }

  /// What was reviewed is what is signed (R29): two readers have to say so.
  package var rule: Rule? { .r29 }

  /// What the person can do about it.
  package var hint: String {
    switch self {
    case .wallet:
      return "do not register this wallet here; keep its file, and report the problem"
    case .message:
      return "use an address of a single-key wallet, or another signer that knows this form"
    default: break
    }
    return "do not sign this payment here; keep its file, and review it on another machine"
  }
}
