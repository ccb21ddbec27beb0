public import Refusals

/// Runs something whose error says what to do about it, as an error of the program.
///
/// `action`, what was being done, stands before the error.
public func hinted<Result: ~Copyable, Failure: HintedError>(
  during action: String? = nil, _ body: () throws(Failure) -> Result
) throws(ProgramError) -> Result {
  do { return try body() } catch { throw ProgramError(error, during: action) }
}

/// The same for something that waits.
public func hinted<Result: ~Copyable, Failure: HintedError>(
  during action: String? = nil, _ body: () async throws(Failure) -> Result
) async throws(ProgramError) -> Result {
  do { return try await body() } catch { throw ProgramError(error, during: action) }
}
