// swift-tools-version: 6.2
import PackageDescription

// Two programs and one gap. `Sources` has a folder per room: `Shared` sees neither neighbour,
// `Offline` and `Online` never see each other. `Airgap/check` holds this manifest to that.
//
// Environment:
//   DRAWBRIDGE_ONLY=Name,Name  declares these modules, what they need and their tests, nothing
//                              else: `DRAWBRIDGE_ONLY=offline-signer swift build` fetches no
//                              database. Benchmarks are declared only where they are named here.
//   DRAWBRIDGE_FUZZ=1          declares the fuzz targets (they link with `--sanitize=fuzzer`).
//   DRAWBRIDGE_ARCHIVE_ADDRESS=... and DRAWBRIDGE_ARCHIVE_SHA256=...
//                              where the source is kept, and the hash of that archive: recovery
//                              sheets say both (without quotes, backticks and backslashes);
//                              `Airgap/make-packages --archive` sets them.
//   DRAWBRIDGE_COMMIT=...      the commit that is built, 40 digits in hexadecimal: recovery sheets say
//                              it; `Airgap/build-programs` sets it.
//   DRAWBRIDGE_TESTABLE=1      lets the tests look inside of our modules in a release build too. The
//                              packages from outside stay as they are: the optimiser then drops what
//                              nobody calls.

// MARK: Settings (above `let package`: a constant declared below it reaches no target)

let testable: [SwiftSetting] =
  Context.environment["DRAWBRIDGE_TESTABLE"] == nil
  ? [] : [.unsafeFlags(["-enable-testing"], .when(configuration: .release))]

let strict: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
  ] + testable

/// Pixels are looked at one by one: without the optimiser a photograph takes seconds, and the tests take
/// hundreds.
let pixels: [SwiftSetting] = strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Tests and what only they use: what they call is optimised in a release build, they are not.
///
/// They are compiled far longer than they run. Without the second flag each is read and checked once
/// more, for an interface that nobody imports.
let unoptimised: [SwiftSetting] =
  strict
  + [
    .unsafeFlags(
      ["-Onone", "-no-emit-module-separately-wmo"], .when(configuration: .release))
  ]

// MARK: Outside packages, per room by name

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let sqlite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift")

