extension Peer {
  /// Whether payments for it go without the previous transactions of segwit inputs, which it does not look at.
  public var goesWithoutPrevious: Bool { profile.previous == .unread }

  /// Its name, for people.
  public var name: String { profile.name }

  /// What the peer reads; docs/peers.md says why, and how each was tried.
  var profile: PeerProfile {
    switch self {
    case .coldcardQ:
      PeerProfile(
        "Coldcard Q", payment: .bbqr, wallets: [.coldcard], carrier: .bbqr,
        account: .coldcardMultisig, series: 20, milliseconds: 250, previous: .needed)
    case .seedSigner:
      PeerProfile(
        "SeedSigner", payment: .ur, wallets: [.descriptor, .coldcard, .specter], series: 12,
        milliseconds: 500, previous: .unread)
    case .krux:
      PeerProfile(
        "Krux", payment: .bbqr, wallets: [.descriptor, .coldcard],
        misread: [.accountMap: "it takes change addresses for receiving ones"], series: 10,
        milliseconds: 300, previous: .needed)
    case .jade:
      PeerProfile(
        "Jade", payment: .ur, wallets: [.coldcard, .descriptor], series: 12, milliseconds: 300,
        previous: .read)
    case .passport:
      PeerProfile(
        "Passport", payment: .ur, wallets: [.coldcard], series: 12, milliseconds: 250,
        previous: .needed)
    case .keystone:
      PeerProfile(
        "Keystone", payment: .ur, wallets: [.coldcard], series: 12, milliseconds: 250,
        previous: .needed)
    case .specterDIY:
      PeerProfile(
        "Specter-DIY", payment: .ur, wallets: [.specterDIY], series: 12, milliseconds: 500,
        previous: .needed)
    case .sparrow:
      PeerProfile(
        "Sparrow", payment: .ur, wallets: [.cryptoOutput, .descriptor], account: .cryptoAccount,
        series: 16, single: 27, milliseconds: 250, previous: .read)
    case .nunchuk:
      PeerProfile(
        "Nunchuk", payment: .ur, wallets: [.bsms, .descriptor], account: .cryptoAccount,
        series: 16, single: 20, milliseconds: 250, previous: .read)
    case .blueWallet:
      PeerProfile(
        "BlueWallet", payment: .ur, wallets: [.coldcard, .descriptor], account: .cryptoAccount,
        series: 12, single: 20, milliseconds: 300, previous: .read)
    case .electrum:
      PeerProfile(
        "Electrum", payment: .base43, wallets: [.electrum], carrier: nil, account: .electrum,
        misread: [
          .text: "it restores a bare xpub or tpub as a legacy wallet, whatever the path says",
          .specter: "it restores a bare xpub or tpub as a legacy wallet, whatever the path says",
        ],
        series: 27, milliseconds: 250, previous: .read)
    case .drawbridge:
      PeerProfile(
        "Drawbridge", payment: .compact, wallets: [.cryptoOutput, .descriptor],
        account: .cryptoAccount, series: 27, milliseconds: 250, readsMosaics: true,
        previous: .needed)
    }
  }
}
