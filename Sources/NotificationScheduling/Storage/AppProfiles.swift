import GRDB
import NotificationTypes
import Synchronization

/// The profiles of apps, until the database has changed: in a storm of deliveries each needs one.
final class AppProfiles: Sendable {
  private struct State {
    /// What SQLite calls the version of the data, as one connection sees it; a connection to a
    /// database that has taken another one's place counts by itself.
    var version: Version?
    var profiles: [String: AppProfile] = [:]
    var lastLook = ContinuousClock.now - .seconds(1)
  }

  private struct Version: Equatable {
    let connection: ObjectIdentifier
    let number: Int64
  }

  /// Another process may be so far ahead: in a storm each look finds a database that has changed.
  private static let timeout = Duration.milliseconds(10)

  private let state = Mutex(State())

  /// To be called by whoever changes what a profile is made of.
  func forget() {
    state.withLock { state in
      state.version = nil
      state.profiles = [:]
    }
  }

  /// What is known well enough to need no look into the database.
  func recent(_ app: String) -> AppProfile? {
    state.withLock { state in
      ContinuousClock.now - state.lastLook < Self.timeout ? state.profiles[app] : nil
    }
  }

  func profile(of app: String, in database: Database) throws -> AppProfile {
    let version = Version(
      connection: ObjectIdentifier(database),
      number: try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? -1)
    let known = state.withLock { state in
      if version != state.version { state.profiles = [:] }
      state.version = version
      state.lastLook = .now
      return state.profiles[app]
    }
    if let known { return known }
    let profile = try Self.read(app, in: database)
    state.withLock { state in
      if state.version == version { state.profiles[app] = profile }
    }
    return profile
  }

  private static func read(_ app: String, in database: Database) throws -> AppProfile {
    let settings: [AppSettings] = try NotificationStore.bodies(
      of: "setting", app: app, in: database)
    let registrations: [RegisteredApp] = try NotificationStore.bodies(
      of: "registration", app: app, in: database)
    return AppProfile(
      settings: settings.first, registration: registrations.first,
      categories: try NotificationStore.categories(of: app, in: database))
  }
}
