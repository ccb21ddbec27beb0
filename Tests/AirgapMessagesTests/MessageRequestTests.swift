import BitcoinPSBT
import BitcoinPrimitives
import Bytes
import ExtendedKeys
import Refusals
import SignedMessages
import Testing

@testable import AirgapMessages

/// Texts that somebody is asked to sign, as they cross the gap.
@Suite struct `A request for a signature` {
  private static let made = Transaction(
    version: 2,
    inputs: [
      TxIn(previousOutput: OutPoint(txid: Txid(.zero), vout: 1), scriptSig: Script(), sequence: 0)
    ],
    outputs: [TxOut(rawValue: 5_000, scriptPubKey: Script([0x6a]))], lockTime: LockTime(rawValue: 0)
  )

  private static func request(
    _ text: String = "I hold this.", form: MessageForm? = .bip322, coins: Int = 2
  ) throws -> MessageRequest {
    MessageRequest(
      text: Array(text.utf8),
      signer: .address("bc1qexample", MessageRequest.Place(branch: 1, index: 7)), form: form,
      coins: (0..<coins).map {
        MessageRequest.Coin(
          outPoint: OutPoint(txid: made.txid, vout: UInt32($0)), amount: 5_000,
          place: MessageRequest.Place(branch: 0, index: UInt32($0)))
      }, previous: [try PreviousTransaction(scanning: made.encoded()[...])])
  }

