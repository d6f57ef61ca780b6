import NIOCore
import NIOHTTP2

/// The state that the handlers of a connection share, on its loop.
final class Connection {
  var sender = Sender()
  /// The newest stream that the client has opened.
  var lastStream = HTTP2StreamID.rootStream
  /// Whether one of its requests was authorized. Until then its limits are strict.
  var isTrusted = false
  /// Whether it is being closed: what still arrives is dropped.
  var isOver = false
  /// The number of bytes since the last part of a request; nil where the protocol has limits of its
  /// own.
  var unparsed: Int?

  /// The maximum number of open streams.
  var maximumStreams: Int {
    isTrusted ? ConnectionLimits.streams : ConnectionLimits.untrustedStreams
  }

  /// The number of requests before one was authorized.
  private var untrustedRequests = 0

  /// Counts a request.
  /// - Returns: false if there were too many, and none of them was authorized.
  func admitsRequest() -> Bool {
    if isTrusted { return true }
    untrustedRequests += 1
    return untrustedRequests <= ConnectionLimits.untrustedRequests
  }

  /// The flow-control window, in bytes.
  var window: Int {
    isTrusted ? ConnectionLimits.window : ConnectionLimits.streamWindow
  }
}

/// Notices that nio-http2 ends the connection because of an error of the client. It sends GOAWAY,
/// but does not close.
struct GoAwayWatch: NIOHTTP2FrameDelegate {
  let connection: Connection

  func wroteFrame(_ frame: HTTP2Frame) {
    if case .goAway(_, let code, _) = frame.payload, code != .noError { connection.isOver = true }
  }
}
