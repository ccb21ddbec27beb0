import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server that says the same bytes to whoever asks, and then hangs up or says nothing more.
final class RawServer {
  let port: Int
  private let channel: any Channel
  private let heard: NIOLockedValueBox<[UInt8]>

  /// Everything that anybody said to it.
  var everything: [UInt8] { heard.withLockedValue { $0 } }

  convenience init(saying answer: String, hangsUp: Bool) throws {
    try self.init(saying: [Array(answer.utf8)], hangsUp: hangsUp)
  }

  /// One answer for each time that something is said to it.
  ///
  /// With `tls` it speaks that first.
  init(saying answers: [[UInt8]], hangsUp: Bool, tls: NIOSSLContext? = nil) throws {
    let heard = NIOLockedValueBox<[UInt8]>([])
    self.heard = heard
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          if let tls {
            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
          }
          try channel.pipeline.syncOperations.addHandler(
            Speaker(answers: answers, hangsUp: hangsUp, heard: heard))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }

  private final class Speaker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    private var answers: [[UInt8]]
    private let hangsUp: Bool
    private let heard: NIOLockedValueBox<[UInt8]>

    init(answers: [[UInt8]], hangsUp: Bool, heard: NIOLockedValueBox<[UInt8]>) {
      self.answers = answers
      self.hangsUp = hangsUp
      self.heard = heard
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let said = Array(unwrapInboundIn(data).readableBytesView)
      heard.withLockedValue { $0 += said }
      guard !answers.isEmpty else { return }
      let bytes = context.channel.allocator.buffer(bytes: answers.removeFirst())
      let done = context.eventLoop.makePromise(of: Void.self)
      if hangsUp, answers.isEmpty {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        done.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
      }
      context.writeAndFlush(wrapOutboundOut(bytes), promise: done)
    }
  }
}