let parserPackage = Package.Dependency.package(
  url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
let databasePackage = Package.Dependency.package(
  url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")

/// Folders of files that tests compare with, beside their sources.
let keptBeside = ["TransactionReview": ["Golden"], "WalletStorage": ["Databases"]]

// MARK: Rooms

extension Target {
  /// A module map over an installed C library.
  static func library(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(
      name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
  }

  static func room(
    _ room: String, _ name: String, _ needs: [Target.Dependency],
    _ settings: [SwiftSetting] = strict
  ) -> Target {
    .target(
      name: name, dependencies: needs, path: "Sources/\(room)/\(name)", swiftSettings: settings)
  }

  static func program(_ room: String, _ name: String, _ needs: [Target.Dependency]) -> Target {
    .executableTarget(
      name: name, dependencies: needs, path: "Sources/\(room)/\(name)", swiftSettings: strict)
  }

  /// The tests of one module, in a folder of their own.
  static func tests(_ name: String, _ needs: [Target.Dependency]) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: needs + ["TestSupport"], path: "Tests/\(name)Tests",
      exclude: keptBeside[name] ?? [], swiftSettings: unoptimised)
  }
}

/// What was built, and where its source is kept, as sheets say it to heirs.
let facts: [CSetting] = [
  "DRAWBRIDGE_ARCHIVE_ADDRESS", "DRAWBRIDGE_ARCHIVE_SHA256", "DRAWBRIDGE_COMMIT",
].compactMap { name in
  Context.environment[name].map { .define(name, to: "\"\($0)\"") }
}

let c: [Target] = [
  .library("CSecp256k1", pkgConfig: "libsecp256k1", apt: "libsecp256k1-dev"),
  .library("CLibcrypto", pkgConfig: "libcrypto", apt: "libssl-dev"),
  .library("CUtf8proc", pkgConfig: "libutf8proc", apt: "libutf8proc-dev"),
  .library("CQREncode", pkgConfig: "libqrencode", apt: "libqrencode-dev"),
  .library("CZBar", pkgConfig: "zbar", apt: "libzbar-dev"),
  .library("CZXing", pkgConfig: "zxing", apt: "libzxing-dev"),
  .library("CPNG", pkgConfig: "libpng", apt: "libpng-dev"),
  .library("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
  .library("CGIF", apt: "libgif-dev"),
  .library("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
  .library("CCairo", pkgConfig: "cairo", apt: "libcairo2-dev"),
  .library("CPango", pkgConfig: "pangocairo", apt: "libpango1.0-dev"),
  .library("CSeccomp", pkgConfig: "libseccomp", apt: "libseccomp-dev"),
  .library("CLibcurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
  .target(name: "CSystemCalls", path: "Sources/C/CSystemCalls"),
  .target(name: "CBuildFacts", path: "Sources/C/CBuildFacts", cSettings: facts),
  .target(name: "CMemoryFiles", path: "Sources/C/CMemoryFiles"),
  .target(name: "CWipedMemory", dependencies: ["CSystemCalls"], path: "Sources/C/CWipedMemory"),
  .target(name: "COneHeap", path: "Sources/C/COneHeap"),
  .target(name: "CHandOver", path: "Sources/C/CHandOver"),
  .target(name: "CDeskPages", path: "Sources/C/CDeskPages", exclude: ["page"]),
  .target(name: "CDrawingShims", dependencies: ["CPNG"], path: "Sources/C/CDrawingShims"),
  .target(name: "CReaderShims", dependencies: ["CJPEG", "CPNG"], path: "Sources/C/CReaderShims"),
  .target(name: "CSymbolShims", dependencies: ["CZXing"], path: "Sources/C/CSymbolShims"),
  .target(
    name: "CCurlShims", dependencies: ["CLibcrypto", "CLibcurl"], path: "Sources/C/CCurlShims"),
]

let shared: [Target] = [
  .room("Shared", "Refusals", []),
  .room("Shared", "TextLayout", []),
  .room("Shared", "Bytes", ["Refusals"]),
  .room("Shared", "SecureMemory", ["CSystemCalls", "Refusals"]),
  .room("Shared", "Hashes", ["Bytes", "CLibcrypto", "SecureMemory"]),
  .room("Shared", "WordLists", ["Bytes", "Hashes"]),
  .room("Shared", "DurableFiles", ["CSystemCalls", "Refusals"]),
  .room("Shared", "HelperProcesses", ["CSystemCalls", "SecureMemory"]),
  .room("Shared", "Isolation", ["CSeccomp", "CSystemCalls", "Refusals"]),
  .room("Shared", "ParallelWork", ["CSystemCalls"]),
  .room("Shared", "Secp256k1", ["Bytes", "CSecp256k1", "Hashes", "SecureMemory"]),
  .room("Shared", "BitcoinPrimitives", ["Bytes", "Hashes", "Refusals", "Secp256k1"]),
  .room("Shared", "MultiversX", ["Bytes", "Hashes", "Refusals"]),
  .room(
    "Shared", "ScriptVerification",
    ["BitcoinPrimitives", "Bytes", "Hashes", "Refusals", "Secp256k1"]),
  .room(
    "Shared", "ExtendedKeys", ["BitcoinPrimitives", "Bytes", "Hashes", "Refusals", "Secp256k1"]),
  .room(
    "Shared", "Descriptors",
    ["BitcoinPrimitives", "Bytes", "ExtendedKeys", "Hashes", "Refusals", "Secp256k1"]),
  .room(
    "Shared", "BitcoinPSBT",
    [
      "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes", "ParallelWork",
      "Refusals", "ScriptVerification", "Secp256k1",
    ]),
  .room(
    "Shared", "TransactionReview",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes",
      "ParallelWork", "Refusals", "ScriptVerification", "Secp256k1", "TextLayout", "WalletFiles",
      "WordLists",
    ]),
  .room("Shared", "QRTransport", ["Bytes", "CZlib", "Hashes", "Refusals"]),
  .room("Shared", "QRDrawing", ["CDrawingShims", "CGIF", "CPNG", "CQREncode", "Refusals"]),
  .room("Shared", "PictureFormats", []),
  .room(
    "Shared", "QRReading",
    ["CGIF", "CReaderShims", "CSymbolShims", "CZBar", "CZlib", "PictureFormats"], pixels),
  .program("Shared", "qr-reader", ["CSeccomp", "CSystemCalls", "CWipedMemory", "QRReading"]),
  .room(
    "Shared", "WalletFiles",
    [
      "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes", "QRTransport",
      "Refusals", "Secp256k1", "SecureMemory", "WordLists",
    ]),
  .room(
    "Shared", "WalletBackups",
    [
      "BitcoinPrimitives", "Bytes", "ExtendedKeys", "Hashes", "ParallelWork", "Refusals",
      "Secp256k1", "SecureMemory",
    ]),
  .room(
    "Shared", "SignedMessages",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "Hashes", "Refusals",
      "ScriptVerification", "Secp256k1",
    ]),
  .room(
    "Shared", "AirgapMessages",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes",
      "QRTransport", "Refusals", "Secp256k1", "SignedMessages", "WalletBackups", "WalletFiles",
      "WordLists",
    ]),
  .room(
    "Shared", "TerminalUI",
    ["Bytes", "CSystemCalls", "DurableFiles", "Refusals", "SecureMemory", "TextLayout"]),
  .room(
    "Shared", "AirgapTransfer",
    [
      "AirgapMessages", "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "CSystemCalls", "Descriptors",
      "DurableFiles", "Hashes", "HelperProcesses", "ParallelWork", "PictureFormats", "QRDrawing",
      "QRTransport", "Refusals", "SecureMemory", "SignedMessages", "TerminalUI", "TextLayout",
      "WalletFiles",
    ]),
  .room(
    "Shared", "CommandLineInterface",
    [
      "AirgapMessages", "AirgapTransfer", "BitcoinPSBT", "BitcoinPrimitives", "Bytes",
      "DurableFiles", "ExtendedKeys", "Hashes", "HelperProcesses", "Refusals", "SignedMessages",
      "TerminalUI", "TextLayout", "TransactionReview", "WalletFiles", argumentParser,
    ]),
]

let offline: [Target] = [
  .room("Offline", "SecondReading", ["Bytes", "Hashes", "Refusals", "Secp256k1"]),
  .room(
    "Offline", "Secp256k1Signing",
    ["Bytes", "CSecp256k1", "Hashes", "Refusals", "Secp256k1", "SecureMemory"]),
  .room(
    "Offline", "SecretCodes",
    ["Bytes", "CUtf8proc", "Hashes", "QRTransport", "Refusals", "SecureMemory", "WordLists"]),
  .room(
    "Offline", "Mnemonics",
    ["Bytes", "Hashes", "Refusals", "SecretCodes", "SecureMemory", "WordLists"]),
  .room(
    "Offline", "SeedShares",
    ["Bytes", "Hashes", "Mnemonics", "Refusals", "SecretCodes", "SecureMemory", "WordLists"]),
  .room(
    "Offline", "SeedEntropy",
    ["Bytes", "Hashes", "Mnemonics", "Refusals", "SecretCodes", "SecureMemory"]),
  .room(
    "Offline", "SecretKeys",
    [
      "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes", "Mnemonics",
      "Refusals", "Secp256k1", "Secp256k1Signing", "SecretCodes", "SecureMemory", "WalletBackups",
    ]),
  .room(
    "Offline", "MultiversXKeys", ["Bytes", "CLibcrypto", "Hashes", "Refusals", "SecureMemory"]),
  .room(
    "Offline", "EncryptedVault",
    ["Bytes", "CLibcrypto", "DurableFiles", "Hashes", "Refusals", "SecureMemory"]),
  .room(
    "Offline", "SheetPages",
    ["HelperProcesses", "Refusals", "SecureMemory", "TerminalUI"]),
  .room("Offline", "SheetDrawing", ["CCairo", "CPango", "SecureMemory", "SheetPages"]),
  .room(
    "Offline", "SheetPrinting",
    ["CSystemCalls", "HelperProcesses", "Refusals", "SecureMemory", "SheetPages"]),
  .program("Offline", "sheet-printer", ["CWipedMemory", "Isolation", "SheetPrinting"]),
  .room(
    "Offline", "KeeperProcess", ["CSystemCalls", "HelperProcesses", "Refusals", "TerminalUI"]),
  .program(
    "Offline", "sheet-drawer",
    [
      "CMemoryFiles", "CSystemCalls", "CWipedMemory", "Isolation", "SecureMemory", "SheetDrawing",
      "SheetPages",
    ]),
  .room(
    "Offline", "PacketSigning",
    [
      "Bytes", "ExtendedKeys", "Hashes", "ParallelWork", "Refusals", "SecondReading", "Secp256k1",
      "Secp256k1Signing", "SecretKeys",
    ]),
  .room(
    "Offline", "Signing",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "Hashes", "PacketSigning",
      "Refusals", "SecondReading", "Secp256k1", "SecretKeys", "TransactionReview",
    ]),
  .room(
    "Offline", "RecoverySheets",
    [
      "BitcoinPrimitives", "Bytes", "CBuildFacts", "Descriptors", "EncryptedVault",
      "ExtendedKeys", "Hashes", "Mnemonics", "QRDrawing", "QRTransport", "Refusals", "SecretCodes",
      "SecureMemory",
      "SeedShares", "SheetPages", "TransactionReview",
    ]),
  .room(
    "Offline", "SignerHome",
    [
      "BitcoinPrimitives", "Bytes", "CommandLineInterface", "Descriptors", "DurableFiles",
      "EncryptedVault", "ExtendedKeys", "Isolation", "KeeperProcess", "Mnemonics",
      "RecoverySheets", "Refusals", "SecureMemory", "SheetPrinting", "TerminalUI", "TextLayout",
      "TransactionReview", "WordLists", argumentParser,
    ]),
  .room(
    "Offline", "SeedForms",
    [
      "AirgapTransfer", "BitcoinPrimitives", "Bytes", "CommandLineInterface", "Descriptors",
      "DurableFiles", "EncryptedVault", "ExtendedKeys", "Mnemonics", "QRDrawing", "QRTransport",
      "RecoverySheets", "Refusals", "Secp256k1", "Secp256k1Signing", "SecretCodes", "SecretKeys",
      "SecureMemory", "SeedShares", "SignerHome", "TerminalUI", "TextLayout", "WalletFiles",
      argumentParser,
    ]),
  .room(
    "Offline", "WalletRegistration",
    [
      "AirgapMessages", "AirgapTransfer", "BitcoinPSBT", "BitcoinPrimitives", "Bytes",
      "CommandLineInterface", "Descriptors", "DurableFiles", "EncryptedVault", "ExtendedKeys",
      "ParallelWork", "Refusals", "Secp256k1", "SecretKeys", "SecureMemory", "SeedForms",
      "SignerHome", "TerminalUI", "TextLayout", "TransactionReview", "WalletFiles", argumentParser,
    ]),
  .room(
    "Offline", "PaymentSigning",
    [
      "AirgapMessages", "AirgapTransfer", "BitcoinPSBT", "BitcoinPrimitives", "Bytes",
      "CommandLineInterface", "Descriptors", "EncryptedVault", "ExtendedKeys", "Hashes",
      "Refusals", "SecretKeys", "SeedForms", "SignerHome", "Signing", "TerminalUI",
      "TransactionReview", "WalletRegistration", argumentParser,
    ]),
  .room(
    "Offline", "KeyKeeper",
    [
      "BitcoinPrimitives", "Bytes", "CommandLineInterface", "Descriptors", "EncryptedVault",
      "ExtendedKeys", "Hashes", "KeeperProcess", "Mnemonics", "PacketSigning", "PaymentSigning",
      "Refusals", "SecondReading", "SecretKeys", "SecureMemory", "SeedForms", "SignedMessages",
      "SignerHome", "Signing", "TerminalUI", "TextLayout", "TransactionReview", "WalletBackups",
      "WalletRegistration", "WordLists",
    ]),
  .room(
    "Offline", "SheetMaking",
    [
      "BitcoinPrimitives", "Bytes", "CommandLineInterface", "Descriptors", "DurableFiles",
      "EncryptedVault", "ExtendedKeys", "Mnemonics", "RecoverySheets", "Refusals", "SecretCodes",
      "SecretKeys", "SecureMemory", "SeedForms", "SeedShares", "SheetPages", "SheetPrinting",
      "SignerHome", "TerminalUI", "TransactionReview", "WalletFiles", "WalletRegistration",
      argumentParser,
    ]),
  .room("Offline", "SignerDesk", ["Bytes", "Refusals", "TerminalUI", "TextLayout"]),
  .room(
    "Offline", "OfflineSigner",
    [
      "AirgapMessages", "AirgapTransfer", "BitcoinPSBT", "BitcoinPrimitives", "Bytes",
      "CommandLineInterface", "Descriptors", "DurableFiles", "EncryptedVault", "ExtendedKeys",
      "Hashes", "Isolation", "KeeperProcess", "KeyKeeper", "Mnemonics", "PacketSigning",
      "PaymentSigning", "QRDrawing", "RecoverySheets", "Refusals", "SecondReading", "SecretKeys",
      "SecureMemory", "SeedEntropy", "SeedForms", "SeedShares", "SheetMaking", "SheetPages",
      "SheetPrinting", "SignedMessages", "SignerDesk", "SignerHome", "Signing", "TerminalUI",
      "TransactionReview", "WalletBackups", "WalletFiles", "WalletRegistration", argumentParser,
    ]),
  .program("Offline", "offline-signer", ["Isolation", "KeeperProcess", "OfflineSigner"]),
  .program(
    "Offline", "key-keeper",
    ["CWipedMemory", "Isolation", "KeeperProcess", "OfflineSigner", "SheetPrinting"]),
]

