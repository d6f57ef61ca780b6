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
  private let limits: ConnectionLimits

  /// Starts to listen.
  /// - Parameters:
  ///   - port: the port; 0 for one that the system chooses.
  ///   - plainPort: the loopback port without TLS for ntfy's calls; nil for none.
  /// - Throws: an error if the address is in use or does not belong to this machine.
  package convenience init(
    host: String, port: Int, plainPort: Int? = nil, tls: NIOSSLContext, service: PushService,
    group: any EventLoopGroup
  ) async throws {
    try await self.init(
      host: host, port: port, plainPort: plainPort, tls: tls, service: service, group: group,
      limits: ConnectionLimits())
  }

  init(
    host: String, port: Int, plainPort: Int?, tls: NIOSSLContext, service: PushService,
    group: any EventLoopGroup, limits: ConnectionLimits
  ) async throws {
    self.service = service
    self.limits = limits
    let connections = Connections(limits, service.metrics)
    self.connections = connections
    listener = try await Self.bootstrap(group)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        connections.add(channel) {
          let connection = Connection()
          try channel.pipeline.syncOperations.addHandlers([
            NIOSSLServerHandler(context: tls), ConnectionGate(connection, limits),
            ConnectionStart(service: service, limits: limits, connection: connection),
          ])
        }
      }
      .bind(host: host, port: port).get()
    guard let plainPort else {
      plainListener = nil
      return
    }
    plainListener = try await Self.bootstrap(group)
      .childChannelInitializer { channel in
        connections.add(channel) {
          let connection = Connection()
          let operations = channel.pipeline.syncOperations
          try operations.addHandler(ConnectionGate(connection, limits))
          try PlainRequests.configure(
            operations, service, connection, limits, channel.eventLoop)
        }
      }
      .bind(host: "127.0.0.1", port: plainPort).get()
  }

  /// Little is read at a time, and little is written that the client does not read: the most that
  /// a connection keeps of both.
  static func bootstrap(_ group: any EventLoopGroup) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelOption(.backlog, value: 1_024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      .childChannelOption(
        .recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(
          minimum: 1_024, initial: 2_048, maximum: ConnectionLimits.read)
      )
      .childChannelOption(.writeBufferWaterMark, value: .init(low: 2_048, high: 8_192))
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
      // Also one that is in the handshake or in the middle of a request.
      channel.eventLoop.scheduleTask(in: limits.drainTime) { channel.close(promise: nil) }
    }
    for channel in connections.all { try? await channel.closeFuture.get() }
  }
}

/// The open connections.
private final class Connections: Sendable {
  private struct State {
    var channels: [ObjectIdentifier: any Channel] = [:]
    var counts: ConnectionCounts
  }

  private struct TooMany: Error {}

  private let state: Mutex<State>
  private let metrics: Metrics

  init(_ limits: ConnectionLimits, _ metrics: Metrics) {
    self.metrics = metrics
    state = Mutex(
      State(
        counts: ConnectionCounts(
          maximum: limits.connections, ofNetwork: limits.connectionsOfNetwork)))
  }

  var all: [any Channel] { state.withLock { Array($0.channels.values) } }

  /// Sets a new connection up; one that is too many is closed.
  /// - Parameter setUp: adds the handlers, on the loop of the connection.
  func add(
    _ channel: any Channel, _ setUp: @Sendable () throws -> Void
  ) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture {
      let network = ConnectionCounts.Network(channel.remoteAddress)
      let isAdded = state.withLock { state in
        guard state.counts.add(network) else { return false }
        state.channels[ObjectIdentifier(channel)] = channel
        return true
      }
      guard isAdded else {
        metrics.refusedConnection()
        throw TooMany()
      }
      metrics.connected(1)
      channel.closeFuture.whenComplete { [weak self] _ in
        guard let self else { return }
        metrics.connected(-1)
        state.withLock { state in
          state.channels[ObjectIdentifier(channel)] = nil
          state.counts.remove(network)
        }
      }
      try setUp()
    }
  }
}
