internal import ArgumentParser
internal import DurableFiles
internal import SecretCodes
internal import SecureMemory
internal import SeedEntropy
internal import SeedForms
internal import TerminalUI

/// What a person adds to the system's randomness.
struct EntropyOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Rolls of a die: a file, `-`, or `terminal`.", valueName: "input"))
  var dice: String?

  @Option(help: ArgumentHelp("The number of sides of that die, 2 to 100.", valueName: "sides"))
  var die: Int = 6

  @Option(
    help: ArgumentHelp(
      "Flips of a coin, H or T each: a file, `-`, or `terminal`.", valueName: "input"))
  var coins: String?

  @Option(
    help: ArgumentHelp(
      "Cards drawn from a shuffled deck, such as AS TD 10H 2C: a file, `-`, or `terminal`.",
      valueName: "input"))
  var cards: String?

  @Flag(help: "Time key presses on the terminal.")
  var keys = false

  @Option(
    help: ArgumentHelp(
      "The noise of frames: `camera`, a picture, a GIF, or a folder of pictures.",
      valueName: "input"))
  var frames: String?

  /// Whether none was asked for by name.
  var areNone: Bool { dice == nil && coins == nil && cards == nil && frames == nil && !keys }

  /// The draws that were asked for and where they are.
  var draws: [(kind: DrawKind, argument: String)] {
    [
      dice.map { (DrawKind.die(sides: die), $0) }, coins.map { (DrawKind.coin, $0) },
      cards.map { (DrawKind.cards, $0) },
    ].compactMap(\.self)
  }

  /// Whether something of it comes from outside: a file, a picture, a camera.
  var areOutside: Bool {
    frames != nil || draws.contains { $0.argument != SecretInput.terminal }
  }

  /// Refuses impossible dice and draws that stand in an argument, before anything else is asked for.
  func check() throws(ProgramError) {
    guard DrawKind.sides.contains(die) else {
      throw ProgramError(
        "\(EntropyError.sides(die))", hint: EntropyError.sides(die).hint, exitCode: .wrongUsage)
    }
    for (kind, argument) in draws { try kind.requireNoDraws(in: argument) }
  }
}

extension DrawKind {
  /// What several of them are called.
  var plural: String {
    switch self {
    case .die(sides: 6): "dice rolls"
    case .die(let sides): "rolls of a die with \(sides) sides"
    case .coin: "coin flips"
    case .cards: "cards"
    }
  }

  /// Refuses an argument that is the draws themselves and not where they are.
  func requireNoDraws(in argument: String) throws(ProgramError) {
    try SecretInput.requireNoSecret(in: argument, plural)
    guard (try? Folder.kind(of: argument)) == nil else { return }
    if (try? Draws(self, parsing: SecretBytes(notSecretText: argument))) != nil {
      throw SecretInput.givenInArgument(plural)
    }
  }

  /// Whether one key is one draw.
  var isOneKey: Bool {
    switch self {
    case .die(let sides): sides <= 9
    case .coin: true
    case .cards: false
    }
  }

  /// How they are typed.
  var typing: String {
    switch self {
    case .die(let sides) where sides <= 9: "digits 1 to \(sides); Enter ends"
    case .die(let sides): "numbers 1 to \(sides) with spaces"
    case .coin: "H for heads, T for tails; Enter ends"
    case .cards: "such as AS 10D QH, / where shuffled again"
    }
  }
}
