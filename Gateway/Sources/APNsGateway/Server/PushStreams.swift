import NIOCore
import NIOHPACK
import NIOHTTP2

/// The streams of a connection: each is one request and its answer.
///
/// They have no channel of their own, as nio-http2 would make them: that takes a quarter of the
/// gateway's time.
///
/// The frames are as client libraries have come to expect them: 200 is HEADERS with END_STREAM, an
/// error is HEADERS and one DATA frame with END_STREAM. aioapns breaks off its connection where a
/// second, empty DATA frame follows.
final class PushStreams: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// A stream's window, as HTTP/2 begins with it (RFC 9113 §6.9.2).
  private static let streamWindow = 65_535

  private let connection: Connection
  private let service: PushService
  private let answers: EngineAnswers
  private var context: ChannelHandlerContext?
  /// Those that are open.
  private var streams: [HTTP2StreamID: PushStream] = [:]
  private var isFlushWanted = false

  init(connection: Connection, service: PushService, loop: any EventLoop) {
    self.connection = connection
    self.service = service
    answers = EngineAnswers(loop)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    answers.taker.value.take = { [weak self] in self?.take($0) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let content):
      // Trailers carry nothing.
      if streams[frame.streamID] == nil {
        streams[frame.streamID] = PushStream(RequestFields(content.headers))
      }
      if content.endStream { judge(frame.streamID, context) }
    case .data(let content):
      guard let stream = streams[frame.streamID] else { return }
      if case .byteBuffer(var bytes) = content.data { stream.take(&bytes) }
      if content.endStream || stream.isTooLong { judge(frame.streamID, context) }
    default:
      if frame.streamID == .rootStream { context.fireChannelRead(data) }
    }
  }

  private func judge(_ number: HTTP2StreamID, _ context: ChannelHandlerContext) {
    guard let stream = streams[number], let fields = stream.takeFields() else { return }
    let ticket = PushTicket(
      stream: number, identifier: MessageIdentifier.answering(fields.identifier))
    do throws(Refusal) {
      try service.accept(
        fields, ticket, body: stream.body, length: stream.length, from: &connection.sender,
        answers)
    } catch {
      service.metrics.refused(error.reason)
      answer(context, ticket, error)
      isFlushWanted = true
    }
  }

  /// Once for all refusals of what was read at once.
  func channelReadComplete(context: ChannelHandlerContext) {
    if isFlushWanted { context.flush() }
    isFlushWanted = false
    context.fireChannelReadComplete()
  }

  // MARK: Answers

  private func take(_ all: [EngineAnswers.Answer]) {
    for (ticket, isStored) in all {
      service.note(ticket, isStored: isStored)
      // The provider may have gone, or have given the stream up.
      guard let context, streams[ticket.stream] != nil else { continue }
      if isStored {
        answerSuccess(context, ticket)
      } else {
        answer(context, ticket, Refusal(.serviceUnavailable))
      }
    }
    context?.flush()
  }

  private func answerSuccess(_ context: ChannelHandlerContext, _ ticket: PushTicket) {
    let headers: HPACKHeaders = [":status": "200", "apns-id": ticket.identifier]
    write(context, ticket, .headers(.init(headers: headers, endStream: true)))
  }

  private func answer(
    _ context: ChannelHandlerContext, _ ticket: PushTicket, _ refusal: Refusal
  ) {
    let json = context.channel.allocator.buffer(string: refusal.json)
    var headers: HPACKHeaders = [
      ":status": String(refusal.reason.status), "apns-id": ticket.identifier,
      "content-type": "application/json", "content-length": String(json.readableBytes),
    ]
    if let seconds = refusal.reason.secondsToWait {
      headers.add(name: "retry-after", value: String(seconds))
    }
    write(context, ticket, .headers(.init(headers: headers)))
    write(context, ticket, .data(.init(data: .byteBuffer(json), endStream: true)))
  }

  private func write(
    _ context: ChannelHandlerContext, _ ticket: PushTicket, _ payload: HTTP2Frame.FramePayload
  ) {
    let frame = HTTP2Frame(streamID: ticket.stream, payload: payload)
    context.write(wrapOutboundOut(frame), promise: nil)
  }

  // MARK: What nio-http2 tells

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let event as NIOHTTP2StreamCreatedEvent:
      connection.lastStream = max(connection.lastStream, event.streamID)
    case let event as StreamClosedEvent:
      streams[event.streamID] = nil
    case let event as NIOHTTP2WindowUpdatedEvent:
      if let size = event.inboundWindowSize { open(event.streamID, size, context) }
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Lets the client send more when half of what it might send is used up.
  private func open(_ stream: HTTP2StreamID, _ size: Int, _ context: ChannelHandlerContext) {
    let target = stream == .rootStream ? ConnectionLimits.window : Self.streamWindow
    guard size <= target / 2, stream == .rootStream || streams[stream]?.isAnswered == false else {
      return
    }
    let frame = HTTP2Frame(
      streamID: stream, payload: .windowUpdate(windowSizeIncrement: target - size))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
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
