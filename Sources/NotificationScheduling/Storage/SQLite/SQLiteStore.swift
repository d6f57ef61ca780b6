import Foundation
import GRDB
import Synchronization

/// The store of a user: one SQLite database, which every process of the user may share.
///
/// It is in WAL mode with `synchronous = FULL`: what a call has done survives a loss of power when
/// the call has returned.
public final class SQLiteStore: NotificationStore {
  /// How far to trust the file at the start.
  public enum Check: Sendable {
    /// Open it as it is: what a short visit does.
    case none
    /// Check its integrity, and mend it if need be: what a scheduler does.
    case integrity
  }

  let folder: StoreFolder
  private let writer: Mutex<any DatabaseWriter>
  private let lastRecovery = Mutex<StoreRecovery?>(nil)

  /// Opens the database in `folder`, which is made where there is none.
  ///
  /// A damaged database is set aside and what can be read of it is taken over, in any case where it
  /// cannot be opened, and with ``Check/integrity`` where it is damaged within; see ``recovery``.
  public init(folder: StoreFolder, check: Check = .none) throws(StoreError) {
    self.folder = folder
    try folder.create()
    let opened = try SQLiteOpening(folder: folder).open(check)
    writer = Mutex(opened.writer)
    lastRecovery.withLock { $0 = opened.recovery }
    if check == .integrity { folder.keepReserve() }
  }

  /// What was mended when the store was opened; nil where nothing had to be.
  public var recovery: StoreRecovery? { lastRecovery.withLock { $0 } }

  public func recover() throws(StoreError) {
    try? writer.withLock { $0 }.close()
    let opened = try SQLiteOpening(folder: folder).open(.integrity)
    writer.withLock { $0 = opened.writer }
    if let recovery = opened.recovery { lastRecovery.withLock { $0 = recovery } }
    folder.keepReserve()
  }

  public func releaseReserve() -> Bool { folder.releaseReserve() }

  public func backUp() throws(StoreError) {
    let folder = folder
    let isDone: Bool = try perform { writer in
      try folder.replaceBackup { path in
        // A reader outside a transaction: who writes meanwhile does not wait.
        try writer.unsafeRead { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
      }
      return true
    }
    precondition(isDone)
  }

  /// One transaction that writes.
  func write<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in try writer.write { try work($0) } }
  }

  /// One transaction that reads.
  func read<Value>(_ work: (Database) throws -> Value) throws(StoreError) -> Value {
    try perform { writer in try writer.read { try work($0) } }
  }

  private func perform<Value>(
    _ work: (any DatabaseWriter) throws -> Value?
  ) throws(StoreError) -> Value {
    do {
      guard let value = try work(writer.withLock { $0 }) else {
        throw StoreError.other("the transaction did not run")
      }
      return value
    } catch {
      throw StoreError(error, path: folder.database)
    }
  }
}
