import NIOCore
import NIOHTTP2

/// Puts the reason into each GOAWAY frame, as the JSON that Apple's service puts there.
final class GoAwayReason: ChannelOutboundHandler {
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private let service: PushService

  init(service: PushService) {
    self.service = service
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    var frame = unwrapOutboundIn(data)
    if case .goAway(let last, let code, nil) = frame.payload, code == .noError {
      let reason = service.isDraining ? Reason.shutdown : .idleTimeout
      let json = context.channel.allocator.buffer(string: Refusal(reason).json)
      frame.payload = .goAway(lastStreamID: last, errorCode: code, opaqueData: json)
    }
    context.write(wrapOutboundOut(frame), promise: promise)
  }
}
