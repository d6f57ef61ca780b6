import FoundationEssentials
import Glibc
import NotificationStorage

/// The lock of a scheduler's scope, and the delivery log that only the holder of the lock writes.
///
/// A scheduler for all apps and one for a single app never deliver for that app together. Each
/// takes its own lock first and then looks at the other's. The app's scheduler stops; the other one
/// leaves the app alone until it has stopped.
struct Ownership {
  private(set) var log: DeliveryLog?
  /// The error that prevents the lock or the log.
  private(set) var failure: StoreError?
  /// Apps that still deliver their own notifications.
  private(set) var busyApps: Set<OwnerName> = []
  private var lock: SchedulerLock?
  private let scope: SchedulerLock.Scope
  private let store: NotificationStore
  private let folder: StoreFolder
  private let socket: String?

  /// - Throws: `SchedulerError.owned(by:)` where another scheduler works, `StoreError.unusable`
  ///   where the lock or the log is something else than a file.
  init(
    _ scope: SchedulerLock.Scope, of store: NotificationStore, in folder: StoreFolder,
    socket: String?
  ) throws {
    self.scope = scope
    self.store = store
    self.folder = folder
    self.socket = socket
    // What is no file stays none: nothing would ever be delivered.
    try folder.check(filesOf: scope.owner)
    try take()
  }

  private mutating func take() throws {
    do {
      lock = try SchedulerLock(scope, in: folder, socket: socket)
    } catch let error as StoreError {
      // Nothing can be locked where nothing can be written: no other scheduler can take it either.
      return failure = error
    }
    if case .app = scope, let owner = SchedulerLock.owner(of: .everyApp, in: folder) {
      throw SchedulerError.owned(by: owner.processIdentifier)
    }
    if case .everyApp = scope { busyApps.formUnion(folder.apps(withLocksHeld: true)) }
    try openLog()
  }

  private mutating func openLog() throws(SchedulerError) {
    if log == nil {
      log = try DeliveryLog(
        of: scope.owner, in: folder,
        applied: (try? store.read(.appliedRecord(of: scope.owner))) ?? 0)
    }
    failure = log == nil ? .full : nil
  }

  var isHeld: Bool { lock != nil }
  /// Whether nothing is missing that could be made later.
  var isWhole: Bool { lock != nil && log != nil }

  /// The owners whose logs contain records of this scheduler's requests.
  var logOwners: [OwnerName] {
    switch scope {
    case .everyApp:
      DeliveryLog.owners(in: folder).filter { !busyApps.contains($0) }
    case .app: [SchedulerLock.Scope.everyApp.owner, scope.owner]
    }
  }

  /// - Returns: the apps that have stopped since the last call.
  mutating func forgetStoppedApps() -> Set<OwnerName> {
    guard !busyApps.isEmpty else { return [] }
    let stopped = busyApps.filter { !SchedulerLock.isAlive($0, in: folder) }
    busyApps.subtract(stopped)
    return stopped
  }

  func leaves(_ app: String) -> Bool {
    !busyApps.isEmpty && busyApps.contains(SchedulerLock.Scope.app(app).owner)
  }

  /// Takes the lock again where its file was removed, and makes what could not be made before.
  /// - Returns: whether it holds the lock and the log now, and did not before.
  /// - Throws: `SchedulerError.owned(by:)` where another one has it now.
  mutating func check() throws -> Bool {
    let wasWhole = isWhole
    if lock?.isThere != true {
      lock = nil
      try take()
    } else if log == nil {
      try openLog()
      // Where the disk was read-only, the file of the lock still names an earlier process.
      if log != nil { lock?.describe(socket) }
    }
    return isWhole && !wasWhole
  }
}

extension StoreFolder {
  /// The names of apps' schedulers whose locks are held, or are free.
  fileprivate func apps(withLocksHeld isHeld: Bool) -> [OwnerName] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return OwnerName.all("scheduler", suffix: ".lock", among: names)
      .filter { $0 != SchedulerLock.Scope.everyApp.owner }
      .filter { SchedulerLock.isAlive($0, in: self) == isHeld }
  }
}
