import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import TestSupport
import Testing

@testable import APNsGateway

@Suite struct DrainTests {
  @Test(.timeLimit(.minutes(20)))
  func `the end of the gateway waits for no client that never ends its handshake or its request`()
    async throws
  {
    let folder = StateFolder(
      FileManager.default.temporaryDirectory.path + "/tocsin-drain-\(UUID().uuidString)")
    try folder.make()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try Certificates(folder).makeAuthority()
    try Certificates(folder).makeServer(host: "localhost")
    let tls = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: NIOSSLCertificate.fromPEMFile(folder.file("server.pem"))
          .map { .certificate($0) },
        privateKey: .privateKey(NIOSSLPrivateKey(file: folder.file("server.key"), format: .pem))))
    let ports = try freePorts(2)
    // Nobody is there.
    let engine = try EngineConnection(
      EngineAddress(
        servers: ["nats://127.0.0.1:\(ports[1])"], certificateAuthority: nil, credentials: nil))
    let service = PushService(
      rules: World.made().rules, limit: RateLimit(burst: 1, rate: 1),
      outbox: try PushOutbox(engine), metrics: Metrics())
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var limits = ConnectionLimits()
    // Those that would end such connections otherwise.
    (limits.handshakeTime, limits.requestTime) = (.hours(1), .hours(1))
    limits.drainTime = .milliseconds(100)
    let server = try await GatewayServer(
      host: "127.0.0.1", port: 0, plainPort: ports[0], tls: tls, service: service, group: group,
      limits: limits)
    for (port, text) in [
      (server.port, ""), (server.port, "\u{16}\u{3}\u{1}"), (ports[0], ""),
      (ports[0], "POST /backups HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\n\r\nTea"),
    ] {
      let client = try await ClientBootstrap(group: group).connect(host: "127.0.0.1", port: port)
        .get()
      try await client.writeAndFlush(client.allocator.buffer(string: text))
    }
    try await eventually("all four are connected") {
      service.metrics.page(isEngineConnected: false, inFlight: 0, revocations: 0)
        .contains("tocsin_gateway_connections 4\n")
    }
    await server.drain()
    #expect(
      service.metrics.page(isEngineConnected: false, inFlight: 0, revocations: 0)
        .contains("tocsin_gateway_connections 0\n"))
    try await group.shutdownGracefully()
  }
}
