/// A program or device on the other side, in the words of `--for`.
public enum Peer: String, CaseIterable, Sendable {
  /// Coldcard Q.
  case coldcardQ = "coldcard-q"
  /// SeedSigner.
  case seedSigner = "seedsigner"
  /// Krux.
  case krux
  /// Blockstream Jade.
  case jade
  /// Foundation Passport.
  case passport
  /// Keystone 3.
  case keystone
  /// Specter-DIY.
  case specterDIY = "specter-diy"
  /// Sparrow.
  case sparrow
  /// Nunchuk.
  case nunchuk
  /// BlueWallet.
  case blueWallet = "bluewallet"
  /// Electrum.
  case electrum
  /// The other one of this project's two programs.
  case drawbridge
}
