/// Wallets in a ZIP archive, as Specter Desktop's backup is: `wallets/NAME.json` beside `devices/NAME.json`.
enum WalletArchive {
  /// The only wallet in the archive; its files that are not JSON are left alone.
  ///
  /// Throws for a secret in any of its JSON files, for an archive without a wallet, and for several, which it names.
  static func read(_ bytes: [UInt8]) throws(WalletFileError) -> WalletFile {
    let archive = try ZIPArchive(bytes)
    var found: [(name: String, wallet: Result<WalletFile, WalletFileError>)] = []
    var room = ZIPArchive.sizeLimit
    for (position, entry) in archive.entries.enumerated() where isWanted(entry) {
      let file = try archive.file(position, limit: min(room, WalletFile.sizeLimit))
      room -= file.count
      do throws(WalletFileError) {
        if let wallet = try WalletFile.recognisedText(file) {
          found.append((entry.name, .success(wallet)))
        }
      } catch {
        if case .secret(let kind) = error {
          throw .secret(kind: "a ZIP archive with \(kind) (\(entry.name))")
        }
        found.append((entry.name, .failure(error)))
      }
    }
    guard let first = found.first else {
      throw ZIPArchive.unread("holds no wallet in any of its \(archive.entries.count) files")
    }
    guard found.count == 1 else { throw .severalWallets(found.map(\.name)) }
    do throws(WalletFileError) {
      return try first.wallet.get()
    } catch {
      throw error.at(first.name)
    }
  }

  /// Whether a file may be a wallet: JSON, and not what macOS keeps beside each file.
  private static func isWanted(_ entry: ZIPArchive.Entry) -> Bool {
    let name = entry.nameBytes
    return name.count > 5 && String(decoding: name.suffix(5), as: UTF8.self).lowercased() == ".json"
      && !name.starts(with: "__MACOSX/".utf8)
  }
}
