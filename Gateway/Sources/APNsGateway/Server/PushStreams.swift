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

  private let connection: Connection
  private let service: PushService
  private let answers: EngineAnswers
  private var context: ChannelHandlerContext?
  /// The open streams.
  private var streams: [HTTP2StreamID: PushStream] = [:]
  private var isFlushWanted = false
  private let untrustedTime: TimeAmount
  private var deadline: Scheduled<Void>?

  /// - Parameter untrustedTime: the time in which a request must be authorized.
  init(
    connection: Connection, service: PushService, untrustedTime: TimeAmount, loop: any EventLoop
  ) {
    self.connection = connection
    self.service = service
    self.untrustedTime = untrustedTime
    answers = EngineAnswers(loop)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    answers.taker.value.take = { [weak self] in self?.take($0) }
    let own = NIOLoopBound(self, eventLoop: context.eventLoop)
    deadline = context.eventLoop.scheduleTask(in: untrustedTime) { own.value.endIfUntrusted() }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    deadline?.cancel()
  }

  /// Sends GOAWAY if no request was authorized; requests that are under way get their answers.
  private func endIfUntrusted() {
    if connection.isTrusted { return }
    context?.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
  }

  // MARK: Requests

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let content):
      // Trailers have no meaning here.
      if streams[frame.streamID] == nil { begin(frame.streamID, content.headers, context) }
      if content.endStream { judge(frame.streamID, context) }
    case .data(let content):
      guard let stream = streams[frame.streamID] else { return }
      if case .byteBuffer(var bytes) = content.data {
        stream.take(&bytes, isLast: content.endStream)
      }
      if content.endStream || stream.isTooLong { judge(frame.streamID, context) }
      // The answer is complete, and the rest of the request is not needed (RFC 9113 §8.1).
      if stream.isEndless, !content.endStream { reset(frame.streamID, .noError, context) }
    default:
      if frame.streamID == .rootStream { context.fireChannelRead(data) }
    }
  }

  /// Checks the headers of a request: only an authorized one has a body that is worth keeping.
  private func begin(
    _ number: HTTP2StreamID, _ headers: HPACKHeaders, _ context: ChannelHandlerContext
  ) {
    if connection.isOver { return }
    guard connection.admitsRequest() else { return end(context) }
    guard streams.count < connection.maximumStreams else {
      return reset(number, .refusedStream, context)
    }
    let fields = RequestFields(headers)
    let identifier = MessageIdentifier.answering(fields.identifier)
    var request = PushStream.Request.call(fields, headers)
    if !NtfyRoute.isMeant(fields.path) {
      do throws(Refusal) {
        request = .push(
          try service.check(fields, identifier: identifier, from: &connection.sender))
        connection.isTrusted = true
      } catch {
        request = .refused(error)
      }
    }
    streams[number] = PushStream(request, identifier: identifier)
  }

  private func judge(_ number: HTTP2StreamID, _ context: ChannelHandlerContext) {
    guard let stream = streams[number], let request = stream.takeRequest() else { return }
    let ticket = PushTicket(stream: number, identifier: stream.identifier)
    do throws(Refusal) {
      switch request {
      case .call(let fields, let headers):
        let call = NtfyCall(fields, headers, body: stream.body, length: stream.length)
        let exchange = service.publish(call, number, answers)
        stream.exchange = exchange
        if exchange.isAccepted { connection.isTrusted = true }
        if exchange.isAnswered { answer(context, number, exchange) }
      case .refused(let refusal): throw refusal
      case .push(let push):
        try service.accept(push, ticket, body: stream.body, length: stream.length, answers)
      }
    } catch {
      service.metrics.refused(error.reason)
      answer(context, ticket, error)
      isFlushWanted = true
    }
  }

  /// Ends a connection on which nothing is authorized.
  private func end(_ context: ChannelHandlerContext) {
    write(
      context, .rootStream,
      .goAway(
        lastStreamID: connection.lastStream, errorCode: .enhanceYourCalm, opaqueData: nil))
    context.flush()
    connection.isOver = true
    context.close(promise: nil)
  }

  private func reset(
    _ number: HTTP2StreamID, _ code: HTTP2ErrorCode, _ context: ChannelHandlerContext
  ) {
    write(context, number, .rstStream(code))
    isFlushWanted = true
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
    var headers: HPACKHeaders = [":status": "200"]
    add(ticket, to: &headers)
    write(context, ticket.stream, .headers(.init(headers: headers, endStream: true)))
  }

  private func answer(
    _ context: ChannelHandlerContext, _ ticket: PushTicket, _ refusal: Refusal
  ) {
    var headers: HPACKHeaders = [":status": String(refusal.reason.status)]
    add(ticket, to: &headers)
    answer(context, ticket.stream, headers, refusal.json, wait: refusal.reason.secondsToWait)
  }

  /// The client chooses the size of the table of earlier fields (RFC 7541 §4.2), which must not be
  /// filled with a new value for each answer.
  private func add(_ ticket: PushTicket, to headers: inout HPACKHeaders) {
    headers.add(name: "apns-id", value: ticket.identifier, indexing: .nonIndexable)
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
    let target = stream == .rootStream ? connection.window : ConnectionLimits.streamWindow
    // Also after the answer: the client may have to send all of its body before it reads it.
    guard size <= target / 2, stream == .rootStream || streams[stream] != nil else { return }
    let frame = HTTP2Frame(
      streamID: stream, payload: .windowUpdate(windowSizeIncrement: target - size))
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }

  /// Closes the connection after nio-http2 has sent GOAWAY; an error of a stream ends it alone.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if connection.isOver { context.close(promise: nil) }
  }
}
