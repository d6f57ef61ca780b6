package import NIOCore
import NIOHTTP1
import NIOPosix

/// A loopback listener for monitoring: `/metrics` for Prometheus, `/health` for a load balancer:
/// 200 while the engine would store a push, otherwise 503 with the reason.
package final class MonitoringServer: Sendable {
  private let listener: any Channel

  /// Starts to listen.
  /// - Parameter port: the port; 0 for one that the system chooses.
  /// - Throws: an error if the port is in use.
  package init(
    port: Int, service: PushService, outbox: PushOutbox, probe: EngineProbe,
    group: any EventLoopGroup
  ) async throws {
    listener = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let operations = channel.pipeline.syncOperations
          try operations.configureHTTPServerPipeline()
          try operations.addHandler(MonitoringPage(service: service, outbox: outbox, probe: probe))
        }
      }
      .bind(host: "127.0.0.1", port: port).get()
  }

  package var port: Int { listener.localAddress?.port ?? 0 }

  package func close() async { try? await listener.close() }
}

private final class MonitoringPage: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let service: PushService
  private let outbox: PushOutbox
  private let probe: EngineProbe
  private var path = ""

  init(service: PushService, outbox: PushOutbox, probe: EngineProbe) {
    self.service = service
    self.outbox = outbox
    self.probe = probe
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): path = head.uri
    case .body: break
    case .end: answer(context)
    }
  }

  private func answer(_ context: ChannelHandlerContext) {
    switch path {
    case "/metrics":
      let page = service.metrics.page(
        isEngineConnected: outbox.isConnected, inFlight: outbox.inFlight,
        revocations: service.currentRules.revocations.count)
      send(context, .ok, page)
    case "/health":
      if service.isDraining {
        send(context, .serviceUnavailable, "draining\n")
      } else {
        sendCondition(context)
      }
    default: send(context, .notFound, "Here are /metrics and /health.\n")
    }
  }

  /// The probe waits for the engine on another thread.
  private func sendCondition(_ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound((page: self, context: context), eventLoop: loop)
    probe.condition { condition in
      loop.execute {
        let (page, context) = bound.value
        page.send(
          context, condition == .ready ? .ok : .serviceUnavailable, condition.text + "\n")
      }
    }
  }

  private func send(
    _ context: ChannelHandlerContext, _ status: HTTPResponseStatus, _ text: String
  ) {
    let body = context.channel.allocator.buffer(string: text)
    let headers: HTTPHeaders = [
      "content-type": "text/plain; version=0.0.4; charset=utf-8",
      "content-length": String(body.readableBytes), "connection": "close",
    ]
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    context.close(promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
