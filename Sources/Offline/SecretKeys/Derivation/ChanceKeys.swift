public import ExtendedKeys
public import Secp256k1
internal import Secp256k1Signing

extension Xpriv {
  /// How many accounts of the Chance wallet are looked at unless said otherwise.
  public static let chanceAccounts: UInt32 = 1_000

  /// Which of these keys belong to this master key as accounts of the Chance wallet: the keys at
  /// `m/44h/0h/Nh` themselves, N from 0 to one below `accounts`.
  ///
  /// A redeem script says nothing of where its keys come from, so the seed is asked for each account;
  /// the coin type is 0 on every network. Keys are compared, never addresses. Each account costs one
  /// derivation and one multiplication on the curve; the search ends when every key is found.
  /// The result names the origin by the place of the key.
  ///
  /// Throws when this is not a master key, or for more accounts than 2^31.
  public borrowing func chanceKeys(
    among keys: [PublicKey], accounts: UInt32 = Xpriv.chanceAccounts
  ) throws(DerivationError) -> [Int: KeyOrigin] {
    guard depth == 0 else {
      throw .extendedKey(.originMismatch(depth: Int(depth), pathLength: 0))
    }
    var places: [PublicKey: Int] = [:]
    for (place, key) in keys.enumerated() where key.isCompressed { places[key] = place }
    var origins: [Int: KeyOrigin] = [:]
    do {
      let coin = try DerivationPath([ChildNumber(hardened: 44), ChildNumber(hardened: 0)])
      let above = try PrivateChildDeriver(try derived(along: coin))
      for account in 0..<accounts where origins.count < places.count {
        let step = try ChildNumber(hardened: account)
        // One in 2^127 accounts does not exist.
        guard let key = try? above.privateKey(step), let publicKey = try? key.publicKey(),
          let place = places[publicKey]
        else { continue }
        origins[place] = KeyOrigin(fingerprint: fingerprint, path: try coin.appending(step))
      }
    } catch let error as ExtendedKeyError {
      throw .extendedKey(error)
    } catch let error as DerivationError {
      throw error
    } catch {
      throw .publicKey
    }
    return origins
  }
}
