internal import DurableFiles
internal import QRDrawing
internal import Refusals
internal import SecureMemory
package import TerminalUI

/// Shows a secret on the terminal or writes its QR code as a picture, after the name was typed.
package struct SecretShow {
  package let console: Console
  /// Whose secret it is: what has to be typed.
  let name: String
  /// Where the picture goes; nil for the terminal.
  let out: String?

  package init(console: Console, name: String, out: String?) {
    self.console = console
    self.name = name
    self.out = out
  }

  /// Refuses a target that is not a picture or is taken, before anything is asked.
  package func requireTarget() throws(ProgramError) {
    guard let out else { return }
    guard out.hasSuffix(".png") else {
      throw ProgramError(
        "a secret can only be written as a .png of its QR code",
        hint: "end the name with .png, or omit --out to show it on the screen",
        exitCode: .wrongUsage)
    }
    guard (try? Folder.kind(of: out)) == nil else {
      throw ProgramError(FileError.exists(path: out))
    }
  }

  /// Asks for the name to be typed: `--yes` does not replace it.
  package func requireConsent(_ what: String) throws(ProgramError) {
    let question =
      out.map {
        """
        The file \(ForeignText.shown($0)) will hold \(what) of \(name) in the clear: whoever sees it \
        takes the coins, and a photograph is enough. Make sure that nobody is watching, and no camera.
        """
      }
      ?? "The \(what) of \(name) will be shown on this screen. Make sure that nobody is watching, and no camera."
    guard
      try console.typed(
        name, to: question,
        orElse: "a secret is shown or written only after its name was typed on a terminal")
    else { throw ProgramError("declined: nothing was shown", hint: "type the seed's name") }
  }

  /// Shows or writes what was consented to.
  package func show(
    _ secret: borrowing ShownSecret, title: String, asSymbol: Bool
  ) throws(ProgramError) {
    if out != nil {
      try write(secret)
      let shown = ForeignText.shown(out ?? "")
      return console.warn("\(shown) holds the secret: print it, then destroy the file")
    }
    if !asSymbol, let text = secret.text?.duplicated() {
      return try console.showSecret(title: title, text)
    }
    try SecretSymbol.show(
      secret.symbol, title: title, isBinary: secret.isBinary, on: console)
  }

  /// Writes the QR code to ``out``.
  package func write(_ secret: borrowing ShownSecret) throws(ProgramError) {
    guard let path = out else { return }
    do {
      let symbol = try secret.symbol.withUnsafeBytes { bytes throws(DrawingError) in
        // Numeric and alphanumeric QR codes are what readers of these forms know.
        secret.isBinary
          ? try QRSymbol(bytes: Array(bytes))
          : try QRSymbol(text: String(decoding: bytes, as: UTF8.self))
      }
      try AtomicFile.write(QRPicture(symbol).png(scale: 6), to: path)
    } catch let error as DrawingError {
      throw ProgramError(error)
    } catch let error as FileError {
      throw ProgramError(error)
    } catch {
      throw ProgramError(any: error)
    }
  }
}
