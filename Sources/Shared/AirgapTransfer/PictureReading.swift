import AirgapMessages
public import QRTransport
public import TerminalUI

/// Puts together what the symbols of pictures say, in whatever order they come.
struct PictureReading {
  private var collector = FrameCollector()
  private var frameCount = 0
  private var firstError: (error: any HintedError, picture: String?)?

  /// The message as it was carried, once it is whole.
  var message: FrameCollector.Message? { collector.message }

  /// How many parts there are of how many, once the first came.
  var parts: (received: Int, needed: Int)? {
    if case .collecting(let received, let needed) = collector.progress {
      (received, needed)
    } else {
      nil
    }
  }

  /// Takes the contents of the symbols of some frames.
  mutating func receive(_ frames: [[[UInt8]]]) {
    for frame in frames {
      frameCount += 1
      for symbol in frame where collector.message == nil {
        take(symbol)
      }
    }
  }

  private mutating func take(_ symbol: [UInt8]) {
    if !FrameCollector.isFrame(symbol) {
      do throws(AirgapMessageError) {
        _ = try Recognizer.message(symbol)
      } catch .secret {
        // Taken, so that the reading ends at once and says so.
      } catch {
        // A poster on the wall, a parcel's label: it must not end the search for the message.
        note(error)
        return
      }
    }
    do throws(QRTransportError) {
      try collector.receive(symbol)
    } catch {
      // A symbol of another message, or a misread one, changes nothing: the rest may be whole.
      note(error)
    }
  }

  /// Keeps the first thing that went wrong, to be said if nothing comes together.
  ///
  /// `picture` is the name of the picture, where there are several.
  mutating func note(_ error: any HintedError, in picture: String? = nil) {
    if firstError == nil { firstError = (error, picture) }
  }

  /// The message, or why there is none; `place` is what was read, to be named in an error.
  ///
  /// - Throws: `ProgramError`.
  func finished(_ place: String) throws(ProgramError) -> AirgapMessage {
    guard let carried = collector.message else {
      if let (received, needed) = parts {
        throw ProgramError(
          "the pictures hold \(received) of \(needed) parts of a message",
          hint: "take pictures of the missing ones too; any \(needed) different ones will do")
      }
      if let (error, picture) = firstError {
        throw ProgramError(error, during: picture.map { ForeignText.shown($0) })
      }
      throw ProgramError(
        "\(place): no QR code was found"
          + (frameCount == 1 ? "" : " in \(frameCount) pictures"),
        hint: "hold the camera closer and straight, and see that the whole symbol is sharp")
    }
    do throws(AirgapMessageError) {
      return try Recognizer.message(carried)
    } catch {
      throw ProgramError(error)
    }
  }
}

extension QRTransportError: HintedError {}