let online: [Target] = [
  .room("Online", "ChainTypes", ["BitcoinPrimitives"]),
  .room(
    "Online", "WalletTypes", ["BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors"]),
  .room(
    "Online", "NodeClients",
    [
      "BitcoinPrimitives", "Bytes", "CCurlShims", "CLibcurl", "ChainTypes", "DurableFiles",
      "Hashes", "Refusals", "ScriptVerification",
    ]),
  .room(
    "Online", "WalletStorage",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "ChainTypes", "Descriptors", "DurableFiles",
      "ExtendedKeys", "Hashes", "Refusals", "ScriptVerification", "WalletTypes", grdb,
      sqlite,
    ]),
  .room(
    "Online", "WalletSync",
    [
      "BitcoinPrimitives", "ChainTypes", "Descriptors", "NodeClients", "Refusals", "WalletStorage",
      "WalletTypes",
    ]),
  .room("Online", "CoinSelection", ["BitcoinPrimitives", "Refusals"]),
  .room(
    "Online", "PaymentBuilding",
    [
      "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "CoinSelection", "Descriptors", "ExtendedKeys",
      "Refusals", "Secp256k1", "WalletTypes",
    ]),
  .room(
    "Online", "OnlineCoordinator",
    [
      "AirgapMessages", "AirgapTransfer", "BitcoinPSBT", "BitcoinPrimitives", "Bytes",
      "CHandOver", "ChainTypes", "CoinSelection", "CommandLineInterface", "Descriptors",
      "DurableFiles", "ExtendedKeys", "Hashes", "HelperProcesses", "NodeClients", "PaymentBuilding",
      "QRDrawing",
      "QRTransport",
      "Isolation", "Refusals", "ScriptVerification", "Secp256k1", "SecureMemory",
      "SignedMessages", "TerminalUI", "TransactionReview", "WalletBackups", "WalletFiles",
      "WalletStorage", "WalletSync", "WalletTypes", argumentParser,
    ]),
  .program("Online", "online-coordinator", ["COneHeap", "OnlineCoordinator"]),
  .room(
    "Online", "CoordinatorDesk",
    ["Bytes", "CDeskPages", "Isolation", "QRDrawing", "QRTransport", "SecureMemory"]),
  .program("Online", "coordinator-desk", ["CoordinatorDesk"]),
]

