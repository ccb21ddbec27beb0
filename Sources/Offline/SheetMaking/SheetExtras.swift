internal import BitcoinPrimitives
internal import Bytes
internal import Descriptors
internal import EncryptedVault
package import RecoverySheets
internal import SecureMemory
internal import SeedForms
package import TerminalUI
internal import WalletFiles

// QR codes for other programs that a sheet may hold beside its own.

extension StoredSeed {
  /// A Recovery QR of FullyNoded 2 for each wallet: the seed, which was opened, and the wallet in one
  /// QR code.
  package func recoverySymbols(_ wallets: [SheetWallet]) throws(ProgramError) -> [PrintedSymbol] {
    guard !usesPassphrase else {
      throw ProgramError(
        RecoveryError.noPlace(for: "a BIP-39 passphrase, without which it restores another wallet"))
    }
    let mnemonic = try GivenSeed(self).mnemonic()
    var symbols: [PrintedSymbol] = []
    for wallet in wallets {
      let text = try hinted { () throws(RecoveryError) in
        try RecoveryQR.written(
          mnemonic, wallet.descriptor, on: wallet.network, birthdate: created,
          blockHeight: birthHeight ?? 0, label: wallet.name)
      }
      symbols.append(PrintedSymbol("the Recovery QR of \(wallet.name)", text, isSecret: true))
    }
    return symbols
  }
}

/// Account Maps (FullyNoded, Gordian): a wallet's public part as JSON.
package enum AccountMaps {
  package static func symbols(
    of wallets: [SheetWallet], birthHeight: UInt32? = nil
  ) throws(ProgramError) -> [PrintedSymbol] {
    var symbols: [PrintedSymbol] = []
    for wallet in wallets {
      let file = WalletFile(
        name: wallet.name, descriptor: wallet.descriptor, network: wallet.network,
        birthHeight: birthHeight)
      let pretty = try hinted { () throws(WalletFileError) in try file.encoded(as: .accountMap) }
      let text = (try? JSONReader.parse(pretty)).map { JSONWriter.encode($0) }
      symbols.append(
        PrintedSymbol(
          "the Account Map of \(wallet.name)", text: text ?? String(decoding: pretty, as: UTF8.self)
        ))
    }
    return symbols
  }
}
