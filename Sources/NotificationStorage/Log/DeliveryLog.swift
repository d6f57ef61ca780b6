import CLinux
package import FoundationEssentials
import Glibc
import LinuxProcess
import Synchronization

/// The record of each step of a delivery, written as soon as the step has happened.
///
/// A file that is allocated in advance, so that a full disk does not matter, and written in a
/// circle only by the holder of a scheduler's lock. The kernel keeps written records if the process
/// dies. The file is not synced: a loss of power can repeat deliveries. The database follows a
/// moment later.
package final class DeliveryLog: Sendable {
  /// The number of records in the smallest log, 1 MiB. Where more requests wait, its size is
  /// doubled as often as necessary.
  static let smallest = 16_384
  /// The number of records in the largest log, 64 MiB.
  private static let largest = smallest << 6
  /// The byte of the file that its writer has locked.
  private static let lockedByte: Int64 = 0

  private struct Circle {
    let file: LockFile
    var capacity: Int

    var descriptor: Int32 { file.descriptor }

    func write(_ record: LogRecord) -> Bool {
      let offset = Int(record.number % Int64(capacity)) * LogRecord.size
      return record.words.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset))
      } == LogRecord.size
    }
  }

  private struct State {
    /// The file; nil after ``end()``.
    var circle: Circle?
    var contents: LogContents
  }

  private let state: Mutex<State>
  private let key: String

  /// - Parameter applied: the number up to which the store does not need its records any more.
  /// - Throws: `SchedulerError.owned(by:)` where another process writes the log.
  /// - Returns: nil where the file cannot be made.
  package init?(of owner: OwnerName, in folder: StoreFolder, applied: Int64) throws(SchedulerError)
  {
    let path = folder.deliveryLog(of: owner)
    guard let file = try? LockFile(path), !file.isReadOnly else { return nil }
    guard file.attempt(Self.lockedByte, .alone) else { throw .owned(by: nil) }
    let descriptor = file.descriptor
    key = Self.key(of: owner)
    let places = Self.places(of: descriptor)
    var circle = Circle(file: file, capacity: Self.capacity(of: places.count))
    let last = places.compactMap { $0?.number }.max() ?? 0
    // The log keeps each beginning of a predecessor until the delivery has ended, because this
    // process may die before it begins the delivery again.
    let tail = max(applied, last - Int64(circle.capacity) + 1)
    let contents = LogContents(Self.inOrder(places), after: tail)
    if contents.isEmpty, circle.capacity > Self.smallest {
      circle.capacity = Self.smallest
      ftruncate(descriptor, off_t(circle.capacity * LogRecord.size))
    }
    guard posix_fallocate(descriptor, 0, off_t(circle.capacity * LogRecord.size)) == 0 else {
      // A full disk would lose the records of a file with holes. Without a log only the store is
      // left.
      return nil
    }
    // A predecessor may have died while it enlarged the log.
    for (place, record) in places.enumerated() {
      guard let record, record.number > tail, record.number % Int64(circle.capacity) != place
      else { continue }
      guard circle.write(record) else { return nil }
    }
    state = Mutex(State(circle: circle, contents: contents))
  }

  deinit { end() }

  /// Closes the file, which frees it for the next writer, even while other code still holds this
  /// log.
  package func end() {
    state.withLock { $0.circle = nil }
  }

  /// The key of the store's note with the number up to which it does not need a log any more.
  package static func key(of owner: OwnerName) -> String { "log \(owner)" }

  /// Writes a record.
  /// - Returns: the number up to which the log is not needed once the store has this record; nil
  ///   where it cannot be written, or all the room is taken by records that the store does not
  ///   have.
  @discardableResult
  package func append(
    _ kind: LogRecord.Kind, _ id: DeliveryID, attempt: Int, at date: Date,
    outcomes: LoggedOutcomes = LoggedOutcomes()
  ) -> LogPosition? {
    state.withLock { state in
      guard let circle = state.circle,
        state.contents.makeRoom(for: id, in: circle.capacity, write: circle.write)
      else { return nil }
      let record = LogRecord(
        kind, id, attempt: attempt, number: state.contents.next, date: date.microseconds,
        outcomes: outcomes)
      guard circle.write(record) else { return nil }
      state.contents.note(record)
      return LogPosition(key: key, number: state.contents.mark(), delivery: id)
    }
  }

  /// Lets the kernel write the records to the disk now, rather than half a minute later, and does not
  /// wait for the disk: after a loss of power a sound that has ended must not begin again.
  package func startWriting() {
    // Outside of the lock: a disk with much to write delays it, and no delivery must wait for that.
    guard let copy = state.withLock({ $0.circle.map { dup($0.descriptor) } }), copy >= 0 else {
      return
    }
    _ = tocsin_start_writing(copy)
    close(copy)
  }

  /// Frees the records up to `position`, which the store has.
  package func advance(to position: LogPosition) {
    guard position.key == key else { return }
    state.withLock { $0.contents.advance(to: position) }
  }

  /// Frees the end of a delivery that the store has.
  package func forget(_ id: DeliveryID) { state.withLock { $0.contents.forgetEnd(of: id) } }
}