/// Every module that is not a program has a test target: the module, what it needs, and this.
let extraTestNeeds: [String: [Target.Dependency]] = [
  "BitcoinPSBT": ["Secp256k1Signing", "SecureMemory"],
  "Descriptors": ["SecretKeys", "SecureMemory"],
  "CommandLineInterface": ["RecordingScreens", argumentParser],
  "DurableFiles": ["FaultyFiles"],
  "EncryptedVault": ["FaultyFiles", "vault-probe"],
  "Isolation": ["FakeMachine", "isolation-probe"],
  "QRDrawing": ["QRTransport"],
  "QRReading": ["CFakeCamera", "CQREncode", "Photographs", "QRDrawing", "QRTransport"],
  "AirgapTransfer": ["Isolation", "RecordingScreens", "qr-reader"],
  "RecoverySheets": ["SheetDrawing"],
  "SheetDrawing": ["HelperProcesses", "QRDrawing", "QRReading", "sheet-drawer"],
  "KeeperProcess": ["keeper-probe"],
  "KeyKeeper": ["RecordingScreens", "ReviewFixtures", argumentParser],
  "PaymentSigning": ["ReviewFixtures"],
  "SheetPrinting": ["sheet-printer"],
  "SignerHome": ["RecordingScreens"],
  "WalletRegistration": ["RecordingScreens"],
  "OfflineSigner": [
    "FakeMachine", "HelperProcesses", "Photographs", "QRReading", "QRTransport",
    "RecordingScreens", "ScriptVerification", "Secp256k1", "Secp256k1Signing",
    "SecretCodes", "SecretSamples", argumentParser, "desk-probe", "key-keeper", "qr-reader",
    "sheet-drawer", "sheet-printer",
  ],
  "NodeClients": ["CTLSServer", "PracticeServers"],
  "SecretCodes": ["SecretSamples"],
  "Mnemonics": ["ExtendedKeys", "QRTransport", "SecretKeys", "SecretSamples"],
  "SeedShares": ["ExtendedKeys", "QRTransport", "SecretKeys", "SecretSamples"],
  "SeedEntropy": ["SecretSamples"],
  "SecretKeys": ["SecretSamples"],
  "SeedForms": ["SecretSamples"],
  "OnlineCoordinator": [
    "FaultyFiles", "PracticeServers", "RecordingScreens", "Secp256k1Signing", "WalletFixtures",
    "qr-reader", grdb,
  ],
  "TerminalUI": ["RecordingScreens", "terminal-probe"],
  "TransactionReview": ["ReviewFixtures"],
  "WalletFiles": ["Secp256k1Signing"],
  "WalletStorage": ["NodeClients", "WalletFixtures", "WalletSync"],
  "WalletSync": ["Bytes", "Hashes", "WalletFixtures", grdb],
  "SecondReading": [
    "BitcoinPSBT", "BitcoinPrimitives", "Descriptors", "ExtendedKeys", "Mnemonics", "PacketSigning",
    "ReviewFixtures", "Secp256k1Signing", "SecretKeys", "SecureMemory", "Signing",
    "TransactionReview",
  ],
  "Signing": [
    "ExtendedKeys", "Mnemonics", "ReviewFixtures", "ScriptVerification", "Secp256k1Signing",
    "SecureMemory",
  ],
]

