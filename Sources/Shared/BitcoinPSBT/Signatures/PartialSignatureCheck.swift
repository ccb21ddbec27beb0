public import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import Hashes
internal import ParallelWork
internal import Secp256k1

/// Judges every signature of a PSBT by what the PSBT itself says: against its key, its input and
/// its sighash type.
///
/// Keyless. A coin is what the caller knows of it, else what the PSBT claims: a lie makes
/// signatures of segregated witness fail. Final inputs are not judged here; running their scripts
/// does.
public struct PartialSignatureCheck: Sendable {
  /// The PSBT that is judged.
  public let psbt: PSBT
  /// The coins as the caller knows them, else as the PSBT claims them.
  let coins: [TxOut?]
  private let cache: SighashCache?
  /// What judging all of them may cost (R18).
  public let meter: WorkMeter

  /// Hashes once what all inputs share; `meter` bounds the work of all inputs together.
  ///
  /// `known` are the coins that the caller knows by its own records, by the position of their
  /// inputs: they stand in place of what the PSBT says, or does not say, about them.
  public init(
    _ psbt: PSBT, knowing known: [Int: TxOut] = [:], meter: WorkMeter = WorkMeter()
  ) {
    self.psbt = psbt
    self.meter = meter
    let coins = psbt.inputs.indices.map { known[$0] ?? psbt.claimedOutput(ofInput: $0) }
    self.coins = coins
    let found = coins.compactMap(\.self)
    let all = found.count == coins.count ? found : nil
    cache = try? SighashCache(psbt.unsignedTransaction, spentOutputs: all, meter: meter)
  }

  /// What became of the signatures of every input, in order; spread over the processor's cores.
  ///
  /// When they cost more than the meter allows, `FinalizerError.tooMuchWork` for every one.
  public func inputs() -> [InputSignatures] { inputs(Array(psbt.inputs.indices)) }

  /// What became of the signatures of these inputs, as ``inputs()`` tells it.
  public func inputs(_ numbers: [Int]) -> [InputSignatures] {
    let judged = ParallelMap.results(count: numbers.count) { input(numbers[$0]) }
    guard meter.isExceeded else { return judged }
    // Which of them were still judged depends on the threads, so none counts.
    return numbers.map {
      InputSignatures(input: $0, problem: .tooMuchWork(input: $0, limit: meter.limit))
    }
  }

  /// What became of the signatures of one input; of one that does not exist, its problem.
  public func input(_ index: Int) -> InputSignatures {
    guard psbt.inputs.indices.contains(index) else {
      return InputSignatures(input: index, problem: .noSuchInput(index))
    }
    let input = psbt.inputs[index]
    if input.isFinal { return InputSignatures(input: index, isFinal: true) }
    guard let coin = coins[index] else {
      return InputSignatures(input: index, problem: .missingCoin(input: index))
    }
    do {
      let spent = try SpentScript(spending: coin, input: input, at: index)
      var judge = InputJudge(
        input: input, index: index, coin: coin, spent: spent, cache: cache,
        meter: meter)
      return judge.signatures(of: input)
    } catch {
      return InputSignatures(input: index, problem: error)
    }
  }
}
