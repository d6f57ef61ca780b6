import FoundationEssentials
public import NotificationTypes

/// The data that a store has of an app, besides its notifications.
public struct AppProfile: Sendable, Hashable {
  /// The settings as stored; nil where none were set.
  public var storedSettings: AppSettings?
  /// The app's registration; nil where it is not registered.
  public var registration: RegisteredApp?
  /// The categories in the order in which they were set. Of two with one identifier the last is
  /// kept.
  public var categories: [NotificationCategory] = []
  /// The number on its icon; 0 is none.
  public var badge = 0
  /// The app's registration with servers; nil where it wants nothing from them.
  public var remote: RemoteRegistration?

  /// The profile of an app of which nothing is stored.
  public init() {}

  /// The settings in force: the stored ones, or those of a new app.
  public var settings: AppSettings {
    get { storedSettings ?? AppSettings() }
    set { if newValue != settings { storedSettings = newValue } }
  }
}

extension AppProfile {
  package init(of app: String, in database: Database) throws {
    func rows(_ table: String) throws -> [Row] {
      try database.rows("SELECT * FROM \(table) WHERE app = ? ORDER BY sequence", [app])
    }
    storedSettings = try rows("setting").first?.value(AppSettings.self)
    registration = try rows("registration").first?.value(RegisteredApp.self)
    categories = try rows("category").compactMap { $0.value(NotificationCategory.self) }
    badge = try rows("badge").first?.badge ?? 0
    remote = try rows("remote_registration").first?.value(RemoteRegistration.self)
  }

  package static func all(in database: Database) throws -> [String: AppProfile] {
    var all: [String: AppProfile] = [:]
    func read(_ table: String, _ take: (inout AppProfile, Row) -> Void) throws {
      let rows = try database.rows("SELECT * FROM \(table) ORDER BY sequence")
      for row in rows { take(&all[row.text("app"), default: AppProfile()], row) }
    }
    try read("setting") { $0.storedSettings = $1.value(AppSettings.self) }
    try read("registration") { $0.registration = $1.value(RegisteredApp.self) }
    try read("category") { profile, row in
      if let category = row.value(NotificationCategory.self) { profile.categories.append(category) }
    }
    try read("badge") { $0.badge = $1.badge }
    try read("remote_registration") { $0.remote = $1.value(RemoteRegistration.self) }
    return all
  }

  /// Writes the parts that differ from `old`.
  package func write(over old: AppProfile, of app: String, to database: Database) throws {
    func replace(_ table: String, by value: (some Encodable)?) throws {
      try database.execute("DELETE FROM \(table) WHERE app = ?", [app])
      guard let value else { return }
      try database.execute(
        "INSERT INTO \(table) (app, body) VALUES (?, ?)",
        [app, try Self.encoded(value)])
    }
    if storedSettings != old.storedSettings { try replace("setting", by: storedSettings) }
    if registration != old.registration { try replace("registration", by: registration) }
    if remote != old.remote { try replace("remote_registration", by: remote) }
    if categories != old.categories {
      try database.execute("DELETE FROM category WHERE app = ?", [app])
      for category in categories {
        try database.execute(
          "INSERT INTO category (app, identifier, body) VALUES (?, ?, ?)",
          [app, category.identifier, try Self.encoded(category)])
      }
    }
    if badge != old.badge { try StoreChange.badge(badge, app: app).apply(to: database) }
  }

  private static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }
}

extension Row {
  fileprivate var badge: Int { Int(integer("count") ?? 0) }
}
