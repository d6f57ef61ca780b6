import NIOCore
import NIOHTTP2

/// The limits of a connection, in addition to nio-http2's own for resets, errors and control
/// frames.
struct ConnectionLimits: Sendable {
  /// The flow-control window of a connection in bytes. HTTP/2 starts with 65,535 (RFC 9113 §6.9.2),
  /// which is little for a distant provider; the window is enlarged with the first data.
  static let window = 1 << 20
  /// The window of a stream, and of a connection until a request of it is authorized: the initial
  /// one of HTTP/2.
  static let streamWindow = 65_535
  /// The maximum number of open streams.
  static let streams = 1_000
  /// The same until a request is authorized. Apple's service allows one.
  static let untrustedStreams = 32
  /// The maximum number of requests until one is authorized: a refusal costs time.
  static let untrustedRequests = 100
  /// The maximum number of bytes of HTTP/1.1 that are read without a complete part of a request:
  /// more than one read, because a waiting call holds up the parts of the next.
  static let unparsed = 32_768
  /// The number of bytes that are read at a time: the length of a TLS record.
  static let read = 16_384

  /// The maximum number of connections, in all and of a network.
  var connections = 4_096
  var connectionsOfNetwork = 1_024
  var idleTime = TimeAmount.hours(1)
  /// The maximum time of the TLS handshake, until the first bytes of the protocol.
  var handshakeTime = TimeAmount.seconds(20)
  /// The maximum time of an HTTP/1.1 connection without a complete request, from its begin or the
  /// last answer.
  var requestTime = TimeAmount.seconds(60)
  /// The time in which a request must be authorized.
  var untrustedTime = TimeAmount.seconds(60)
  /// The maximum time in which a client leaves answers unread.
  var stallTime = TimeAmount.seconds(20)
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
      HTTP2Setting(parameter: .maxConcurrentStreams, value: StreamAllowance.inLibrary),
      HTTP2Setting(parameter: .maxHeaderListSize, value: 8_192),
    ]
    // Frames that cannot be written; reading stops before there are many.
    configuration.maximumBufferedControlFrames = 2_000
    // What is still sent on refused streams is ignored.
    configuration.maximumRecentlyResetStreams = 1_000
    return configuration
  }

  var stream: NIOHTTP2Handler.StreamConfiguration {
    NIOHTTP2Handler.StreamConfiguration()
  }
}
