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

  private let state = Mutex(State())

  /// To be called by whoever changes what a profile is made of.
  func forget() {
    state.withLock { state in
      state.version = nil
      state.profiles = [:]
    }
  }

  /// What is known well enough to need no look into the database.
  func recent(_ app: String, _ maximumAge: Duration) -> AppProfile? {
    state.withLock { state in
      ContinuousClock.now - state.lastLook < maximumAge ? state.profiles[app] : nil
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
    let profile = try AppProfile(of: app, in: database)
    state.withLock { state in
      if state.version == version { state.profiles[app] = profile }
    }
    return profile
  }
}
