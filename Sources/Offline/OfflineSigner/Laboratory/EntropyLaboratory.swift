internal import AirgapTransfer
internal import Bytes
internal import Refusals
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import TerminalUI

/// Gathers the entropy of a seed: the system's, committed to before a person adds anything, and all
/// that the person adds.
struct EntropyLaboratory {
  let options: EntropyOptions
  let wordCount: Int
  let random: any RandomSource
  let console: Console
  /// Whether nobody is asked (`--yes`).
  let isUnattended: Bool

  /// The presses that are asked for: one gap less, two bits each, as Coldcard counts them.
  static let presses = 65

  /// Draws the program's part, says its hash, and adds what files, pictures and the camera give.
  ///
  /// None of that needs the vault: bytes from outside are read before any key is in memory. A failing or
  /// visibly broken system is a refusal (R32), whatever else there is.
  func begun() throws(ProgramError) -> EntropyPool {
    var pool = try hinted { () throws(EntropyError) in try EntropyPool(system: random) }
    if options.areNone {
      guard !isUnattended else { return pool }
      guard console.screen.canAsk else {
        throw ProgramError(
          "there is no terminal to ask for dice on",
          hint: "give rolls with --dice FILE, or --yes to use the system's randomness alone")
      }
    }
    console.talk(
      """
      The program has drawn its part of the seed: 32 bytes of the system's randomness. Their hash, so \
      that it cannot change them from here on:
        \(pool.commitment.hex)
      """)
    for (kind, argument) in options.draws where argument != SecretInput.terminal {
      try add(try reading.draws(kind, from: argument), to: &pool)
    }
    if let frames = options.frames { try addFrames(frames, to: &pool) }
    return pool
  }

  /// Adds what is typed.
  func finish(_ pool: inout EntropyPool) throws(ProgramError) {
    if options.areNone, !isUnattended,
      let draws = try reading.typed(.die(sides: options.die), orNone: true)
    {
      try add(draws, to: &pool)
    }
    for (kind, argument) in options.draws where argument == SecretInput.terminal {
      try add(try reading.draws(kind, from: argument), to: &pool)
    }
    if options.keys { try addKeys(to: &pool) }
  }

  private var reading: DrawReading { DrawReading(console: console, wordCount: wordCount) }

  private func add(
    _ draws: borrowing Draws, to pool: inout EntropyPool
  ) throws(ProgramError) {
    for doubt in draws.doubts {
      console.warn("the \(draws.kind.plural): \(doubt); they are mixed in, but count as 0 bits")
    }
    do throws(EntropyError) { try pool.add(draws) } catch { throw ProgramError(error) }
  }

  private func addKeys(to pool: inout EntropyPool) throws(ProgramError) {
    let gaps = try console.keyGaps(
      "Press \(Self.presses) keys, as unevenly as you like; the same key twice counts once.",
      count: Self.presses - 1)
    try addNoise(to: &pool) { () throws(EntropyError) in try NoiseSamples(keyGaps: gaps) }
  }

  private func addFrames(
    _ argument: String, to pool: inout EntropyPool
  ) throws(ProgramError) {
    let frames = try console.working("looking at frames") { () throws(ProgramError) in
      try NoiseInput(argument).frames()
    }
    try addNoise(to: &pool) { () throws(EntropyError) in
      try NoiseSamples(frames: frames, pixelsPerFrame: NoiseInput.pixelsPerFrame)
    }
  }

  /// Measurements without any randomness are refused, because the person asked for them by name.
  private func addNoise(
    to pool: inout EntropyPool, _ samples: () throws(EntropyError) -> NoiseSamples
  ) throws(ProgramError) {
    do throws(EntropyError) { try pool.add(try samples()) } catch { throw ProgramError(error) }
  }
}

/// What the sources of a seed are claimed to carry, for a person to read.
struct EntropyReport {
  let claims: [EntropyPool.Claim]
  /// What the seed holds.
  let neededBits: Int

  /// What the person's parts together are claimed to carry.
  var addedBits: Int { claims.reduce(0) { $0 + ($1.name == "system" ? 0 : $1.bits) } }

  /// A table of the sources and what follows from it.
  var text: String {
    var table = Table("SOURCE", .init("GIVEN", .right), .init("ESTIMATED MINIMUM", .right))
    for claim in claims { table.add([claim.name, given(claim), "\(claim.bits) bits"]) }
    let rest =
      addedBits >= neededBits
      ? "Your part alone carries the \(neededBits) bits of the seed, whatever the program's part is."
      : """
      Your part alone is estimated to carry \(addedBits) of the \(neededBits) bits of the seed; the \
      rest depends on the system's randomness.
      """
    return "\(table.text)\n\(rest)"
  }

  private func given(_ claim: EntropyPool.Claim) -> String {
    switch claim.name {
    case "system": counted(claim.count, "byte")
    case "keys": counted(claim.count, "gap")
    case "camera": counted(claim.count, "frame")
    case "coins": counted(claim.count, "flip")
    case "cards": counted(claim.count, "card")
    default: counted(claim.count, "roll")
    }
  }
}
