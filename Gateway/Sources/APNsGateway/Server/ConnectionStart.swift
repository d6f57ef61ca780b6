import Crypto
import NIOCore
import NIOHTTP2
import NIOSSL
import NIOTLS

/// Waits for the end of the TLS handshake, looks at the client's certificate, and makes the
/// connection one of HTTP/2.
///
/// What was negotiated by ALPN is not asked for: some libraries negotiate nothing and speak HTTP/2
/// all the same.
final class ConnectionStart: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  /// How long a client may take for its handshake.
  private static let patience = TimeAmount.seconds(20)

  private let service: PushService
  private let limits: ConnectionLimits
  private var deadline: Scheduled<Void>?

  init(service: PushService, limits: ConnectionLimits) {
    self.service = service
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case TLSUserEvent.handshakeCompleted = event else {
      return context.fireUserInboundEventTriggered(event)
    }
    do {
      let certificate = try context.pipeline.syncOperations.nioSSL_peerCertificate()
      let sender = Sender(certificate: try identify(certificate))
      try configure(context, Connection(sender: sender))
      context.pipeline.syncOperations.removeHandler(self, promise: nil)
    } catch {
      context.close(promise: nil)
    }
  }

  private func identify(_ certificate: NIOSSLCertificate?) throws -> Sender.Certificate {
    guard let certificate else { return .none }
    let digest = Hex.text(Array(SHA256.hash(data: try certificate.toDERBytes())))
    return service.currentRules.providers.certificates[digest].map { .known($0) } ?? .unknown
  }

  private func configure(_ context: ChannelHandlerContext, _ connection: Connection) throws {
    let loop = context.eventLoop
    let operations = context.pipeline.syncOperations
    let manager = NIOHTTP2ServerConnectionManagementHandler(
      eventLoop: loop, configuration: limits.management)
    try operations.addHandler(
      NIOHTTP2Handler(
        mode: .server, connectionConfiguration: limits.connection,
        streamConfiguration: limits.stream))
    try operations.addHandler(GoAwayReason(service: service, connection: connection))
    try operations.addHandler(PushStreams(connection: connection, service: service, loop: loop))
    try operations.addHandler(manager)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
