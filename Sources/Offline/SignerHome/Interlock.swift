internal import Isolation
internal import Refusals
internal import Synchronization
package import TerminalUI

/// The gate before keys (docs/rules.md, R27): nothing of mainnet opens on a machine that could
/// reach a network.
///
/// It stands before the passphrase is asked for. Only a sentence typed on the terminal overrides
/// it, each time; there is no option, no variable and no setting for that. A test network's home is
/// a rehearsal, where the findings are only reported.
package final class Interlock: Sendable {
  /// What a person types to open a mainnet home nevertheless.
  static let sentence = "open it although this machine is not isolated"

  private let look: @Sendable () -> MachineFindings
  /// What was found when the gate let this run pass; nil before.
  private let passed = Mutex<MachineFindings?>(nil)

  init(_ look: @escaping @Sendable () -> MachineFindings) {
    self.look = look
  }

  /// Lets mainnet pass on an isolated machine, or after the sentence.
  ///
  /// - Throws: `ProgramError` that names each finding and its fix.
  func requireShutOff(for what: String, on console: Console) throws(ProgramError) {
    let found = look()
    if !found.isEmpty {
      try console.showBeforeQuestion(
        "NOT ISOLATED: \(Self.count(found)) on this machine.\n\(Self.list(found.findings))")
      guard console.screen.canAsk else { throw Self.closed(what, found) }
      let isTyped = try console.typed(
        Self.sentence,
        to: """
          Somebody who can reach this machine may take the coins. Fix what is listed, and run the command again.
          To open \(what) anyway, this one time, type the sentence below.
          """, orElse: Self.hint)
      guard isTyped else { throw Self.closed(what, found) }
    }
    passed.withLock { $0 = found }
  }

  /// Lets a seed be read for one run on a test network: on an isolated machine, or after the sentence that it is for
  /// practice.
  ///
  /// Words carry no network, and before they are read nobody knows which keys they are used for.
  ///
  /// - Throws: `ProgramError` when nobody says so.
  func requirePractice(
    accepting isAccepted: Bool, on network: String, _ console: Console
  ) throws(ProgramError) {
    let found = look()
    guard !found.isEmpty else { return }
    let name = SignerConsent.practice.rawValue
    guard !isAccepted else {
      return console.talk(
        "accepted \(name) by --accept: this machine is not isolated (\(Self.count(found)))")
    }
    let refused = ProgramError(
      "this machine is not isolated (\(Self.count(found))): a seed that may hold real coins is not read here",
      rule: .r27,
      hint:
        "use an isolated machine; for a seed that is for practice alone, in a script add --accept \(name)"
    )
    guard console.screen.canAsk else { throw refused }
    try console.showBeforeQuestion(
      "NOT ISOLATED: \(Self.count(found)) on this machine.\n\(Self.list(found.findings))")
    guard
      try console.typed(
        Self.practice,
        to: """
          Somebody who can reach this machine may read the seed, and a seed is the same on every network. Go on \
          only if this one is for practice on \(network).
          """, orElse: refused.hint)
    else { throw refused }
  }

  /// What a person types to have a seed read on a test network where the machine is not isolated.
  static let practice = "this seed never held real coins"

  /// What is said of a machine on which mainnet would stay closed; nil when it would open.
  func rehearsalNote() -> String? {
    let found = look()
    passed.withLock { $0 = found }
    guard !found.isEmpty else { return nil }
    let list = found.findings.map(\.message).joined(separator: "; ")
    return "rehearsal: with real coins this home would stay closed here: \(list). "
      + "`offline-signer doctor` says how to fix it."
  }

  /// Looks again before keys are used: a cable may have been plugged in meanwhile.
  ///
  /// - Throws: `ProgramError` that names what has come since the gate.
  package func requireUnchanged(isRehearsal: Bool) throws(ProgramError) {
    guard !isRehearsal, let passed = passed.withLock({ $0 }) else { return }
    let new = look().since(passed)
    guard let first = new.first else { return }
    throw ProgramError(
      "this machine has changed since the vault was opened: "
        + new.map(\.message).joined(separator: "; ") + "; nothing was signed",
      rule: .r27,
      hint: first.mend)
  }

  private static let hint = "fix each finding; `offline-signer doctor` lists them again"

  private static func closed(_ what: String, _ found: MachineFindings) -> ProgramError {
    ProgramError(
      "this machine is not isolated (\(count(found))): \(what) stays closed", rule: .r27,
      hint: hint)
  }

  private static func count(_ found: MachineFindings) -> String {
    counted(found.findings.count, "finding")
  }

  /// Each finding with its fix, in two lines.
  private static func list(_ findings: [MachineFinding]) -> String {
    findings.map { "  - \($0.message)\n    fix: \($0.mend)" }.joined(separator: "\n")
  }
}
