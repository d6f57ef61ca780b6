import NotificationTypes
import Synchronization

/// A cache of app profiles, valid until the database changes: in a storm each delivery needs one.
package final class AppProfiles: Sendable {
  private struct State {
    /// SQLite's version of the data, as one connection sees it. A connection to a database that has
    /// replaced another one counts separately.
    var version: Version?
    /// Counts the changes; profiles of an earlier one are out of date.
    var generation = 0
    var profiles: [String: (profile: AppProfile, generation: Int)] = [:]
    var lastLook = ContinuousClock.now - .seconds(1)

    func current(_ app: String) -> AppProfile? {
      profiles[app].flatMap { $0.generation == generation ? $0.profile : nil }
    }
  }

  private struct Version: Equatable {
    let connection: ObjectIdentifier
    let number: Int64
  }

  private let state = Mutex(State())

  /// Makes all profiles out of date. Call it after every change of a part of a profile.
  package func forget() { state.withLock { $0.generation += 1 } }

  /// The cached profile, if the database was last looked at less than `maximumAge` ago.
  func recent(_ app: String, _ maximumAge: Duration) -> AppProfile? {
    state.withLock { $0.lastLook.duration(to: .now) < maximumAge ? $0.current(app) : nil }
  }

  /// The profile that was read last, even if it is out of date.
  func last(_ app: String) -> AppProfile? { state.withLock { $0.profiles[app]?.profile } }

  func profile(of app: String, in database: Database) throws -> AppProfile {
    let version = Version(
      connection: ObjectIdentifier(database),
      number: try database.integer("PRAGMA data_version") ?? -1)
    let (known, generation) = state.withLock { state in
      if version != state.version { state.generation += 1 }
      state.version = version
      state.lastLook = .now
      return (state.current(app), state.generation)
    }
    if let known { return known }
    let profile = try AppProfile(of: app, in: database)
    state.withLock { $0.profiles[app] = (profile, generation) }
    return profile
  }
}
