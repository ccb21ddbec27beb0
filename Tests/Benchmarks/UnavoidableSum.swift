import CLibcrypto
import CSecp256k1
import Measurement

/// The work that no signer of segwit v0 inputs can avoid, straight on libsecp256k1 and libcrypto.
///
/// Per input: one child derivation, one public key, one low-R signature, one verification, the two
/// hashes of the digest, the two of the previous transaction. Keys and digests are those of the
/// PSBT, so the grinding for a low R takes as many tries here as there.
final class UnavoidableSum {
  private let context: OpaquePointer
  private let account: [UInt8]
  private let chainCode: [UInt8]
  private let digests: [[UInt8]]
  private let previous: [[UInt8]]

  /// `branch` is the private key, 32 bytes, and `chainCode` the chain code above all the children.
  init(
    branch: [UInt8], chainCode: [UInt8], digests: [[UInt8]], previous: [[UInt8]]
  ) throws(BenchmarkError) {
    guard let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE)) else {
      throw BenchmarkError("libsecp256k1 gives no context")
    }
    let blinding = [UInt8](repeating: 7, count: 32)
    guard secp256k1_context_randomize(context, blinding) == 1 else {
      throw BenchmarkError("libsecp256k1 is not blinded")
    }
    self.context = context
    self.account = branch
    self.chainCode = chainCode
    self.digests = digests
    self.previous = previous
  }

  deinit { secp256k1_context_destroy(context) }

  /// Does all of it once; the DER signatures without sighash byte, in order.
  func run() throws(BenchmarkError) -> [[UInt8]] {
    let hmac = MACState(key: chainCode)
    var parent = secp256k1_pubkey()
    var parentBytes = [UInt8](repeating: 0, count: 33)
    var length = 33
    guard secp256k1_ec_pubkey_create(context, &parent, account) == 1 else {
      throw BenchmarkError("no public key")
    }
    secp256k1_ec_pubkey_serialize(
      context, &parentBytes, &length, &parent, UInt32(SECP256K1_EC_COMPRESSED))
    // The part of a BIP-143 preimage around the digest: 182 bytes for p2wpkh.
    let preimage = [UInt8](repeating: 3, count: 182)
    var hash = [UInt8](repeating: 0, count: 32)
    var signatures: [[UInt8]] = []
    signatures.reserveCapacity(digests.count)
    var der = [UInt8](repeating: 0, count: 72)
    for index in digests.indices {
      var key = try child(UInt32(index), parentBytes, hmac)
      var point = secp256k1_pubkey()
      guard secp256k1_ec_pubkey_create(context, &point, &key) == 1 else {
        throw BenchmarkError("no public key")
      }
      CLibcrypto.SHA256(previous[index], previous[index].count, &hash)
      CLibcrypto.SHA256(hash, 32, &hash)
      CLibcrypto.SHA256(preimage, preimage.count, &hash)
      CLibcrypto.SHA256(hash, 32, &hash)
      var signature = try lowR(digests[index], key)
      let verified = secp256k1_ecdsa_verify(context, &signature, digests[index], &point)
      guard verified == 1 else { throw BenchmarkError("a signature does not verify") }
      var length = 72
      secp256k1_ecdsa_signature_serialize_der(context, &der, &length, &signature)
      signatures.append(Array(der[..<length]))
    }
    return signatures
  }

  private func child(
    _ index: UInt32, _ parent: [UInt8], _ hmac: MACState
  ) throws(BenchmarkError) -> [UInt8] {
    let number = withUnsafeBytes(of: index.bigEndian) { Array($0) }
    let code = hmac.code(parent + number)
    var key = account
    guard secp256k1_ec_seckey_tweak_add(context, &key, code) == 1 else {
      throw BenchmarkError("no such child")
    }
    return key
  }

  private func lowR(
    _ digest: [UInt8], _ key: [UInt8]
  ) throws(BenchmarkError) -> secp256k1_ecdsa_signature {
    var signature = secp256k1_ecdsa_signature()
    var compact = [UInt8](repeating: 0, count: 64)
    var extra = [UInt8](repeating: 0, count: 32)
    var counter: UInt32 = 0
    repeat {
      withUnsafeBytes(of: counter.littleEndian) { extra.replaceSubrange(0..<4, with: $0) }
      let done = extra.withUnsafeBytes { extra in
        secp256k1_ecdsa_sign(
          context, &signature, digest, key, nil, counter == 0 ? nil : extra.baseAddress)
      }
      guard done == 1 else { throw BenchmarkError("no signature") }
      secp256k1_ecdsa_signature_serialize_compact(context, &compact, &signature)
      counter += 1
    } while compact[0] >= 0x80
    return signature
  }
}

/// HMAC-SHA-512 whose key is hashed in once.
private struct MACState {
  private var inner = SHA512_CTX()
  private var outer = SHA512_CTX()

  init(key: [UInt8]) {
    let block = key + [UInt8](repeating: 0, count: 128 - key.count)
    SHA512_Init(&inner)
    SHA512_Update(&inner, block.map { $0 ^ 0x36 }, 128)
    SHA512_Init(&outer)
    SHA512_Update(&outer, block.map { $0 ^ 0x5c }, 128)
  }

  func code(_ message: [UInt8]) -> [UInt8] {
    var (inner, outer) = (inner, outer)
    var code = [UInt8](repeating: 0, count: 64)
    SHA512_Update(&inner, message, message.count)
    SHA512_Final(&code, &inner)
    SHA512_Update(&outer, code, 64)
    SHA512_Final(&code, &outer)
    return code
  }
}
