import FoundationEssentials
import Glibc

/// The right of one scheduler to deliver from a store.
///
/// The lock file in the store's folder contains the process that holds it and the socket on which
/// it is woken. The kernel releases it when the process dies.
public final class SchedulerLock: Sendable {
  /// Which requests a scheduler delivers.
  public enum Scope: Sendable, Hashable {
    /// The requests of all apps, for a daemon.
    case everyApp
    /// The requests of one app, for the app itself where no daemon runs.
    case app(String)

    package var app: String? {
      if case .app(let name) = self { name } else { nil }
    }

    /// The name of the lock.
    package var owner: OwnerName {
      switch self {
      case .everyApp: "scheduler"
      case .app(let name): OwnerName("scheduler", of: name)
      }
    }
  }

  /// A process that holds a lock.
  public struct Owner: Sendable, Hashable {
    /// The process identifier (PID) in the lock's file.
    public let processIdentifier: Int32
    package let socket: String?

    package var text: String { "\(processIdentifier)\n\(socket ?? "")\n" }

    init(processIdentifier: Int32, socket: String?) {
      self.processIdentifier = processIdentifier
      self.socket = socket
    }

    init?(text: String) {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let first = lines.first, let process = Int32(first) else { return nil }
      processIdentifier = process
      socket = lines.dropFirst().first.flatMap { $0.isEmpty ? nil : String($0) }
    }
  }

  private let lock: FileLock

  /// - Throws: ``SchedulerError/owned(by:)`` where another scheduler holds it.
  package init(_ scope: Scope, in folder: StoreFolder, socket: String?) throws {
    let path = folder.lock(scope.owner)
    guard let lock = try FileLock.attempt(path) else {
      throw SchedulerError.owned(by: Self.owner(at: path)?.processIdentifier)
    }
    self.lock = lock
    describe(socket)
  }

  /// Writes this process and its socket into the lock's file.
  package func describe(_ socket: String?) {
    lock.describe(Owner(processIdentifier: getpid(), socket: socket).text)
  }

  /// Whether the lock's file still has its name. Otherwise other processes could take a lock of
  /// their own.
  package var isThere: Bool { lock.isNamed }

  /// The holder of the lock of a scope; nil where there is none.
  public static func owner(of scope: Scope, in folder: StoreFolder) -> Owner? {
    let path = folder.lock(scope.owner)
    guard FileLock.isHeld(path) else { return nil }
    return owner(at: path)
  }

  /// All processes that hold a scheduler's lock in a folder.
  package static func owners(in folder: StoreFolder) -> [Owner] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return OwnerName.all("scheduler", suffix: ".lock", among: names)
      .compactMap { owner(at: folder.lock($0)) }
  }

  /// Whether another process holds a scheduler's lock in a folder.
  static func isHeldByAnother(in folder: StoreFolder) -> Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return OwnerName.all("scheduler", suffix: ".lock", among: names).contains {
      isAlive($0, in: folder) && owner(at: folder.lock($0))?.processIdentifier != getpid()
    }
  }

  /// The processes that deliver the requests of these apps.
  static func owners(of apps: Set<String>, in folder: StoreFolder) -> [Owner] {
    ([.everyApp] + apps.map(Scope.app)).compactMap { owner(at: folder.lock($0.owner)) }
  }

  /// Whether a living process holds the lock with this name.
  package static func isAlive(_ owner: OwnerName, in folder: StoreFolder) -> Bool {
    FileLock.isHeld(folder.lock(owner))
  }

  /// The holder that a lock's file names. Most files are not there, which costs one system call.
  private static func owner(at path: String) -> Owner? {
    guard access(path, R_OK) == 0 else { return nil }
    return StoreFile.text(of: path).flatMap(Owner.init(text:))
  }
}
