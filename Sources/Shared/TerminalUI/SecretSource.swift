internal import DurableFiles
internal import Glibc
public import SecureMemory

/// Where a secret comes from: the terminal without echo, a file, or an open descriptor.
///
/// Never the arguments, never the environment: other users can read the first and children inherit
/// the other.
public enum SecretSource: Equatable, Sendable {
  /// It is typed, without echo.
  case terminal
  /// The contents of a file, without a line feed at the end.
  case file(path: String)
  /// What an open descriptor gives up to its end, without a line feed there; by its number.
  case descriptor(Int32)

  /// Takes the two options of a command; at most one of them may be there.
  public init(
    file: String?, descriptor: Int32?, option: String = "passphrase"
  ) throws(ProgramError) {
    switch (file, descriptor) {
    case (nil, nil): self = .terminal
    case (let path?, nil): self = .file(path: path)
    case (nil, let number?):
      guard number >= 0 else {
        throw ProgramError(
          "--\(option)-fd \(number): no open file descriptor has that number",
          hint: "open one in the shell, as in: 3<file --\(option)-fd 3", exitCode: .wrongUsage)
      }
      self = .descriptor(number)
    case (.some, .some):
      throw ProgramError(
        "--\(option)-file and --\(option)-fd were both given", hint: "give one of them",
        exitCode: .wrongUsage)
    }
  }
}

/// Secrets, read into locked memory and shown on the terminal alone.
extension Console {
  /// The longest secret that is read, in bytes.
  public static let secretLimit = 4_000

  /// Reads a secret.
  ///
  /// A final line feed (and carriage return) of a file or descriptor is not part of it.
  ///
  /// - Throws: `ProgramError` when there is none, when it is empty or longer than `secretLimit`.
  public func secret(
    _ question: String, from source: SecretSource = .terminal, option: String = "passphrase",
    mayBeEmpty: Bool = false
  ) throws(ProgramError) -> SecretBytes {
    let secret: SecretBytes
    switch source {
    case .terminal:
      secret = try typedSecret(question, option)
    case .file(let path):
      secret = try read { (buffer) throws(FileError) in
        try BoundedFile.read(path, into: buffer)
      }
    case .descriptor(let number):
      secret = try read { (buffer) throws(FileError) in
        try BoundedFile.read(
          descriptor: number, into: buffer, named: "descriptor \(number)")
      }
    }
    if secret.isEmpty, !mayBeEmpty {
      throw ProgramError("\(option): nothing was given", hint: "give at least one character")
    }
    return secret
  }

  /// Reads a new secret: on the terminal twice, and both must agree.
  public func newSecret(
    _ question: String, from source: SecretSource = .terminal, option: String = "passphrase",
    mayBeEmpty: Bool = false
  ) throws(ProgramError) -> SecretBytes {
    for _ in 0..<3 {
      let first = try secret(question, from: source, option: option, mayBeEmpty: mayBeEmpty)
      guard source == .terminal else { return first }
      let second = try secret(
        "\(question), once more", from: source, option: option, mayBeEmpty: true)
      if first.constantTimeEquals(second) { return first }
      writeToTerminal("The two do not match.\n")
    }
    throw ProgramError(
      "the \(option) was not typed the same both times", hint: "try again, slowly")
  }

  private func typedSecret(
    _ question: String, _ option: String
  ) throws(ProgramError) -> SecretBytes {
    guard screen.canAsk else {
      throw ProgramError(
        "there is no terminal to ask on: \(question)",
        hint: "use --\(option)-file PATH or --\(option)-fd N")
    }
    try showUnheard()
    let line: SecretBytes?
    do throws(ScreenError) {
      line = try screen.readSecretLine(prompt: wrapped("\(question): "), limit: Self.secretLimit)
    } catch {
      throw ProgramError(error)
    }
    guard let line else {
      throw ProgramError(
        "no answer to: \(question)", hint: "type it, or use --\(option)-file PATH")
    }
    return line
  }

  private func read(
    _ body: (UnsafeMutableRawBufferPointer) throws(FileError) -> Int
  ) throws(ProgramError) -> SecretBytes {
    var secret = SecretBytes(count: Self.secretLimit)
    var count: Int
    do throws(FileError) {
      count = try secret.withUnsafeMutableBytes(body)
    } catch {
      throw ProgramError(error)
    }
    secret.withUnsafeBytes { bytes in
      if count > 0, bytes[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      if count > 0, bytes[count - 1] == UInt8(ascii: "\r") { count -= 1 }
    }
    secret.truncate(to: count)
    return secret
  }

  /// Shows a secret on the terminal's second screen until the person presses Enter, then takes it
  /// away again, so that it does not stay in what can be scrolled back to.
  ///
  /// Ctrl-C, Ctrl-Z or a closed terminal take it away too.
  ///
  /// - Throws: `ProgramError` without a terminal: a secret is never a result.
  public func showSecret(
    title: String, _ secret: borrowing SecretBytes
  ) throws(ProgramError) {
    guard screen.canAsk else {
      throw ProgramError(
        "there is no terminal to show a secret on",
        hint: "run it in a terminal, where nobody else can see the screen")
    }
    do throws(ScreenError) {
      try secret.withUnsafeBytes { (bytes) throws(ScreenError) in
        try screen.showSecret(
          title: Self.gated(title), bytes, prompt: "Press Enter to clear the screen. ")
      }
    } catch {
      throw ProgramError(error)
    }
  }
}
