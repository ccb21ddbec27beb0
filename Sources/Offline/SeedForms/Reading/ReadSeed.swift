package import RecoverySheets

/// A seed that was read, and how it was written.
package struct ReadSeed: ~Copyable {
  /// What a seed was read from.
  enum Source {
    /// One of the forms, by what it is called: `words`, `codex32` ...
    case form(String)
    /// Parts of Seed XOR that were joined.
    case xor(parts: Int)
    /// An encrypted sheet, with what it said beside the seed.
    case sheet(SheetRest)
  }

  package let seed: GivenSeed
  let source: Source

  init(_ seed: consuming GivenSeed, from source: Source) {
    self.seed = seed
    self.source = source
  }

  /// Of one of the forms, by what it is called.
  init(_ seed: consuming GivenSeed, form: String) {
    self.init(seed, from: .form(form))
  }

  /// How it was written, in words: `words`, `codex32`, `encrypted sheet` ...
  package var form: String {
    switch source {
    case .form(let name): name
    case .xor(let parts): "Seed XOR of \(parts) parts"
    case .sheet: "encrypted sheet"
    }
  }

  /// Whether shares of SLIP-39 gave it, whose passphrase is part of the secret.
  var isSLIP39: Bool { form.hasPrefix("SLIP-39") }

  /// How many parts of Seed XOR it was joined from; nil when it was not.
  var xorParts: Int? { if case .xor(let parts) = source { parts } else { nil } }

  /// What an encrypted sheet said of it beside the seed.
  package var sheet: SheetRest? { if case .sheet(let rest) = source { rest } else { nil } }

  /// The seed itself; what was said beside it is gone.
  package consuming func taken() -> GivenSeed { seed }
}
