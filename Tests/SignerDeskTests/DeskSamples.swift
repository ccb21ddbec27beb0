import Bytes

@testable import SignerDesk

/// A machine with a stick and a printer, on which nothing is read.
struct SampleFiles: DeskFiles {
  var mounted = ["/media/alice/STICK"]
  var own: String? { "/home/alice" }

  func sticks() -> [String] { mounted }
  func entries(of folder: String) -> DeskListing {
    switch folder {
    case "/media/alice/STICK":
      .entries([
        DeskEntry(name: ".hidden.psbt", isFolder: false),
        DeskEntry(name: "pay.psbt", isFolder: false),
        DeskEntry(name: "notes.odt", isFolder: false), DeskEntry(name: "scans", isFolder: true),
      ])
    case "/home/alice": .entries([])
    case "/media/alice/BROKEN": .silent(seconds: 5)
    default: .unreadable
    }
  }
  func printers() -> [String] { ["/dev/usb/lp0"] }
}

enum Sample {
  static let status = """
    {"network":"signet","seeds":[{"name":"savings","fingerprint":"73c5da0a","kind":"bip39","words":12,
    "readBack":false,"verified":null,"nextDrill":null},{"name":"family","fingerprint":"0f056943",
    "kind":"bip39","words":24,"readBack":true,"verified":1764374400,"nextDrill":1795910400}],
    "wallets":[{"name":"savings-wpkh-0","trust":"sole","seeds":["savings"]}],
    "sheets":[{"name":"savings","kind":"full","title":"recovery sheet of savings, printed 2026-11-29 10:00",
    "printed":1764374400,"verified":null}],
    "settings":[{"name":"drill-interval-days","value":365,"meaning":"days","least":1,"most":3650},
    {"name":"desk-lock-minutes","value":5,"meaning":"minutes","least":1,"most":240}],
    "signed":3,"seedsPassphrase":false,"notices":[],
    "reminders":["the backup of the seed savings was never read back: `sheet check` a printed sheet"]}
    """

  static func home(vault: Bool = true, mainnet: Bool = false) -> DeskHome {
    DeskHome(
      hasVault: vault, isMainnet: mainnet, files: SampleFiles(), printsThroughCUPS: true,
      isName: { !$0.isEmpty && !$0.contains(" ") }, now: { 1_796_000_000 })
  }

  /// A home with seeds, wallets and sheets, as it is after it was opened.
  static func full(_ status: String = status) throws -> DeskHome {
    var home = home()
    guard home.take(status: try JSONReader.parse(Array(status.utf8))) else { throw Fault() }
    return home
  }

  /// The same, with one private key in place of the second seed.
  static func withSingleKey() throws -> DeskHome {
    try full(status.replacing("\"kind\":\"bip39\",\"words\":24", with: "\"kind\":\"wif\""))
  }

  struct Fault: Error {}

  static func open() throws -> Desk {
    var desk = Desk(home())
    desk.open(status: try full())
    return desk
  }
}

extension Desk {
  var titles: [String] { frames.map(\.page.title) }

  mutating func press(_ text: String) -> Wish? {
    var wish: Wish?
    for character in text { wish = take([.character(String(character))]) ?? wish }
    return wish
  }

  func drawn(_ columns: Int = 80, _ rows: Int = 24, plain: Bool = false) -> [String] {
    DeskView(self, columns: columns, rows: rows, isPlain: plain).rows
  }
}
