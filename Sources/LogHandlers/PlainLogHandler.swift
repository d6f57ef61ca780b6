import FoundationEssentials
import LogOutput
public import Logging

/// swift-log's events as lines of plain text on ``StandardErrorLog``, for the programs that serve.
public struct PlainLogHandler: LogHandler {
  /// The lowest level that is written.
  public var logLevel: Logger.Level
  /// The fields of each line.
  public var metadata: Logger.Metadata = [:]

  /// - Parameter logLevel: the lowest level that is written.
  public init(logLevel: Logger.Level = .info) { self.logLevel = logLevel }

  /// A field of each line.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a line, and returns at once.
  public func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
      .sorted { $0.0 < $1.0 }
    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
    StandardErrorLog.write(LogText.line("\(time) \(event.level) \(event.message)", fields))
  }
}
