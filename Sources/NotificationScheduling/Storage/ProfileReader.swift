import Foundation
import GRDB
import NotificationTypes
import Synchronization

/// Reads the profiles of apps on a connection of its own, so that a delivery waits for no writer,
/// and keeps them until the database has changed.
final class ProfileReader: Sendable {
  private struct State {
    var queue: DatabaseQueue?
    /// What SQLite calls the version of the data, as this connection sees it.
    var version: Int64 = -1
    var profiles: [String: AppProfile] = [:]
    var lastLook = ContinuousClock.now - .seconds(1)
  }

  /// Another process may be so far ahead: in a storm each look finds a database that has changed.
  private static let patience = Duration.milliseconds(10)

  private let path: String
  private let state = Mutex(State())

  init(_ path: String) { self.path = path }

  func close() {
    state.withLock { state in
      try? state.queue?.close()
      state = State()
    }
  }

  /// To be called by who changes what a profile is made of.
  func forget() {
    state.withLock { state in
      state.version = -1
      state.profiles = [:]
    }
  }

  func profile(app: String) throws -> AppProfile {
    try state.withLock { state in
      let now = ContinuousClock.now
      if now - state.lastLook < Self.patience, let known = state.profiles[app] { return known }
      let queue = try state.queue ?? open()
      state.queue = queue
      // Without a transaction: the version is a look at the log's index alone.
      let version = try queue.unsafeRead { database in
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? -1
      }
      if version != state.version { state.profiles = [:] }
      state.version = version
      state.lastLook = now
      if let known = state.profiles[app] { return known }
      let profile = try queue.read { try Self.profile(of: app, in: $0) }
      state.profiles[app] = profile
      return profile
    }
  }

  private func open() throws -> DatabaseQueue {
    var configuration = SQLiteOpening.configuration()
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  static func profile(of app: String, in database: Database) throws -> AppProfile {
    let settings: [AppSettings] = try NotificationStore.bodies(
      of: "setting", app: app, in: database)
    let registrations: [RegisteredApp] = try NotificationStore.bodies(
      of: "registration", app: app, in: database)
    return AppProfile(
      settings: settings.first, registration: registrations.first,
      categories: try NotificationStore.categories(of: app, in: database))
  }
}
