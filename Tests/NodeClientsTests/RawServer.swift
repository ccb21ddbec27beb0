import NIOCore
import NIOPosix

/// A server that says the same bytes to whoever asks, and then hangs up or says nothing more.
final class RawServer {
  let port: Int
  private let channel: any Channel

  init(saying answer: String, hangsUp: Bool) throws {
    channel = try ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            Speaker(answer: answer, hangsUp: hangsUp))
        }
      }
      .bind(host: "127.0.0.1", port: 0).wait()
    port = channel.localAddress?.port ?? 0
  }

  deinit { channel.close(promise: nil) }

  private final class Speaker: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer
    let answer: String
    let hangsUp: Bool
    private var hasSpoken = false

    init(answer: String, hangsUp: Bool) {
      self.answer = answer
      self.hangsUp = hangsUp
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard !hasSpoken else { return }
      hasSpoken = true
      let bytes = context.channel.allocator.buffer(string: answer)
      let done = context.eventLoop.makePromise(of: Void.self)
      if hangsUp {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        done.futureResult.whenComplete { _ in bound.value.close(promise: nil) }
      }
      context.writeAndFlush(wrapOutboundOut(bytes), promise: done)
    }
  }
}
