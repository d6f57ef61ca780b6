import NotificationTypes
import Synchronization

/// A cache of app profiles, valid until the database changes: in a storm each delivery needs one.
package final class AppProfiles: Sendable {
  private struct State {
    /// SQLite's version of the data, as one connection sees it. A connection to a database that has
    /// replaced another one counts separately.
    var version: Version?
    var profiles: [String: AppProfile] = [:]
    var lastLook = ContinuousClock.now - .seconds(1)
  }

  private struct Version: Equatable {
    let connection: ObjectIdentifier
    let number: Int64
  }

  private let state = Mutex(State())

  /// Empties the cache. Call it after every change of a part of a profile.
  package func forget() {
    state.withLock { state in
      state.version = nil
      state.profiles = [:]
    }
  }

  /// The cached profile, if the database was last looked at less than `maximumAge` ago.
  func recent(_ app: String, _ maximumAge: Duration) -> AppProfile? {
    state.withLock { state in
      ContinuousClock.now - state.lastLook < maximumAge ? state.profiles[app] : nil
    }
  }

  func profile(of app: String, in database: Database) throws -> AppProfile {
    let version = Version(
      connection: ObjectIdentifier(database),
      number: try database.integer("PRAGMA data_version") ?? -1)
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
