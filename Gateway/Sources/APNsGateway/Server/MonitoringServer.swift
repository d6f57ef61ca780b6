package import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A loopback listener for monitoring: `/metrics` for Prometheus, `/health` for a load balancer:
/// 200 while the engine would store a push, otherwise 503 with the reason.
///
/// Each connection has one answer, and a ``ConnectionGate`` as those of providers have.
package final class MonitoringServer: Sendable {
  private let listener: any Channel

  /// Starts to listen.
  /// - Parameter port: the port; 0 for one that the system chooses.
  /// - Throws: an error if the port is in use.
  package init(
    port: Int, service: PushService, outbox: PushOutbox, probe: EngineProbe,
    group: any EventLoopGroup
  ) async throws {
    let connections = MonitoringConnections()
    listener = try await GatewayServer.bootstrap(group)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          connections.add(channel)
          let connection = Connection()
          // Of all bytes: there is one request.
          connection.unparsed = 0
          let operations = channel.pipeline.syncOperations
          try operations.addHandler(ConnectionGate(connection, ConnectionLimits()))
          try operations.configureHTTPServerPipeline()
          try operations.addHandler(
            MonitoringPage(connection, service: service, outbox: outbox, probe: probe))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
  }

  package var port: Int { listener.localAddress?.port ?? 0 }

  package func close() async { try? await listener.close() }
}

/// The open connections. A new one takes the place of the oldest, so those that only wait keep
/// nobody from an answer.
private final class MonitoringConnections: Sendable {
  private static let maximum = 64
  /// The maximum time of a connection, of which the engine may need 8 s for an answer.
  private static let timeout = TimeAmount.seconds(30)

  /// The oldest first.
  private let channels = Mutex<[any Channel]>([])

  func add(_ channel: any Channel) {
    let oldest: (any Channel)? = channels.withLock { channels in
      channels.append(channel)
      return channels.count > Self.maximum ? channels.removeFirst() : nil
    }
    oldest?.close(promise: nil)
    let end = channel.eventLoop.scheduleTask(in: Self.timeout) { channel.close(promise: nil) }
    channel.closeFuture.whenComplete { _ in
      end.cancel()
      self.channels.withLock { channels in channels.removeAll { $0 === channel } }
    }
  }
}

private final class MonitoringPage: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let connection: Connection
  private let service: PushService
  private let outbox: PushOutbox
  private let probe: EngineProbe
  /// Nil when the connection is closed: the probe may answer later.
  private var context: ChannelHandlerContext?
  private var path = ""

  init(
    _ connection: Connection, service: PushService, outbox: PushOutbox, probe: EngineProbe
  ) {
    self.connection = connection
    self.service = service
    self.outbox = outbox
    self.probe = probe
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): path = head.uri
    case .body: break
    case .end: answer()
    }
  }

  private func answer() {
    switch path {
    case "/metrics":
      let page = service.metrics.page(
        isEngineConnected: outbox.isConnected, inFlight: outbox.inFlight,
        revocations: service.currentRules.revocations.count)
      send(.ok, page)
    case "/health":
      if service.isDraining {
        send(.serviceUnavailable, "draining\n")
      } else if let context {
        sendCondition(on: context.eventLoop)
      }
    default: send(.notFound, "Here are /metrics and /health.\n")
    }
  }

  /// The probe waits for the engine on another thread.
  private func sendCondition(on loop: any EventLoop) {
    let page = NIOLoopBound(self, eventLoop: loop)
    probe.condition { condition in
      loop.execute {
        page.value.send(condition == .ready ? .ok : .serviceUnavailable, condition.text + "\n")
      }
    }
  }

  private func send(_ status: HTTPResponseStatus, _ text: String) {
    guard let context else { return }
    let body = context.channel.allocator.buffer(string: text)
    let headers: HTTPHeaders = [
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "content-length": String(body.readableBytes), "connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    connection.isOver = true
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    connection.isOver = true
    context.close(promise: nil)
  }
}
