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
  private let place: Mutex<Place>
  /// How far the store has got: only these may be overwritten.
  private let applied: Mutex<Int64>

  /// Where it goes on, and from where on it is needed.
  private struct Place {
    /// 0 where it is closed.
    var next: Int64
    /// The first records of deliveries that have begun and not ended, and among them those that
    /// have ended meanwhile.
    var begun: [DeliveryID: Int64] = [:]
    var order: ArraySlice<(id: DeliveryID, number: Int64)> = []

    mutating func note(_ record: LogRecord) {
      switch record.kind {
      case .begun where begun[record.id] == nil:
        begun[record.id] = record.number
        order.append((record.id, record.number))
      case .begun, .presented, .heard: break
      case .delivered, .missed: begun[record.id] = nil
      }
      next = record.number + 1
    }

    /// What a successor need not read: up to there every delivery has ended, or is so old that the
    /// log needs its room for the others.
    mutating func mark() -> Int64 {
      let oldest = next - Int64(DeliveryLog.capacity) / 2
      while let first = order.first, begun[first.id] != first.number || first.number < oldest {
        order.removeFirst()
        if begun[first.id] == first.number { begun[first.id] = nil }
      }
      return (order.first?.number ?? next) - 1
    }
  }

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
    let records = Self.records(of: descriptor)
    let last = records.last?.number ?? 0
    // What a predecessor has begun is known to the log until it has ended: this process may die before
    // it begins that again.
    var known = Place(next: 0)
    for record in records where record.number > applied { known.note(record) }
    known.next = max(last, applied) + 1
    place = Mutex(known)
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
    place.withLock { place in
      guard place.next > 0 else { return }
      place.next = 0
      close(descriptor)
    }
  }

  /// The key of the store's note that says how far it has got with a log.
  static func key(of owner: String) -> String { "log " + owner }

  /// Writes a record.
  /// - Returns: up to where the log is not needed any more when the store knows of this record; nil
  ///   where it cannot be written, or would take the place of one that the store does not know yet.
  @discardableResult
  func append(
    _ kind: LogRecord.Kind, _ id: DeliveryID, attempt: Int, at date: Date
  ) -> LogPosition? {
    place.withLock { place in
      let next = place.next
      guard next > 0, next - applied.withLock({ $0 }) <= Int64(Self.capacity) else { return nil }
      let record = LogRecord(
        kind, id, attempt: attempt, number: next, date: date.microseconds)
      let offset = Int(next % Int64(Self.capacity)) * LogRecord.size
      let count = record.words.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
      }
      guard count == LogRecord.size else { return nil }
      place.note(record)
      return LogPosition(key: key, number: place.mark())
    }
  }

  /// The store knows everything up to there.
  func advance(to position: LogPosition) {
    guard position.key == key else { return }
    applied.withLock { $0 = max($0, position.number) }
  }

  /// The records of an owner's log after `number`, oldest first.
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

  /// Up to where none of these records is needed when the store knows of all that have ended.
  static func mark(of records: [LogRecord]) -> Int64 {
    var place = Place(next: 0)
    for record in records { place.note(record) }
    return place.mark()
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