extension DeliveryLog {
  // MARK: Room

  /// Takes room for `count` deliveries that the store does not know, where the disk has it.
  package func reserve(_ count: Int) {
    var wanted = Self.smallest
    while wanted < Self.largest, LogContents.limit(of: wanted) < count { wanted *= 2 }
    let found = state.withLock { state in
      state.circle.flatMap { circle in
        circle.capacity < wanted ? (before: circle.capacity, copy: dup(circle.descriptor)) : nil
      }
    }
    guard let (before, copy) = found, copy >= 0 else { return }
    defer { close(copy) }
    // Outside of the lock: it can take long, and no delivery must wait for it.
    let (start, end) = (off_t(before * LogRecord.size), off_t(wanted * LogRecord.size))
    let isTaken = posix_fallocate(copy, start, end - start) == 0
    state.withLock { state in
      guard state.circle?.capacity == before else { return }
      guard isTaken, Self.move(copy, state.contents, from: before, to: wanted) else {
        ftruncate(copy, start)
        return
      }
      state.circle?.capacity = wanted
    }
  }

  /// Copies records to their places in a larger circle. Those places are new, so a process that
  /// dies meanwhile has lost no record.
  private static func move(
    _ descriptor: Int32, _ contents: LogContents, from old: Int, to new: Int
  ) -> Bool {
    var bytes = [UInt8](repeating: 0, count: LogRecord.size)
    for number in contents.tail + 1..<contents.next
    where number % Int64(old) != number % Int64(new) {
      let offsets = [old, new].map { off_t(number % Int64($0)) * off_t(LogRecord.size) }
      guard pread(descriptor, &bytes, bytes.count, offsets[0]) == bytes.count,
        pwrite(descriptor, bytes, bytes.count, offsets[1]) == bytes.count
      else { return false }
    }
    return true
  }

  private static func capacity(of placeCount: Int) -> Int {
    var capacity = smallest
    while capacity < largest, capacity * 2 <= placeCount { capacity *= 2 }
    return capacity
  }

  // MARK: Reading

  /// The records of an owner's log after `number`, oldest first.
  package static func records(of owner: OwnerName, in folder: StoreFolder, after number: Int64)
    -> [LogRecord]
  {
    let path = folder.deliveryLog(of: owner)
    guard let descriptor = try? StoreFile.open(path, for: .reading) else { return [] }
    defer { close(descriptor) }
    return inOrder(places(of: descriptor)).filter { $0.number > number }
  }

  /// The owners that have left a log.
  package static func owners(in folder: StoreFolder) -> [OwnerName] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return OwnerName.all("scheduler", suffix: ".log", among: names)
  }

  /// The number up to which no record is needed once the store has all ends.
  package static func mark(of records: [LogRecord]) -> Int64 {
    var contents = LogContents(records)
    return contents.mark()
  }

  /// The record in each place; nil where there is none.
  private static func places(of descriptor: Int32) -> [LogRecord?] {
    var status = stat()
    fstat(descriptor, &status)
    let size = min(Int(status.st_size), largest * LogRecord.size)
    var words = [Int64](repeating: 0, count: size / 8)
    let count = words.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
    let step = LogRecord.size / 8
    return stride(from: 0, to: max(0, count) / LogRecord.size * step, by: step)
      .map { LogRecord(words[$0..<$0 + step]) }
  }

  /// Sorts the records. One in two places, because the log was enlarged, counts once.
  private static func inOrder(_ places: [LogRecord?]) -> [LogRecord] {
    var last: Int64 = 0
    return places.compactMap(\.self).sorted { $0.number < $1.number }.filter { record in
      defer { last = record.number }
      return record.number != last
    }
  }
}
