package import NIOCore
import NIOPosix
package import NIOSSL
import Synchronization

/// The listener that providers connect to.
package final class GatewayServer: Sendable {
  private let service: PushService
  private let listener: any Channel
  private let plainListener: (any Channel)?
  private let connections: Connections

  /// Starts to listen.
  /// - Parameters:
  ///   - port: the port; 0 for one that the system chooses.
  ///   - plainPort: the loopback port without TLS for ntfy's calls; nil for none.
  /// - Throws: an error if the address is in use or does not belong to this machine.
  package init(
    host: String, port: Int, plainPort: Int? = nil, tls: NIOSSLContext, service: PushService,
    group: any EventLoopGroup
  ) async throws {
    self.service = service
    let connections = Connections()
    self.connections = connections
    let limits = ConnectionLimits()
    listener = try await ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        connections.add(channel, metrics: service.metrics)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandlers([
            NIOSSLServerHandler(context: tls),
            ConnectionStart(service: service, limits: limits),
          ])
        }
      }
      .bind(host: host, port: port).get()
    guard let plainPort else {
      plainListener = nil
      return
    }
    plainListener = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        connections.add(channel, metrics: service.metrics)
        return channel.eventLoop.makeCompletedFuture {
          try PlainRequests.configure(
            channel.pipeline.syncOperations, service, channel.eventLoop)
        }
      }
      .bind(host: "127.0.0.1", port: plainPort).get()
  }

  /// The port on which it listens.
  package var port: Int { listener.localAddress?.port ?? 0 }

  /// Accepts no new connections, sends GOAWAY on the open ones, and returns when all pending
  /// requests are answered, after at most 12 s.
  package func drain() async {
    service.drain()
    try? await listener.close()
    try? await plainListener?.close()
    for channel in connections.all {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
    for channel in connections.all { try? await channel.closeFuture.get() }
  }
}

/// The open connections.
private final class Connections: Sendable {
  private let channels = Mutex<[ObjectIdentifier: any Channel]>([:])

  var all: [any Channel] { channels.withLock { Array($0.values) } }

  func add(_ channel: any Channel, metrics: Metrics) {
    channels.withLock { $0[ObjectIdentifier(channel)] = channel }
    metrics.connected(1)
    channel.closeFuture.whenComplete { [weak self] _ in
      metrics.connected(-1)
      self?.channels.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(channel)) }
    }
  }
}