let tests: [Target] =
  [
    .target(
      name: "TestSupport", dependencies: ["Bytes"], path: "Tests/TestSupport",
      swiftSettings: unoptimised),
    .target(name: "CFakeCamera", dependencies: ["CReaderShims"], path: "Tests/FakeCamera"),
    .target(name: "CIsolationProbe", path: "Tests/IsolationProbe/C"),
    .target(
      name: "CTLSServer", path: "Tests/TLSServer",
      linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
    .executableTarget(
      name: "isolation-probe", dependencies: ["CIsolationProbe", "CSystemCalls", "Isolation"],
      path: "Tests/IsolationProbe/Program", swiftSettings: strict),
    .executableTarget(
      name: "desk-probe",
      dependencies: [
        "CIsolationProbe", "CSystemCalls", "HelperProcesses", "Isolation", "OfflineSigner",
        "SecureMemory", "SignerDesk", "SignerHome",
      ],
      path: "Tests/DeskProbe", swiftSettings: strict),
    .executableTarget(
      name: "keeper-probe",
      dependencies: ["CSystemCalls", "Isolation", "KeeperProcess", "ParallelWork", "TerminalUI"],
      path: "Tests/KeeperProbe", swiftSettings: strict),
    .executableTarget(
      name: "terminal-probe", dependencies: ["SecureMemory", "TerminalUI"],
      path: "Tests/TerminalProbe", swiftSettings: strict),
    .executableTarget(
      name: "vault-probe", dependencies: ["DurableFiles", "EncryptedVault", "SecureMemory"],
      path: "Tests/VaultProbe", swiftSettings: strict),
    .executableTarget(
      name: "quick-signer",
      dependencies: [
        "AirgapTransfer", "CWipedMemory", "EncryptedVault", "Isolation", "KeeperProcess",
        "OfflineSigner", "SheetPrinting", "SignerHome",
      ],
      path: "Tests/QuickSigner", swiftSettings: strict),
    .target(
      name: "FaultyFiles", dependencies: ["DurableFiles"], path: "Tests/FaultyFiles",
      swiftSettings: unoptimised),
    .target(name: "FakeMachine", path: "Tests/FakeMachine", swiftSettings: unoptimised),
    .target(
      name: "RecordingScreens", dependencies: ["SecureMemory", "TerminalUI"],
      path: "Tests/RecordingScreens", swiftSettings: unoptimised),
    .target(
      name: "SecretSamples", dependencies: ["Bytes", "Hashes", "Mnemonics", "SecureMemory"],
      path: "Tests/SecretSamples", swiftSettings: unoptimised),
    .target(
      name: "ReviewFixtures",
      dependencies: [
        "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Hashes",
        "Refusals", "Secp256k1", "TransactionReview",
      ],
      path: "Tests/ReviewFixtures", swiftSettings: unoptimised),
    .target(
      name: "WalletFixtures",
      dependencies: [
        "BitcoinPrimitives", "Bytes", "ChainTypes", "Descriptors", "NodeClients", "WalletStorage",
        "WalletSync", "WalletTypes",
      ],
      path: "Tests/WalletFixtures", swiftSettings: unoptimised),
    .target(
      name: "PracticeServers",
      dependencies: ["BitcoinPrimitives", "Bytes", "Hashes", "NodeClients"],
      path: "Tests/PracticeServers", swiftSettings: unoptimised),
    .target(
      name: "Photographs", dependencies: ["CJPEG", "QRDrawing", "QRReading"],
      path: "Tests/Photographs", swiftSettings: pixels),
    .testTarget(
      name: "Journeys",
      dependencies: ["Bytes", "Photographs", "QRDrawing", "QRReading", "TestSupport"],
      path: "Tests/Journeys",
      exclude: ["cosigner.py", "rpc.py", "terminal.py"], swiftSettings: unoptimised),
    .target(
      name: "Measurement", dependencies: ["CSystemCalls", "ParallelWork"],
      path: "Tests/Measurement", swiftSettings: strict),
    .executableTarget(
      name: "CoordinatorBenchmarks",
      dependencies: [
        "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "COneHeap", "ChainTypes", "CoinSelection",
        "Descriptors", "DurableFiles", "ExtendedKeys", "Measurement", "Mnemonics", "NodeClients",
        "OnlineCoordinator", "PaymentBuilding", "RecordingScreens", "Secp256k1", "Secp256k1Signing",
        "SecretKeys", "SecureMemory", "TerminalUI", "WalletStorage", "WalletSync", "WalletTypes",
      ],
      path: "Tests/CoordinatorBenchmarks", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "CLibcrypto", "CSecp256k1", "CSystemCalls",
        "CoinSelection", "Descriptors", "DurableFiles", "ExtendedKeys", "Hashes", "Measurement",
        "Mnemonics", "ParallelWork", "Photographs",
        "QRDrawing", "QRReading", "QRTransport", "Secp256k1", "Secp256k1Signing", "SecretKeys",
        "SecureMemory", "Signing", "TransactionReview",
      ],
      path: "Tests/Benchmarks", swiftSettings: strict),
    .executableTarget(
      name: "script-judge", dependencies: ["BitcoinPrimitives", "Bytes", "ScriptVerification"],
      path: "Tests/CrossChecks/script-judge", swiftSettings: strict),
    .executableTarget(
      name: "sign-judge",
      dependencies: [
        "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors", "ExtendedKeys", "Secp256k1",
        "Secp256k1Signing", "SecretKeys", "SecureMemory", "Signing", "TransactionReview",
      ],
      path: "Tests/CrossChecks/sign-judge", swiftSettings: strict),
  ]
  + (shared + offline + online).filter { $0.type == .regular }.map {
    .tests(
      $0.name,
      [.init(stringLiteral: $0.name)] + $0.dependencies + (extraTestNeeds[$0.name] ?? []))
  }

