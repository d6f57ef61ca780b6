import NIOCore
import NIOHTTP2

/// What a connection may do to us, beyond nio-http2's own limits for resets, errors and control
/// frames.
struct ConnectionLimits: Sendable {
  /// Bytes that a client may have under way. HTTP/2 begins with 65,535 (RFC 9113 §6.9.2), which are few
  /// for a provider far away; it is told more at its first data.
  static let window = 1 << 20

  var idleTime = TimeAmount.hours(1)
  /// More than the 8 s that the engine has for its acknowledgement.
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
