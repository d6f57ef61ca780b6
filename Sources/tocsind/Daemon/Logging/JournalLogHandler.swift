import CSystemd
import Foundation
import Glibc
import LogHandlers
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