let fuzz: [Target] =
  Context.environment["DRAWBRIDGE_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "FuzzTargets",
      dependencies: [
        "AirgapMessages", "BitcoinPSBT", "BitcoinPrimitives", "Bytes", "Descriptors",
        "EncryptedVault", "Hashes", "QRTransport", "SecondReading", "SecureMemory", "SheetPages",
        "SignedMessages",
        "WalletBackups", "WalletFiles",
      ], path: "Tests/Fuzz", exclude: ["Corpus", "Keeper", "run"],
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
    .executableTarget(
      name: "FuzzKeeperTargets",
      dependencies: [
        "BitcoinPrimitives", "Bytes", "EncryptedVault", "Hashes", "KeyKeeper", "Mnemonics",
        "RecoverySheets", "SecretCodes", "SecretKeys", "SecureMemory", "SeedForms", "SeedShares",
      ], path: "Tests/Fuzz/Keeper",
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
  ]

// MARK: Which of them this build declares

let name: (Target.Dependency) -> String? = {
  switch $0 {
  case .targetItem(let name, _), .byNameItem(let name, _): name
  default: nil
  }
}

/// What nothing needs but a person who measures.
let measuring: Set<String> = ["Benchmarks", "CoordinatorBenchmarks", "Measurement"]

let targets: [Target] = {
  let all = c + shared + offline + online + tests + fuzz
  guard let only = Context.environment["DRAWBRIDGE_ONLY"], !only.isEmpty else {
    return all.filter { !measuring.contains($0.name) }
  }
  var wanted = Set(only.split(separator: ",").map(String.init))
  for test in all where test.type == .test && wanted.contains(String(test.name.dropLast(5))) {
    wanted.insert(test.name)
  }
  var size = 0
  while wanted.count > size {
    size = wanted.count
    for target in all where wanted.contains(target.name) {
      wanted.formUnion(target.dependencies.compactMap(name))
    }
  }
  return all.filter { wanted.contains($0.name) }
}()

let usesParser = targets.contains { $0.name == "CommandLineInterface" }
let usesDatabase = targets.contains { $0.name == "WalletStorage" }

/// What other packages may use: each library with the modules whose types stand in its public declarations.
///
/// `Samples/library` is such a package.
let libraries: KeyValuePairs<String, [String]> = [
  "BitcoinPSBT": ["BitcoinPrimitives"],
  "Descriptors": ["BitcoinPrimitives", "ExtendedKeys"],
  "QRTransport": [],
  "ScriptVerification": ["BitcoinPrimitives"],
  "SignedMessages": ["ScriptVerification"],
  "TransactionReview": [
    "BitcoinPSBT", "BitcoinPrimitives", "Descriptors", "ExtendedKeys", "Refusals", "WordLists",
  ],
  "WalletFiles": ["BitcoinPrimitives", "Descriptors", "ExtendedKeys"],
]
let products: [Product] = libraries.filter { library in
  targets.contains { $0.name == library.key }
}.map { .library(name: $0.key, targets: [$0.key] + $0.value) }

let package = Package(
  name: "drawbridge",
  products: products,
  dependencies: (usesParser ? [parserPackage] : []) + (usesDatabase ? [databasePackage] : []),
  targets: targets, cxxLanguageStandard: .cxx17
)
