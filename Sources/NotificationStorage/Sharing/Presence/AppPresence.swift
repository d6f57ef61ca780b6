import Dispatch
import FoundationEssentials
import Glibc
import LinuxProcess
import Synchronization

/// The state of an app, as it reports itself with an ``AppListener``.
public enum AppPresence: String, Sendable, Hashable {
  case absent
  case background
  /// It is in the foreground, in front of the user.
  case foreground

  /// The current state of an app.
  public static func current(of app: String, in folder: StoreFolder) -> AppPresence {
    entry(app, folder)?.presence ?? .absent
  }

  /// Wakes the running app, so that it looks at the store.
  /// - Returns: false where it does not run.
  @discardableResult
  public static func wake(_ app: String, in folder: StoreFolder) -> Bool {
    guard let entry = entry(app, folder) else { return false }
    return SchedulerWaker.send(to: entry.socket)
  }

  static func name(of app: String) -> OwnerName { OwnerName("app", of: app) }

  private static func entry(
    _ app: String, _ folder: StoreFolder
  ) -> (presence: AppPresence, socket: String)? {
    let name = name(of: app)
    guard SchedulerLock.isAlive(name, in: folder),
      let text = StoreFile.text(of: folder.lock(name))
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2, let presence = AppPresence(rawValue: lines[2]) else { return nil }
    return (presence, lines[1])
  }
}

/// A registration that an app holds while it runs; schedulers see by it that responses go to this
/// process.
public final class AppListener: Sendable {
  /// An element each time that the app should look for responses in the store.
  public let wakeUps: AsyncStream<Void>

  private let lock: FileLock
  private let socket: WakeSocket
  private let path: String
  /// Any thread may use a source, although the library does not declare it.
  private nonisolated(unsafe) let source: any DispatchSourceRead
  private let foreground: Mutex<Bool>

  /// - Throws: ``SchedulerError/owned(by:)`` where another process of the app listens.
  public init(
    app: String, in folder: StoreFolder = .standard(), isForeground: Bool = false
  ) throws {
    try folder.create()
    let name = AppPresence.name(of: app)
    guard let lock = try FileLock.attempt(folder.lock(name)) else {
      throw SchedulerError.owned(by: nil)
    }
    self.lock = lock
    path = WakeSocket.path(of: name, in: folder)
    let socket = try WakeSocket(path)
    self.socket = socket
    foreground = Mutex(isForeground)
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    wakeUps = stream
    source = DispatchSource.makeReadSource(
      fileDescriptor: socket.descriptor.number, queue: QueueExecutor.shared.queue)
    source.setEventHandler { if !socket.drain().isEmpty { continuation.yield() } }
    source.setCancelHandler { continuation.finish() }
    describe(isForeground)
    source.activate()
  }

  deinit { source.cancel() }

  /// Whether the app is in front of the user; it then decides about its notifications itself.
  public var isForeground: Bool {
    get { foreground.withLock { $0 } }
    set {
      foreground.withLock { $0 = newValue }
      describe(newValue)
    }
  }

  private func describe(_ isForeground: Bool) {
    let presence: AppPresence = isForeground ? .foreground : .background
    lock.describe("\(getpid())\n\(path)\n\(presence.rawValue)\n")
  }
}
