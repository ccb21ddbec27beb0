extension DeskPage {
  /// A payment: where it comes from.
  static let signing = DeskPage("Sign a payment", isHub: true) { home in
    guard !home.wallets.isEmpty else {
      return DeskContent(
        ["No wallet is registered here, so there is nothing to sign for yet."],
        .menu([
          DeskItem("First set-up", "", .open(.setUp)),
          DeskItem("Register a group's wallet", "", .open(.registration)),
          DeskItem("Recovery", "", .open(.recovery)),
        ]))
    }
    return DeskContent(
      [
        "The whole payment is shown before anything is asked. Nothing is signed until you type what "
          + "the last question asks for."
      ],
      .menu([
        DeskItem("By camera", "hold its QR codes up", .open(answer(to: "camera"))),
        DeskItem(
          "From a stick or folder", "a file or pictures",
          .open(.places("Payment", .payments) { .open(fileAnswer(to: $0)) })),
        DeskItem("Review only, by camera", "nothing is signed", .run(.review("camera"))),
        DeskItem(
          "Review only, from a file", "nothing is signed",
          .open(.places("Payment", .payments) { .run(.review($0)) })),
        DeskItem("Sign a text", "a message, by an address of a wallet", .open(message)),
      ]))
  }

  /// Where the signatures go, for what came by camera.
  private static func answer(to source: String) -> DeskPage {
    .targets("Answer", file: "signed.psbt", screen: "QR codes, until the coordinator has them") {
      .run(.sign(source, out: $0))
    }
  }

  /// The same for a file: beside it too.
  private static func fileAnswer(to path: String) -> DeskPage {
    let beside = answerName(of: path)
    return DeskPage("Answer") { _ in
      DeskContent(
        ["The payment: \(shown(path))"],
        .menu([
          DeskItem("Beside it", shown(beside), .run(.sign(path, out: beside))),
          DeskItem(
            "On this screen", "QR codes, until the coordinator has them",
            .run(.sign(path, out: "terminal"))),
          DeskItem("Elsewhere", "", .open(answer(to: path))),
        ]))
    }
  }

  /// As the answer to a payment is called beside it: pay.psbt is answered by pay-signed.psbt.
  static func answerName(of path: String) -> String {
    var name = path
    for ending in [".txt", ".psbt"] where name.lowercased().hasSuffix(ending) {
      name.removeLast(ending.count)
    }
    return name + "-signed.psbt"
  }

  /// A text to sign.
  private static let message = DeskPage("Sign a text") { home in
    DeskContent(
      ["Which wallet has the address? A signed text moves no coin."],
      .menu(
        home.wallets.map { wallet in
          DeskItem(
            wallet.name, wallet.trust,
            .open(
              .menu(
                "Text",
                [
                  DeskItem("By camera", "", .open(messageAnswer("camera", wallet.name))),
                  DeskItem(
                    "From a stick or folder", "",
                    .open(.places("Text", .all) { .open(messageAnswer($0, wallet.name)) })),
                ])))
        }))
  }

  private static func messageAnswer(_ source: String, _ wallet: String) -> DeskPage {
    .targets("Answer", file: "signed.txt", screen: "QR codes") {
      .run(
        DeskDeed("Sign a text", ["message", "sign", source, "--wallet", wallet, "--out", $0]))
    }
  }

  /// Addresses: shown and checked.
  static let addresses = DeskPage("Check an address", isHub: true) { home in
    DeskContent(
      [
        "A coordinator that was taken over can show anybody's address. Here it is derived again: compare "
          + "the whole address, for look-alikes differ in the middle."
      ],
      .menu(
        checks([])
          + [DeskItem("Search further", "for an address far out", .open(further))]
          + home.wallets.map {
            DeskItem("Show one of \($0.name)", "by its number", .open(address(of: $0.name)))
          }))
  }

  /// Ways to check an address, with more options.
  private static func checks(_ options: [String]) -> [DeskItem] {
    @Sendable func check(_ what: [String]) -> DeskMove {
      .run(DeskDeed("Check an address", ["address", "verify"] + what + options))
    }
    return [
      DeskItem("By camera", "is it ours?", check(["--from", "camera"])),
      DeskItem(
        "Type or paste it", "is it ours?",
        .open(
          .field(
            "Address", ["The whole address, or a bitcoin: URI."],
            DeskField(
              "Address",
              fault: {
                $0.count < 20 || $0.hasPrefix("-")
                  ? "That is not an address: type or paste all of it." : nil
              }, then: { check([$0]) })))),
      DeskItem(
        "From a picture", "is it ours?",
        .open(.places("Picture", .pictures) { check(["--from", $0]) })),
    ]
  }

  private static let further = DeskPage.field(
    "Search further",
    [
      "Addresses are searched up to 1,000 past the highest known one. Searching further takes longer."
    ],
    DeskField(
      "Up to number", initial: "10000",
      fault: {
        UInt32($0).map { $0 < 1_000_000 } == true ? nil : "Type a number from 0 to 999999."
      },
      then: { .open(.menu("Up to \($0)", [], checks(["--up-to", $0]))) }))

  static func address(of wallet: String) -> DeskPage {
    .field(
      "Number", ["Addresses are numbered from 0, as on the coordinator."],
      DeskField(
        "Address number", initial: "0",
        fault: {
          UInt32($0).map { $0 < 1_000_000 } == true ? nil : "Type a number from 0 to 999999."
        },
        then: { .run(DeskDeed("Show an address", ["address", "show", wallet, $0, "--qr"])) }))
  }
}

extension DeskPage {
  static func menu(_ title: String, _ items: [DeskItem]) -> DeskPage { .menu(title, [], items) }
}

extension DeskDeed {
  static func sign(_ source: String, out: String) -> DeskDeed {
    DeskDeed("Sign a payment", ["sign", source, "--out", out])
  }

  static func review(_ source: String) -> DeskDeed {
    DeskDeed("Look at a payment", ["review", source])
  }
}
