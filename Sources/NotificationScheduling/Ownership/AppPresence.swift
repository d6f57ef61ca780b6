import Dispatch
import Foundation
import Glibc
import Synchronization

/// Whether an app runs, as it says itself by an ``AppListener``.
public enum AppPresence: String, Sendable, Hashable {
  case absent
  case background
  /// It has the user's eyes.
  case foreground

  /// How an app is at the moment.
  public static func current(of app: String, in folder: StoreFolder) -> AppPresence {
    entry(app, folder)?.presence ?? .absent
  }

  /// Tells the running app to look into the store.
  /// - Returns: false where it does not run.
  @discardableResult
  public static func wake(_ app: String, in folder: StoreFolder) -> Bool {
    guard let entry = entry(app, folder) else { return false }
    return SchedulerWaker.send(to: entry.socket)
  }

  static func name(of app: String) -> String { "app-" + SchedulerLock.Scope.spelled(app) }

  private static func entry(
    _ app: String, _ folder: StoreFolder
  ) -> (presence: AppPresence, socket: String)? {
    let name = name(of: app)
    guard SchedulerLock.isAlive(name, in: folder),
      let text = try? String(contentsOfFile: folder.lock(name), encoding: .utf8)
    else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.count > 2, let presence = AppPresence(rawValue: lines[2]) else { return nil }
    return (presence, lines[1])
  }
}

/// What an app holds while it runs: whoever delivers knows by it that responses go to this process.
public final class AppListener: Sendable {
  /// An element each time that the app should look for responses in the store.
  public let wakeUps: AsyncStream<Void>

  private let lock: FileLock
  private let socket: WakeSocket
  private let path: String
  /// Any thread may use a source; the library does not say so.
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
    source.setEventHandler { if socket.drain() { continuation.yield() } }
    source.setCancelHandler { continuation.finish() }
    describe(isForeground)
    source.activate()
  }

  deinit { source.cancel() }

  /// Whether the app has the user's eyes: then its notifications are its own affair.
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
