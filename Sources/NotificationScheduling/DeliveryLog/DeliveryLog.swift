import Foundation
import Glibc
import Synchronization

/// What has happened to deliveries, as soon as it has happened.
///
/// A file of fixed size, written in a circle by the holder of a scheduler's lock alone. The kernel
/// keeps what it has got, whatever becomes of the process; its room is taken when it is made, so a
/// full disk does not matter. It is not synced: a loss of power can repeat deliveries. The database
/// follows a moment later.
final class DeliveryLog: Sendable {
  /// 1 MiB: some thousand deliveries that the database does not know yet.
  static let capacity = 16_384

  private let descriptor: Int32
  private let key: String
  private let next: Mutex<Int64>
  /// How far the store has got: only these may be overwritten.
  private let applied: Mutex<Int64>

  /// - Throws: ``SchedulerError/owned(by:)`` where another process writes it.
  /// - Returns: nil where there can be no file.
  init?(of owner: String, in folder: StoreFolder, applied: Int64) throws(SchedulerError) {
    let path = folder.deliveryLog(of: owner)
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .owned(by: nil)
    }
    key = Self.key(of: owner)
    let last = Self.records(of: descriptor).last?.number ?? 0
    next = Mutex(max(last, applied) + 1)
    // What is there has been read by whoever opens it: the newer half of it may be needed again.
    self.applied = Mutex(max(applied, last - Int64(Self.capacity) / 2))
    guard posix_fallocate(descriptor, 0, Self.capacity * LogRecord.size) == 0 else {
      // With a hole a full disk would take the records; without any, the store is all there is.
      close(descriptor)
      return nil
    }
  }

  deinit { end() }

  /// Lets go of the file: whoever writes it next waits for nobody's notifications to be forgotten.
  func end() {
    next.withLock { next in
      guard next > 0 else { return }
      next = 0
      close(descriptor)
    }
  }

  /// The key of the store's note that says how far it has got with a log.
  static func key(of owner: String) -> String { "log " + owner }

  /// Writes a record.
  /// - Returns: its place; nil where it cannot be written, or would take that of one that the store
  ///   does not know yet.
  @discardableResult
  func append(
    _ kind: LogRecord.Kind, _ id: DeliveryID, attempt: Int, at date: Date
  ) -> LogPosition? {
    next.withLock { next in
      guard next > 0, next - applied.withLock({ $0 }) <= Int64(Self.capacity) else { return nil }
      let record = LogRecord(
        kind, id, attempt: attempt, number: next, date: date.microseconds)
      let place = Int(next % Int64(Self.capacity)) * LogRecord.size
      let count = record.words.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      guard count == LogRecord.size else { return nil }
      next += 1
      return LogPosition(key: key, number: record.number)
    }
  }

  /// The store knows everything up to there.
  func advance(to position: LogPosition) {
    guard position.key == key else { return }
    applied.withLock { $0 = max($0, position.number) }
  }

  /// The records of an owner's log behind `number`, oldest first.
  static func records(of owner: String, in folder: StoreFolder, after number: Int64) -> [LogRecord]
  {
    let path = folder.deliveryLog(of: owner)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return records(of: descriptor).filter { $0.number > number }
  }

  /// The owners that have left a log.
  static func owners(in folder: StoreFolder) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("scheduler") && $0.hasSuffix(".log") }
      .map { String($0.dropLast(".log".count)) }.sorted()
  }

  private static func records(of descriptor: Int32) -> [LogRecord] {
    var words = [Int64](repeating: 0, count: capacity * LogRecord.size / 8)
    let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let step = LogRecord.size / 8
    return stride(from: 0, to: max(0, count) / LogRecord.size * step, by: step)
      .compactMap { LogRecord(words[$0..<$0 + step]) }
      .sorted { $0.number < $1.number }
  }
}
