/// The commands that the pages of the desk can run, whoever asks for them: the desk's starter runs no other.
///
/// A form is a command line in which words stand for themselves, `a|b` for either of two, and words in capitals for
/// something of a kind (``Kind``). Options that consent to anything, name a passphrase or another home are in none.
package struct DeskCatalogue: Sendable {
  /// What stands in one place of a command line.
  private enum Part {
    case words(Set<String>)
    case kind(Kind)
  }

  /// Kinds of arguments; a person chose or typed them at the desk.
  enum Kind: String {
    /// A seed or a wallet, by its name.
    case name = "NAME"
    /// Where something is read: `camera`, `terminal`, a file or a folder.
    case source = "SOURCE"
    /// Where a result goes: `terminal`, or a file.
    case target = "TARGET"
    /// A printer that is plugged in, by its device.
    case device = "DEVICE"
    /// A printer of CUPS, by its name.
    case printer = "PRINTER"
    /// An address, or a `bitcoin:` URI.
    case address = "ADDRESS"
    /// The fingerprint of a seed: eight digits in hexadecimal.
    case fingerprint = "FINGERPRINT"
    /// From 0 to 999999.
    case number = "NUMBER"
    /// A setting, by its name.
    case setting = "SETTING"
    /// The value of a setting: an integer of 64 bits.
    case value = "VALUE"
  }

  private struct Form {
    let title: String
    let parts: [Part]
    /// Whether it is handed the passphrase.
    let opensVault: Bool
  }

  /// The most bytes of an argument: a folder's path of 4,095 and the most that a line at the desk takes, in UTF-8.
  package static let longestArgument = 4_096 + 4 * DeskField.limit

  /// Titles, whether the command opens the vault, and the command, one a line.
  private static let table = """
    Make the vault; closed; init --network mainnet|signet|testnet4|regtest
    Check this machine; closed; doctor
    Printers; closed; doctor --printers
    Change the passphrase; closed; vault passphrase
    Erase the vault; closed; wipe
    Last word; closed; seed last-word
    What was signed; open; log list
    What was signed; open; log list --last 20
    Open payments; open; log list --open
    Check the log; open; log verify
    Hand the log over; open; log export --out TARGET
    Passphrase of the seeds; open; vault passphrase --seeds
    Settings; open; vault settings
    Change a setting; open; vault settings SETTING VALUE
    Print a sheet; closed; sheet print --kind blank --out DEVICE --printer-takes pdf|postscript
    Print a sheet; closed; sheet print --kind blank --out TARGET
    Print a sheet; closed; sheet print --kind blank --printer PRINTER
    Print a sheet; open; sheet print NAME --kind full|encrypted|public --out DEVICE --printer-takes pdf|postscript
    Print a sheet; open; sheet print NAME --kind full|encrypted|public --out TARGET
    Print a sheet; open; sheet print NAME --kind full|encrypted|public --printer PRINTER
    Print a sheet; open; sheet print NAME --kind full --for-steel --out DEVICE --printer-takes pdf|postscript
    Print a sheet; open; sheet print NAME --kind full --for-steel --out TARGET
    Print a sheet; open; sheet print NAME --kind full --for-steel --printer PRINTER
    Print a sheet; open; sheet print NAME --kind inheritance --language LANGUAGES --out DEVICE --printer-takes pdf|postscript
    Print a sheet; open; sheet print NAME --kind inheritance --language LANGUAGES --out TARGET
    Print a sheet; open; sheet print NAME --kind inheritance --language LANGUAGES --printer PRINTER
    Read a sheet back; open; sheet check SOURCE
    Sign a payment; open; sign SOURCE --out TARGET
    Look at a payment; open; review SOURCE
    Sign a text; open; message sign SOURCE --wallet NAME --out TARGET
    Check an address; open; address verify --from SOURCE
    Check an address; open; address verify --from SOURCE --up-to NUMBER
    Check an address; open; address verify ADDRESS
    Check an address; open; address verify ADDRESS --up-to NUMBER
    Show an address; open; address show NAME NUMBER --qr
    First address; open; address show NAME 0 --qr
    Show a wallet; open; wallet show NAME
    Write a wallet; open; wallet export NAME --out TARGET
    Remove a wallet; open; wallet remove NAME
    Register a wallet; open; wallet register NAME --from SOURCE
    Key of backups; open; backup key NAME --out TARGET
    Hand an account over; open; account export NAME --script wpkh|tr|wsh|sh-wpkh|pkh --account NUMBER --out TARGET
    List of accounts; open; account export NAME --all --out TARGET
    Hand a wallet over; open; account export NAME --out TARGET
    Make a seed; open; seed create NAME --words 12|24
    Make a seed; open; seed create NAME --words 12|24 --dice|--coins|--cards terminal
    Make a seed; open; seed create NAME --words 12|24 --dice terminal --coins terminal --cards terminal
    Make a seed; open; seed create NAME --words 12|24 --keys
    Make a seed; open; seed create NAME --words 12|24 --frames camera
    Bring a seed in; open; seed import NAME --from SOURCE
    Bring a seed in; open; seed import NAME --from SOURCE --xor
    Bring a seed in; open; seed import NAME --from SOURCE --account-map TARGET
    Bring a seed in; open; seed import NAME --from terminal --with-bip39-passphrase
    Bring a seed in; open; seed import NAME --from terminal --fingerprint FINGERPRINT
    Bring a seed in; open; seed import NAME --from terminal --fingerprint FINGERPRINT --xor|--with-bip39-passphrase
    Type the words back; open; seed verify NAME
    Type the shares back; open; seed verify NAME
    Type the parts back; open; seed verify NAME --xor
    Three words; open; seed verify NAME --quiz
    Drill; open; seed verify NAME --drill
    Show a seed; open; seed show NAME --as words|four-letters|seedqr|compact-seedqr|codex32|xprv
    Show a private key; open; seed show NAME --as wif|bip38
    Split a seed; open; seed split NAME --as slip39|codex32|sskr --shares 2-of-3|3-of-5|2-of-2|2-of-4|4-of-7
    Split a seed; open; seed split NAME --as xor --shares 2-of-2|3-of-3|4-of-4
    Child of a seed; open; seed derive NAME --as words --index NUMBER --words 12|24
    Child of a seed; open; seed derive NAME --as wif --index NUMBER
    Child of a seed; open; seed derive NAME --as base85 --index NUMBER --length 20
    Child of a seed; open; seed derive NAME --as words --index 0 --into NAME
    Keep a passphrase; open; seed passphrase NAME --keep
    Forget a passphrase; open; seed passphrase NAME --forget
    Remove a seed; open; seed remove NAME
    """

  private static let forms: [Form] = table.split(separator: "\n").map { line in
    let columns = line.split(separator: ";").map { column in
      column.split(separator: " ").map(String.init)
    }
    return Form(
      title: columns[0].joined(separator: " "), parts: columns[2].map(part),
      opensVault: columns[1] == ["open"])
  }

  private static func part(_ text: String) -> Part {
    if text == "LANGUAGES" { return .words(Set(DeskPage.letterLanguages.map(\.code))) }
    return Kind(rawValue: text).map(Part.kind)
      ?? .words(Set(text.split(separator: "|").map(String.init)))
  }

  private let isName: @Sendable (String) -> Bool

  /// Takes what tells whether a seed or a wallet may have a name.
  package init(isName: @escaping @Sendable (String) -> Bool) { self.isName = isName }

  /// Whether it is a command of the desk's pages, under its title, and handed no passphrase that it has no use for.
  package func has(_ deed: DeskDeed) -> Bool { form(of: deed) != nil }

  /// Which of the forms it is, by its number; nil for none.
  func form(of deed: DeskDeed) -> Int? {
    Self.forms.firstIndex { form in
      form.title == deed.title && form.opensVault == deed.opensVault
        && form.parts.count == deed.arguments.count
        && zip(form.parts, deed.arguments).allSatisfy { part, argument in fits(argument, part) }
    }
  }

  /// How many forms there are.
  static var count: Int { forms.count }

  /// Whether a folder may be listed: it has a path, which nothing takes for an option.
  package static func isPath(_ text: String) -> Bool {
    // By its first byte: with an accent behind it a dash is another character.
    (1...longestArgument).contains(text.utf8.count) && text.utf8.first != UInt8(ascii: "-")
      && !text.utf8.contains(0)
  }

  private func fits(_ argument: String, _ part: Part) -> Bool {
    switch part {
    case .words(let words): words.contains(argument)
    case .kind(let kind): fits(argument, kind)
    }
  }

  private func fits(_ argument: String, _ kind: Kind) -> Bool {
    switch kind {
    case .name: isName(argument)
    case .source, .target, .printer, .address: Self.isPath(argument)
    case .device: argument.hasPrefix("/dev/usb/lp") && Self.isNumber(argument.dropFirst(11))
    case .fingerprint:
      argument.utf8.count == 8 && argument.allSatisfy { $0.isASCII && $0.isHexDigit }
    case .number: Self.isNumber(argument)
    case .setting:
      (1...40).contains(argument.utf8.count) && !argument.hasPrefix("-")
        && argument.utf8.allSatisfy { (0x61...0x7a).contains($0) || $0 == UInt8(ascii: "-") }
    case .value: Int64(argument) != nil && !argument.hasPrefix("-") && argument.utf8.count < 20
    }
  }

  /// Whether it has one to six digits and nothing else.
  private static func isNumber(_ text: some StringProtocol) -> Bool {
    (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
