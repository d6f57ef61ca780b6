import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Waits for the end of the TLS handshake, checks the client's certificate, and sets the connection
/// up for HTTP/2, or for HTTP/1.1 for ntfy's calls.
///
/// If ALPN has not selected HTTP/2, the first bytes decide: some libraries use HTTP/2 without
/// negotiating it.
final class ConnectionStart: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let service: PushService
  private let limits: ConnectionLimits
  private let connection: Connection
  private var deadline: Scheduled<Void>?
  /// The bytes that arrived before the protocol was known.
  private var first = ByteBuffer()

  init(service: PushService, limits: ConnectionLimits, connection: Connection) {
    self.service = service
    self.limits = limits
    self.connection = connection
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: limits.handshakeTime) {
      channel.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case TLSUserEvent.handshakeCompleted(let negotiated) = event else {
      return context.fireUserInboundEventTriggered(event)
    }
    do {
      let certificate = try context.pipeline.syncOperations.nioSSL_peerCertificate()
      connection.sender = Sender(certificate: try identify(certificate))
      if negotiated == "h2" { try finish(context, isHTTP2: true) }
    } catch {
      context.close(promise: nil)
    }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    first.writeBuffer(&bytes)
    guard let isHTTP2 = Self.isHTTP2(first) else { return }
    do {
      try finish(context, isHTTP2: isHTTP2)
    } catch {
      context.close(promise: nil)
    }
  }

  /// Whether these first bytes are HTTP/2 (RFC 9113 §3.4); nil if more are needed.
  static func isHTTP2(_ bytes: ByteBuffer) -> Bool? {
    let preface = Array("PRI * HTTP/2.0".utf8)
    guard zip(bytes.readableBytesView, preface).allSatisfy(==) else { return false }
    return bytes.readableBytes >= preface.count ? true : nil
  }

  private func finish(_ context: ChannelHandlerContext, isHTTP2: Bool) throws {
    if isHTTP2 {
      try configure(context)
    } else {
      try PlainRequests.configure(
        context.pipeline.syncOperations, service, connection, limits, context.eventLoop)
    }
    if first.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(first)) }
    context.pipeline.syncOperations.removeHandler(self, promise: nil)
  }

  private func identify(_ certificate: NIOSSLCertificate?) throws -> Sender.Certificate {
    guard let certificate else { return .none }
    let digest = Fingerprint.text(try certificate.toDERBytes())
    return service.currentRules.providers.certificates[digest].map { .known($0) } ?? .unknown
  }

  private func configure(_ context: ChannelHandlerContext) throws {
    let loop = context.eventLoop
    let operations = context.pipeline.syncOperations
    let manager = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: loop, configuration: limits.management)
    try operations.addHandler(
      NIOHTTP2Handler(
        mode: .server, frameDelegate: GoAwayWatch(connection: connection),
        connectionConfiguration: limits.connection, streamConfiguration: limits.stream))
    try operations.addHandler(GoAwayReason(service: service, connection: connection))
    try operations.addHandler(
      PushStreams(
        connection: connection, service: service, untrustedTime: limits.untrustedTime, loop: loop))
    try operations.addHandler(manager)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
