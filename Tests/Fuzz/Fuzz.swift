import Glibc

/// What libFuzzer calls with each input: the target that `FUZZ_TARGET` names.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  target([UInt8](UnsafeBufferPointer(start: start, count: count)))
  return 0
}

private let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "FuzzBackup": fuzzBackup,
  "FuzzDatabase": fuzzDatabase,
  "FuzzDescriptor": fuzzDescriptor,
  "FuzzFrames": fuzzFrames,
  "FuzzMultisigPayload": fuzzMultisigPayload,
  "FuzzPSBT": fuzzPSBT,
  "FuzzPayload": fuzzPayload,
  "FuzzSecondReading": fuzzSecondReading,
  "FuzzSheet": fuzzSheet,
  "FuzzSigningLog": fuzzSigningLog,
  "FuzzSignedMessage": fuzzSignedMessage,
  "FuzzSigningReceipt": fuzzSigningReceipt,
  "FuzzTransaction": fuzzTransaction,
  "FuzzUR": fuzzUR,
  "FuzzVault": fuzzVault,
  "FuzzVaultFile": fuzzVaultFile,
  "FuzzWalletFile": fuzzWalletFile,
  "FuzzWalletText": fuzzWalletText,
]

private let target: @Sendable ([UInt8]) -> Void = {
  let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
  guard let target = targets[name] else { fatalError("FUZZ_TARGET names no target: \(name)") }
  return target
}()
