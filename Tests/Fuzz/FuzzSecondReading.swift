import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import SecondReading

/// A packet is read a second time, or refused; what both readers take is one transaction.
func fuzzSecondReading(_ bytes: [UInt8]) {
  for packet in [bytes, [0x70, 0x73, 0x62, 0x74, 0xff] + bytes] {
    guard let reader = try? SecondReader(packet, wallets: wallets, on: .regtest) else { continue }
    if let first = try? PSBT(decoding: packet) {
      precondition(
        first.unsignedTransaction.encoded() == reader.unsignedTransaction,
        "two readings of one transaction")
    }
    readAll(reader)
  }
}

/// A descriptor is read by the second reader, or refused, and what it says can be asked.
func fuzzWalletText(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  guard let reader = try? SecondReader(packet, wallets: [text], on: .regtest) else {
    preconditionFailure("the wallet made the packet unreadable")
  }
  readAll(reader)
}

private func readAll(_ reader: SecondReader) {
  var coins: [CoinReading] = []
  for number in 0..<reader.inputCount {
    for place in [nil] + places {
      guard let coin = try? reader.input(number, at: place) else { continue }
      precondition(place == nil || coin.home == place, "a place that was not asked about")
      if coins.count == number { coins.append(coin) }
      for signing in (try? reader.signings(ofInput: number, coin, by: [0, 1, 2])) ?? [] {
        precondition(signing.input == number && coin.home != nil, "a signature of another's coin")
      }
    }
  }
  var pays: [OutputReading] = []
  for number in 0..<reader.outputCount {
    for place in [nil] + places {
      guard let pay = try? reader.output(number, at: place) else { continue }
      if pays.count == number { pays.append(pay) }
    }
  }
  for wallet in 0..<wallets.count { _ = reader.isSole(wallet: wallet, keys: [0, 1], secret: [0]) }
  _ = reader.txid(coins, with: [:])
  guard let reading = try? reader.reading(coins, pays) else { return }
  let leaving = reading.leaving(sole: [0])
  precondition(
    leaving.amount.map { $0 <= max(reading.totalOut, reading.totalIn ?? 0) } ?? true,
    "more leaves than there is")
}

private let places = [
  Home(wallet: 0, branch: 0, index: 0), Home(wallet: 0, branch: 1, index: 0),
  Home(wallet: 1, branch: 0, index: 0), Home(wallet: 2, branch: 1, index: 2_147_483_647),
]

/// One key, two of two, and taproot.
///
/// The keys are those of two of BIP-39's test vectors.
private let wallets = [
  """
  wpkh([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4L\
  AxysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)
  """,
  """
  wsh(sortedmulti(2,[73c5da0a/48h/1h/0h/2h]tpubDFH9dgzveyD8zTbPUFuLrGmCydNvxehyNdUXKJAQN8x4aZ4j6UZqGf\
  nqFrD4NqyaTVGKbvEW54tsvPTK2UoSbCC1PJY8iCNiwTL3RWZEheQ/<0;1>/*,[b8688df1/48h/1h/0h/2h]tpubDEfobrrtpt\
  RTbKf4gysDhoabneABDTAcdj3Vbn4XwPsLE2pmqpizSPRG6zHsbAMuiSgWmWPsYCLHTKTPpyrGJ5rAoTpKoQNZcxodiPf2tSJ/<0\
  ;1>/*))
  """,
  """
  tr([73c5da0a/84h/1h/0h]tpubDC8msFGeGuwnKG9Upg7DM2b4DaRqg3CUZa5g8v2SRQ6K4NSkxUgd7HsL2XVWbVm39yBA4LAx\
  ysQAm397zwQSQoQgewGiYZqrA9DsP4zbQ1M/<0;1>/*)
  """,
]

/// One coin of the first wallet, one payment and change.
private let packet: [UInt8] = {
  let text = """
    cHNidP8BAHECAAAAAdAlnW1KOZwA+yUHUJagEhzeQyNXVinpVFS3+3L1zicBAAAAAAD9////AuCTBAAAAAAAFgAU3HPF4myCo0\
    68S25HnvwEoM4D3DdsrAoAAAAAABYAFC80qhzwClOwVaKRoDp9RfCmmItSAAAAAAABAFICAAAAAb77BHVK0EB9KZrgAfMNZUzY\
    B3B6bQbMcIZbkdZq7AMJAAAAAAD/////AUBCDwAAAAAAFgAU0MSj7wnpl7bpnjl+UY/j5BoRjKEAAAAAAQEfQEIPAAAAAAAWAB\
    TQxKPvCemXtumeOX5Rj+PkGhGMoSIGAuerJTe11J6XAwmq4G6eSfNs4cn+u9ROyODRzKC0+cMZGHPF2gpUAACAAQAAgAAAAIAA\
    AAAAAAAAAAAAIgIDXUnszVTQCZ5DZ2J3x6bUYl1hHaiKXfSb+VF6d5Gnd6UYc8XaClQAAIABAACAAAAAgAEAAAAAAAAAAA==
    """
  return (try? Base64.decode(text)) ?? []
}()
