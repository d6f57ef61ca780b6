import NIOCore
import NIOHPACK
import NIOHTTP2

/// One stream of a connection: one request and its answer.
///
/// The frames are as client libraries have come to expect them: 200 is HEADERS with END_STREAM, an
/// error is HEADERS and one DATA frame with END_STREAM. aioapns breaks off its connection where a
/// second, empty DATA frame follows.
final class PushStream: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  /// What is longer than this is counted and thrown away.
  private static let keptBytes = 5_120
  /// And what is longer than this is not waited for.
  private static let endurance = 1 << 20

  private let connection: Connection
  private let service: PushService
  private var fields: RequestFields?
  private var body = ByteBuffer()
  private var length = 0
  private var isAnswered = false

  init(connection: Connection, service: PushService) {
    self.connection = connection
    self.service = service
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let frame):
      // Trailers carry nothing.
      if fields == nil { fields = RequestFields(frame.headers) }
      if frame.endStream { judge(context) }
    case .data(let frame):
      if case .byteBuffer(var bytes) = frame.data { take(&bytes, context) }
      if frame.endStream { judge(context) }
    default: break
    }
  }

  private func take(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    length += bytes.readableBytes
    if length <= Self.keptBytes { body.writeBuffer(&bytes) }
    if length > Self.endurance { judge(context) }
  }

  private func judge(_ context: ChannelHandlerContext) {
    guard !isAnswered, let fields else { return }
    isAnswered = true
    let identifier = MessageIdentifier.answering(fields.identifier)
    let acknowledged = service.accept(
      fields, identifier: identifier, body: body, length: length, from: &connection.sender,
      on: context.eventLoop)
    acknowledged.assumeIsolated().whenComplete { result in
      switch result {
      case .success: self.answerSuccess(context, identifier)
      case .failure(let error):
        self.answer(context, identifier, error as? Refusal ?? Refusal(.internalServerError))
      }
    }
  }

  private func answerSuccess(_ context: ChannelHandlerContext, _ identifier: String) {
    let headers: HPACKHeaders = [":status": "200", "apns-id": identifier]
    let frame = HTTP2Frame.FramePayload.headers(.init(headers: headers, endStream: true))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  private func answer(
    _ context: ChannelHandlerContext, _ identifier: String, _ refusal: Refusal
  ) {
    let json = context.channel.allocator.buffer(string: refusal.json)
    let headers: HPACKHeaders = [
      ":status": String(refusal.reason.status), "apns-id": identifier,
      "content-type": "application/json", "content-length": String(json.readableBytes),
    ]
    context.write(wrapOutboundOut(.headers(.init(headers: headers))), promise: nil)
    let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(json), endStream: true)
    context.writeAndFlush(wrapOutboundOut(.data(data)), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// What the streams of a connection share.
final class Connection {
  var sender: Sender
  /// The newest stream that the client has opened.
  var lastStream = HTTP2StreamID.rootStream

  init(sender: Sender) {
    self.sender = sender
  }
}
