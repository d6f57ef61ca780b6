import NIOCore
import NIOHTTP1
import NIOHTTP2
import NtfyPublishing

/// HTTP/1.1 requests, one after the other: ntfy's calls from curl and most scripts. Apple's
/// protocol needs HTTP/2.
final class PlainRequests: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: Connection
  private let timeout: TimeAmount
  private var deadline: Scheduled<Void>?
  private let service: PushService
  private let answers: EngineAnswers
  private var context: ChannelHandlerContext?
  private var head: HTTPRequestHead?
  private var body = ByteBuffer()
  private var length = 0
  private var exchange: NtfyExchange?
  /// Whether the connection is closed after this answer.
  private var isLast = false

  private init(
    _ service: PushService, _ connection: Connection, _ timeout: TimeAmount, _ loop: any EventLoop
  ) {
    self.connection = connection
    self.timeout = timeout
    self.service = service
    answers = EngineAnswers(loop)
  }

  /// Sets a connection up for HTTP/1.1; a ``ConnectionGate`` must be in front.
  static func configure(
    _ operations: ChannelPipeline.SynchronousOperations, _ service: PushService,
    _ connection: Connection, _ limits: ConnectionLimits, _ loop: any EventLoop
  ) throws {
    connection.unparsed = 0
    try operations.configureHTTPServerPipeline()
    try operations.addHandler(PlainRequests(service, connection, limits.requestTime, loop))
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    answers.taker.value.take = { [weak self] in self?.take($0) }
    expectRequest(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
    deadline?.cancel()
  }

  private func expectRequest(_ context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: timeout) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    connection.unparsed = 0
    switch unwrapInboundIn(data) {
    case .head(let head):
      (self.head, body, length) = (head, ByteBuffer(), 0)
      // A client that asks first (RFC 9110 §10.1.1) does not send a refused body.
      if let size = head.headers.first(name: "content-length").flatMap(Int.init),
        size > PushStream.maximumLength
      {
        length = size
        finish(closing: true)
      }
    case .body(var bytes):
      length += bytes.readableBytes
      if length <= NtfyCall.keptBytes { body.writeBuffer(&bytes) }
      if length > PushStream.maximumLength { finish(closing: true) }
    case .end: finish(closing: false)
    }
  }

  /// Handles a call that is complete, or of which enough has arrived to refuse it.
  private func finish(closing: Bool) {
    guard var head else { return }
    self.head = nil
    deadline?.cancel()
    if closing { head.headers.replaceOrAdd(name: "connection", value: "close") }
    isLast = !head.isKeepAlive
    let call = NtfyCall(
      method: head.method.rawValue, path: head.uri,
      headers: head.headers.lazy.map { ($0.name, $0.value) }, body: Array(body.readableBytesView),
      length: length)
    // No call is read before this one is answered, and none has a number.
    let exchange = service.publish(call, .rootStream, answers)
    self.exchange = exchange
    if exchange.isAccepted { connection.isTrusted = true }
    if !connection.admitsRequest() { isLast = true }
    if exchange.isAnswered { answer() }
  }

  private func take(_ all: [EngineAnswers.Answer]) {
    for (ticket, isStored) in all {
      service.note(ticket, isStored: isStored)
      guard let exchange else { continue }
      exchange.take(isStored: isStored)
      if exchange.isAnswered { answer() }
    }
  }

  private func answer() {
    guard let context, let exchange else { return }
    self.exchange = nil
    let body = context.channel.allocator.buffer(string: exchange.json + "\n")
    var headers: HTTPHeaders = [
      "content-type": "application/json", "content-length": String(body.readableBytes),
    ]
    if let seconds = exchange.secondsToWait {
      headers.add(name: "retry-after", value: String(seconds))
    }
    if isLast { headers.add(name: "connection", value: "close") }
    let head = HTTPResponseHead(
      version: .http1_1, status: .init(statusCode: exchange.status), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    if isLast {
      connection.isOver = true
      context.close(promise: nil)
    } else {
      expectRequest(context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    connection.isOver = true
    context.close(promise: nil)
  }
}
