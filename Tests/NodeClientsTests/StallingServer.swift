import NIOCore
import NIOPosix

/// A server that begins to answer and then takes its time; it never hangs up of itself.
final class StallingServer {
  /// What it does once somebody has said something.
  enum Manner: Sendable {
    /// Says this, then nothing.
    case silence(after: String)
    /// Says this, then the other again and again, with so many milliseconds in between.
    case forever(after: String, again: String, milliseconds: Int64)
  }

  let port: Int
  private let channel: any Channel

  init(_ manner: Manner) throws {
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(Speaker(manner))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }

  private final class Speaker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private let manner: Manner
    private var hasBegun = false

    init(_ manner: Manner) { self.manner = manner }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasBegun else { return }
      hasBegun = true
      switch manner {
      case .silence(let start):
        context.channel.writeAndFlush(ByteBuffer(string: start), promise: nil)
      case .forever(let start, let again, let milliseconds):
        context.channel.writeAndFlush(ByteBuffer(string: start), promise: nil)
        Self.speak(again, every: milliseconds, on: context.channel)
      }
    }

    /// Goes on until the line is closed by the one who asked.
    private static func speak(_ text: String, every milliseconds: Int64, on channel: any Channel) {
      channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) {
        channel.writeAndFlush(ByteBuffer(string: text)).whenSuccess {
          speak(text, every: milliseconds, on: channel)
        }
      }
    }
  }
}