  private static func error(_ bytes: [UInt8]) -> AirgapMessageError? {
    do throws(AirgapMessageError) {
      _ = try Recognizer.message(bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test func `is known by its first bytes, alone and as a uniform resource`() throws {
    for form in [nil, MessageForm.bip137, .bip322, .bip322Full] {
      let request = try Self.request(form: form)
      let bytes = try #require(request.encoded())
      #expect(bytes.starts(with: Array("drawbridge-text ".utf8)))
      #expect(try Recognizer.message(bytes) == .messageRequest(request))
      #expect(try Recognizer.message(BytesMessage.ur(bytes)) == .messageRequest(request))
    }
  }

  @Test func `that is cut, goes on or has a byte changed is refused or another one`() throws {
    let request = try Self.request()
    let bytes = try #require(request.encoded())
    for count in 16..<bytes.count { #expect(Self.error(Array(bytes[..<count])) != nil) }
    #expect(Self.error(bytes + [0]) != nil)
    for place in bytes.indices.dropFirst(16) {
      var changed = bytes
      changed[place] ^= 1
      if case .messageRequest(let other)? = try? Recognizer.message(changed) {
        #expect(other != request)
      }
    }
  }

  @Test func `is read in the forms of Specter, SeedSigner and Coldcard`() throws {
    let path = try DerivationPath(parsing: "m/84h/0h/0h/0/5")
    let read: [(String, String, MessageRequest.KeyScript?)] = [
      ("signmessage m/84h/0h/0h/0/5 ascii:a: b  c", "a: b  c", nil),
      ("signmessage m/84'/0'/0'/0/5 ascii:one line\n", "one line", nil),
      ("signmessage m/84h/0h/0h/0/5 ascii:", "", nil),
      ("signmessage m/84h/0h/0h/0/5 base64:w6kKYg==", "é\nb", nil),
      (#"{"msg":"h\u00e9","subpath":"m/84'/0'/0'/0/5","addr_fmt":"p2wpkh"}"#, "hé", .p2wpkh),
      (#"{"msg":"x","subpath":"m/84h/0h/0h/0/5","addr_fmt":"p2wpkh-p2sh"}"#, "x", .p2shP2WPKH),
      (#"{"msg":"x","subpath":"m/84h/0h/0h/0/5"}"#, "x", nil),
      ("héllo you\nm/84h/0h/0h/0/5\np2sh-p2wpkh\n", "héllo you", .p2shP2WPKH),
      ("hello you\r\nm/84h/0h/0h/0/5\r\n", "hello you", nil),
    ]
    for (content, text, script) in read {
      let expected = MessageRequest(
        text: Array(text.utf8), signer: .path(path, script: script), form: nil)
      #expect(
        try Recognizer.message(Array(content.utf8)) == .messageRequest(expected), "\(content)")
    }
  }

  @Test func `is written in those forms, and read again`() throws {
    let path = try DerivationPath(parsing: "m/49h/1h/0h/1/7")
    for text in ["plain: text", "two\nlines", "ümlaut \"quoted\""] {
      let request = MessageRequest(
        text: Array(text.utf8), signer: .path(path, script: .p2shP2WPKH), form: nil)
      let line = try #require(request.line)
      #expect(line.hasPrefix("signmessage m/49h/1h/0h/1/7 ") && !line.contains("\n"))
      let bare = MessageRequest(
        text: Array(text.utf8), signer: .path(path, script: nil), form: nil)
      #expect(try Recognizer.message(Array(line.utf8)) == .messageRequest(bare))
      let json = try #require(request.coldcardJSON)
      #expect(try Recognizer.message(Array(json.utf8)) == .messageRequest(request))
      #expect(request.encoded() == nil)
    }
    #expect(try Self.request().line == nil && Self.request().coldcardJSON == nil)
  }

  @Test
  func `that is meant as one and cannot be read is refused, and one that holds a seed by R22`()
    throws
  {
    let words =
      "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about"
    for text in [
      "signmessage ", "signmessage m/84h/0h/0h/0/5", "signmessage m/x ascii:a b",
      "signmessage m/84h sha256:00", "signmessage m/84h base64:%", #"{"msg":"x","subpath":"q"}"#,
      #"{"msg":"x","subpath":"m/1","addr_fmt":"p2wsh"}"#,
    ] {
      #expect(Self.error(Array(text.utf8))?.rule == .r20, "\(text)")
    }
    for text in [
      "signmessage m/84h/0h ascii:\(words)", #"{"msg":"\#(words)","subpath":"m/1"}"#,
      "\(words)\nm/84h/0h\n", "signmessage m/1 base64:\(Base64.encode(Array(words.utf8)))",
    ] {
      #expect(Self.error(Array(text.utf8))?.isSecretRefused == true, "\(text)")
    }
    let own = try #require(try Self.request(words).encoded())
    #expect(Self.error(own)?.isSecretRefused == true)
    // Two lines of anything else are no request.
    #expect(Self.error(Array("some text\nand more\n".utf8)) == .unrecognized(bytes: 19))
  }

  @Test func `counts a transaction once for every coin of it`() throws {
    let large = Transaction(
      version: 2, inputs: Self.made.inputs,
      outputs: [
        TxOut(rawValue: 5_000, scriptPubKey: Script([UInt8](repeating: 0x6a, count: 100_000)))
      ], lockTime: LockTime(rawValue: 0))
    let previous = try PreviousTransaction(scanning: large.encoded()[...])
    let most = MessageRequest.mostPrevious / previous.bytes.count
    for (count, isRead) in [(most, true), (most + 1, false)] {
      let request = MessageRequest(
        text: Array("I hold this.".utf8),
        signer: .address("bc1qexample", MessageRequest.Place(branch: 1, index: 7)), form: nil,
        coins: (0..<count).map {
          MessageRequest.Coin(
            outPoint: OutPoint(txid: large.txid, vout: UInt32($0)), amount: 5_000,
            place: MessageRequest.Place(branch: 0, index: 0))
        }, previous: [previous])
      let error = Self.error(try #require(request.encoded()))
      #expect((error == nil) == isRead, "\(count): \(String(describing: error))")
      if !isRead { #expect(error?.description.contains("show fewer coins") == true) }
    }
  }

  @Test func `beyond its limits is refused`() throws {
    let many = try #require(try Self.request(coins: 501).encoded())
    #expect(Self.error(many)?.rule == .r20)
    let long = try #require(try Self.request(String(repeating: "a ", count: 50_001)).encoded())
    #expect(Self.error(long)?.rule == .r20)
    let line = "signmessage m/1 ascii:" + String(repeating: "a ", count: 50_001)
    #expect(Self.error(Array(line.utf8)) != nil)
  }
}
