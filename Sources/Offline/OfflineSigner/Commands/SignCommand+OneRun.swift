internal import BitcoinPrimitives
internal import CommandLineInterface
internal import Descriptors
internal import EncryptedVault
internal import KeyKeeper
internal import PaymentSigning
internal import Refusals
internal import SeedForms
internal import SignerHome
internal import TerminalUI
internal import TransactionReview
internal import WalletRegistration

// Without a vault: a seed and a wallet for one run, shown and agreed to.
extension SignCommand {
  /// Signs with a seed that what holds the seeds reads, for a wallet that is read here.
  func signForOneRun(to targets: Targets, _ session: SignerSession) throws(ProgramError) {
    try stateless.requireSeed()
    let console = session.console
    let network = stateless.carriedSeed.usedNetwork
    let money = try MoneyConsent(consent, on: network, vault: nil, session)
    let keeper = keeper(session)
    // Beside another process the seed is read before bytes from outside are. Within one process they are read before
    // any key is in memory.
    if session.environment.keeper != nil { _ = try keeper.open() }
    let payment = try payment(console)
    let other = try otherAnswer(console)
    let carried = try stateless.wallet.map { wallet throws(ProgramError) in
      try CarriedWallet.read(wallet, on: network, console)
    }
    let wallet = try agreedWallet(carried, by: keeper, session)
    let review = Review(
      of: payment.psbt, in: wallet.context(now: session.now, payload: payment.payload))
    try requireAnswerable(review, payment)
    session.endRehearsal(of: review.facts)
    try sign(review, payment, comparedWith: other, money, by: keeper, to: targets, session)
  }

  /// Shows the wallet; what holds the seed asks whether it is the right one.
  private func agreedWallet(
    _ carried: CarriedWallet?, by keeper: KeeperClient, _ session: SignerSession
  ) throws(ProgramError) -> OneRunWallet {
    let console = session.console
    let network = stateless.carriedSeed.usedNetwork
    let isChild = stateless.carriedSeed.bip85 != nil
    let (text, own) = try keeper.keys(ofWallet: carried?.descriptor.canonical ?? "")
    let descriptor = try hinted { () throws(DescriptorError) in
      try Descriptor(parsing: text, checksum: .required)
    }
    let wallet = OneRunWallet(
      network: network, descriptor: descriptor, ownKeys: own, isChild: isChild)
    // A single private key says its network itself, but for a BIP-85 child.
    if carried == nil ? !isChild : WalletRules.isBound(descriptor, to: network) {
      session.beginRehearsal(on: network)
    }
    let screen = try WalletScreen(
      name: EntryName.oneRun.text, network: network, descriptor: descriptor, ownKeys: own,
      sources: wallet.keySources)
    let shown = """
      STATELESS on \(network.name): no vault is used and nothing will be remembered.
      \(screen.text(columns: console.columns))
      """
    let isAccepted = accept.contains(.consent(.wallet))
    if isAccepted { console.talk(shown) } else { try console.showBeforeQuestion(shown) }
    try carried?.concernsOfFile(on: network).acknowledge(accepting: accept, on: console)
    // The words do not stand in the question: here they are on a screen that is not left.
    if !isAccepted { try console.showBeforeQuestion(screen.summary) }
    _ = try keeper.register(
      RegisterRequest(
        name: EntryName.oneRun.text, descriptor: text, own: own, policy: screen.policy,
        trust: screen.trust.rawValue, words: "\(descriptor.checkWords)",
        addresses: screen.firstAddresses, source: ""))
    return wallet
  }
}
