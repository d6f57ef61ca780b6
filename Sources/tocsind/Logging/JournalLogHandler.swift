import CSystemd
import Foundation
import Glibc
import LogOutput
import Logging

/// Writes to the journal, each field of an event as a field of the entry.
struct JournalLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Whether standard error leads to the journal: then its fields can be used (systemd.exec(5),
  /// `JOURNAL_STREAM`).
  static var isAtHand: Bool {
    guard let stream = getenv("JOURNAL_STREAM").map({ String(cString: $0) }) else { return false }
    var status = stat()
    guard fstat(STDERR_FILENO, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }

  func log(event: LogEvent) {
    let metadata = fields(event)
    Self.queue.append(
      Self.entry(LogText.line(event.message.description, metadata), event.level)
        + metadata.map { "TOCSIN_\($0.key.uppercased())=\(LogLine.bounded($0.value))" })
  }

  private static func entry(_ message: String, _ level: Logger.Level) -> [String] {
    ["MESSAGE=\(message)", "PRIORITY=\(level.priority)", "SYSLOG_IDENTIFIER=tocsind"]
  }

  /// The journal may have stopped, too, and a socket that nobody reads is full after a while.
  private static let queue = LogQueue(
    label: "tocsin.journal", report: { entry("\($0) log lines were lost", .warning) },
    write: send)

  private func fields(_ event: LogEvent) -> [(key: String, value: String)] {
    metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
      .sorted { $0.key < $1.key }
  }

  @Sendable private static func send(_ fields: [String]) -> Bool {
    let storage = fields.map { strdup($0) }
    defer { for pointer in storage { free(pointer) } }
    let vectors = storage.map { iovec(iov_base: $0, iov_len: $0.map { strlen($0) } ?? 0) }
    return sd_journal_sendv(vectors, Int32(vectors.count)) >= 0
  }
}

/// Writes lines of plain text to standard error.
struct PlainLogHandler: LogHandler {
  var logLevel = Logger.Level.info
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let fields = metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
      .sorted { $0.0 < $1.0 }
    let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
    StandardErrorLog.write(LogText.line("\(time) \(event.level) \(event.message)", fields))
  }
}

/// The text of a log line.
enum LogText {
  /// The shortest length to which a part of a line is cut.
  private static let shortestPart = 16

  /// A line of ``LogLine/maximumLength`` bytes at most. Where it is longer, its longest parts are
  /// cut, so that a long title does not push the other fields out.
  static func line(_ message: String, _ fields: [(key: String, value: String)]) -> String {
    var length = 2 * LogLine.maximumLength
    var line: String
    repeat {
      length /= 2
      let parts = fields.filter { !$0.value.isEmpty }.map {
        "\($0.key)=\(quoted(LogLine.bounded($0.value, to: length)))"
      }
      line = ([LogLine.bounded(message, to: length)] + parts).joined(separator: " ")
    } while line.utf8.count >= LogLine.maximumLength && length > shortestPart
    return LogLine.bounded(line)
  }

  private static func quoted(_ text: String) -> String {
    text.contains(" ") ? "'\(text)'" : text
  }
}

extension Logger.Level {
  /// The level as syslog(3) counts.
  fileprivate var priority: Int {
    switch self {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }
}
