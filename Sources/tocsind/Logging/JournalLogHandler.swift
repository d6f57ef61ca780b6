import CSystemd
import Files
import Foundation
import Glibc
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
    var entry = [
      "MESSAGE=\(LogText.line(event.message.description, metadata))",
      "PRIORITY=\(event.level.priority)", "SYSLOG_IDENTIFIER=tocsind",
    ]
    entry += metadata.map { "TOCSIN_\($0.key.uppercased())=\($0.value)" }
    Self.send(entry)
  }

  private func fields(_ event: LogEvent) -> [(key: String, value: String)] {
    metadata.merging(event.metadata ?? [:]) { $1 }.map { ($0.key, "\($0.value)") }
      .sorted { $0.key < $1.key }
  }

  private static func send(_ fields: [String]) {
    let storage = fields.map { strdup($0) }
    defer { for pointer in storage { free(pointer) } }
    let vectors = storage.map { iovec(iov_base: $0, iov_len: $0.map { strlen($0) } ?? 0) }
    _ = sd_journal_sendv(vectors, Int32(vectors.count))
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
    let text = LogText.line(event.message.description, fields)
    let line = "\(time) \(event.level) \(text)\n"
    FileHandle.standardError.write(Data(line.utf8))
  }
}

/// The text of a log line.
enum LogText {
  /// A line without control characters: names from apps must not steer a terminal, nor begin a line
  /// of their own.
  static func line(_ message: String, _ fields: [(key: String, value: String)]) -> String {
    let parts = fields.filter { !$0.value.isEmpty }.map { "\($0.key)=\(quoted($0.value))" }
    return printable(([message] + parts).joined(separator: " "))
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
