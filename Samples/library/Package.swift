// swift-tools-version: 6.2
import PackageDescription

// Another package that uses Drawbridge's libraries. It depends on this repository by path; yours would say
// `.package(url: "...", exact: "...")`, with nothing else to change.

let libraries = [
  "BitcoinPSBT", "Descriptors", "QRTransport", "ScriptVerification", "TransactionReview",
  "WalletFiles",
]

let package = Package(
  name: "library-sample",
  dependencies: [.package(name: "drawbridge", path: "../..")],
  targets: [
    .executableTarget(
      name: "library-sample",
      dependencies: libraries.map { .product(name: $0, package: "drawbridge") },
      swiftSettings: [.swiftLanguageMode(.v6)])
  ]
)
