import Glibc

/// What libFuzzer calls with each input: the target that `FUZZ_TARGET` names.
///
/// These need the modules of what holds the seeds, which take much longer to build than those of the other targets:
/// so they are a program of their own.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "FuzzKeeperMessage": fuzzKeeperMessage,
  "FuzzSealedSheet": fuzzSealedSheet,
  "FuzzShares": fuzzShares,
  "FuzzWords": fuzzWords,
]

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else { fatalError("FUZZ_TARGET names no target: \(name)") }
  return target
}()
