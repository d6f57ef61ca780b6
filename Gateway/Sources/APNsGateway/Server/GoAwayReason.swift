import NIOCore
import NIOHTTP2

/// Puts the reason into each GOAWAY frame, as the same JSON as Apple's service, and the last stream
/// that is served: unless the frame excludes later streams, nio-http2 treats them as an error of
/// the whole connection.
final class GoAwayReason: ChannelOutboundHandler {
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private let service: PushService
  private let connection: Connection

  init(service: PushService, connection: Connection) {
    self.service = service
    self.connection = connection
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var frame = unwrapOutboundIn(data)
    if case .goAway(let last, let code, nil) = frame.payload, code == .noError {
      let reason = service.isDraining ? Reason.shutdown : .idleTimeout
      let json = context.channel.allocator.buffer(string: Refusal(reason).json)
      frame.payload = .goAway(
        lastStreamID: min(last, connection.lastStream), errorCode: code, opaqueData: json)
    }
    context.write(wrapOutboundOut(frame), promise: promise)
  }
}
