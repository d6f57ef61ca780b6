import NIOCore
import NIOHPACK
import NIOHTTP2
import NtfyPublishing

/// The streams of a connection: each is one request and its answer.
///
/// They do not have channels of their own as in nio-http2, because those take a quarter of the
/// gateway's time.
///
/// The frames are those that client libraries expect: 200 is HEADERS with END_STREAM, an error is
/// HEADERS and one DATA frame with END_STREAM. aioapns closes its connection if a second, empty
/// DATA frame follows.
final class PushStreams: ChannelDuplexHandler {
  typealias InboundIn = HTTP2Frame
  typealias InboundOut = HTTP2Frame
  typealias OutboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  /// The initial window of a stream in HTTP/2 (RFC 9113 §6.9.2), in bytes.
  private static let streamWindow = 65_535

  private let connection: Connection
  private let service: PushService
  private let answers: EngineAnswers
  private var context: ChannelHandlerContext?
  /// The open streams.
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
      // Trailers have no meaning here.
      if streams[frame.streamID] == nil {
        streams[frame.streamID] = PushStream(content.headers)
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
    if let headers = stream.callHeaders {
      let call = NtfyCall(fields, headers, body: stream.body, length: stream.length)
      let exchange = service.publish(call, number, answers)
      stream.exchange = exchange
      if exchange.isAnswered { answer(context, number, exchange) }
      return
    }
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

  /// Flushes once for all refusals of the requests that were read together.
  func channelReadComplete(context: ChannelHandlerContext) {
    if isFlushWanted { context.flush() }
    isFlushWanted = false
    context.fireChannelReadComplete()
  }

  // MARK: Answers

  private func take(_ all: [EngineAnswers.Answer]) {
    for (ticket, isStored) in all {
      service.note(ticket, isStored: isStored)
      // The provider may have disconnected, or cancelled the stream.
      guard let context, let stream = streams[ticket.stream] else { continue }
      if let exchange = stream.exchange {
        exchange.take(isStored: isStored)
        if exchange.isAnswered { answer(context, ticket.stream, exchange) }
      } else if isStored {
        answerSuccess(context, ticket)
      } else {
        answer(context, ticket, Refusal(.serviceUnavailable))
      }
    }
    context?.flush()
  }

  private func answerSuccess(_ context: ChannelHandlerContext, _ ticket: PushTicket) {
    let headers: HPACKHeaders = [":status": "200", "apns-id": ticket.identifier]
    write(context, ticket.stream, .headers(.init(headers: headers, endStream: true)))
  }

  private func answer(
    _ context: ChannelHandlerContext, _ ticket: PushTicket, _ refusal: Refusal
  ) {
    let headers: HPACKHeaders = [
      ":status": String(refusal.reason.status), "apns-id": ticket.identifier,
    ]
    answer(context, ticket.stream, headers, refusal.json, wait: refusal.reason.secondsToWait)
  }

  /// The answer to one of ntfy's calls.
  private func answer(
    _ context: ChannelHandlerContext, _ number: HTTP2StreamID, _ exchange: NtfyExchange
  ) {
    let headers: HPACKHeaders = [":status": String(exchange.status)]
    answer(context, number, headers, exchange.json, wait: exchange.secondsToWait)
    isFlushWanted = true
  }

  private func answer(
    _ context: ChannelHandlerContext, _ number: HTTP2StreamID, _ headers: HPACKHeaders,
    _ json: String, wait seconds: Int?
  ) {
    let json = context.channel.allocator.buffer(string: json)
    var headers = headers
    headers.add(name: "content-type", value: "application/json")
    headers.add(name: "content-length", value: String(json.readableBytes))
    if let seconds { headers.add(name: "retry-after", value: String(seconds)) }
    write(context, number, .headers(.init(headers: headers)))
    write(context, number, .data(.init(data: .byteBuffer(json), endStream: true)))
  }

  private func write(
    _ context: ChannelHandlerContext, _ number: HTTP2StreamID, _ payload: HTTP2Frame.FramePayload
  ) {
    let frame = HTTP2Frame(streamID: number, payload: payload)
    context.write(wrapOutboundOut(frame), promise: nil)
  }

  // MARK: Events of nio-http2

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

  /// Lets the client send more when half of its window is used.
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

/// The state that the streams of a connection share.
final class Connection {
  var sender: Sender
  /// The newest stream that the client has opened.
  var lastStream = HTTP2StreamID.rootStream

  init(sender: Sender) {
    self.sender = sender
  }
}
