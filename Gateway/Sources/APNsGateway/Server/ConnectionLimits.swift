import NIOCore
import NIOHTTP2

/// The limits of a connection, in addition to nio-http2's own for resets, errors and control
/// frames.
struct ConnectionLimits: Sendable {
  /// The flow-control window of a connection in bytes. HTTP/2 starts with 65,535 (RFC 9113 §6.9.2),
  /// which is little for a distant provider; the window is enlarged with the first data.
  static let window = 1 << 20

  var idleTime = TimeAmount.hours(1)
  /// The maximum time to drain; longer than the engine's timeout of 8 s.
  var drainTime = TimeAmount.seconds(12)

  var management: NIOHTTP2ServerConnectionManagementHandler.Configuration {
    .init(
      maxIdleTime: idleTime, maxAge: nil, maxGraceTime: drainTime,
      keepalive: .init(pingInterval: .minutes(10), ackTimeout: .seconds(20)))
  }

  var connection: NIOHTTP2Handler.ConnectionConfiguration {
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    configuration.initialSettings = [
      HTTP2Setting(parameter: .maxConcurrentStreams, value: 1_000),
      HTTP2Setting(parameter: .maxHeaderListSize, value: 8_192),
    ]
    return configuration
  }

  var stream: NIOHTTP2Handler.StreamConfiguration {
    NIOHTTP2Handler.StreamConfiguration()
  }
}
