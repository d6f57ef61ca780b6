import Foundation
import GRDB
public import NotificationTypes

extension NotificationStore {
  /// The settings of an app; nil where nobody has set anything.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func settings(app: String) throws(StoreError) -> AppSettings? {
    let found: [AppSettings] = try bodies(of: "setting", app: app)
    return found.first
  }

  /// The settings of all apps that have some, by the app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func allSettings() throws(StoreError) -> [String: AppSettings] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT app, body FROM setting").reduce(into: [:]) {
        $0[$1.text("app")] = try? JSONDecoder().decode(AppSettings.self, from: $1.blob("body"))
      }
    }
  }

  /// Changes the settings of an app, from new ones where it has none.
  /// - Returns: what is stored, and what `change` returns.
  /// - Throws: ``StoreError`` where the database cannot be written: the settings stay as they are
  ///   then.
  public func changeSettings<Result>(
    app: String, _ change: (inout AppSettings) -> Result
  ) throws(StoreError) -> (settings: AppSettings, result: Result) {
    defer { profiles.forget() }
    return try write { database in
      let found: [AppSettings] = try Self.bodies(of: "setting", app: app, in: database)
      let old = found.first ?? AppSettings()
      var settings = old
      let result = change(&settings)
      if old != settings { try Self.put(settings, into: "setting", app, database) }
      return (settings, result)
    }
  }

  /// Registers an app in the place of one with the same identifier.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func register(_ app: RegisteredApp) throws(StoreError) {
    defer { profiles.forget() }
    try write { try Self.put(app, into: "registration", app.identifier, $0) }
  }

  /// Forgets an app's registration.
  /// - Returns: whether there was one.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func unregister(app: String) throws(StoreError) -> Bool {
    defer { profiles.forget() }
    return try write { try Self.remove(from: "registration", app, nil, in: $0) > 0 }
  }

  /// The registered apps by their identifier; an app of nil is every app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func registeredApps(_ app: String?) throws(StoreError) -> [RegisteredApp] {
    try bodies(of: "registration", app: app)
  }

  /// Sets the categories of an app, all at once.
  /// - Throws: ``StoreError`` where the database cannot be written: the old categories stay then.
  public func setCategories(
    _ categories: [NotificationCategory], app: String
  ) throws(StoreError) {
    defer { profiles.forget() }
    try write { database in
      try database.execute(sql: "DELETE FROM category WHERE app = ?", arguments: [app])
      for category in categories {
        try database.execute(
          sql: "INSERT INTO category (app, identifier, body) VALUES (?, ?, ?)",
          arguments: [app, category.identifier, try Self.encoded(category)])
      }
    }
  }

  /// The categories of an app in the order in which they were set.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func categories(app: String) throws(StoreError) -> [NotificationCategory] {
    try read { try Self.categories(of: app, in: $0) }
  }

  static func categories(of app: String, in database: Database) throws -> [NotificationCategory] {
    try Data.fetchAll(
      database, sql: "SELECT body FROM category WHERE app = ? ORDER BY sequence",
      arguments: [app]
    ).compactMap { try? JSONDecoder().decode(NotificationCategory.self, from: $0) }
  }

  /// What a delivery has to know of an app, all at once. It waits for nobody who writes.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func profile(app: String) throws(StoreError) -> AppProfile {
    if let known = profiles.recent(app) { return known }
    return try look { try profiles.profile(of: app, in: $0) }
  }

  /// The apps that have categories.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func appsWithCategories() throws(StoreError) -> [String] {
    try read { try String.fetchAll($0, sql: "SELECT DISTINCT app FROM category ORDER BY app") }
  }

  /// Sets the number on the app's icon; 0 is none.
  /// - Throws: ``StoreError`` where the database cannot be written.
  public func setBadge(_ count: Int, app: String) throws(StoreError) {
    try write { try Self.setBadge(count, app: app, in: $0) }
  }

  static func setBadge(_ count: Int, app: String, in database: Database) throws {
    if count > 0 {
      try database.execute(
        sql: "INSERT INTO badge (app, count) VALUES (?, ?)", arguments: [app, count])
    } else {
      try database.execute(sql: "DELETE FROM badge WHERE app = ?", arguments: [app])
    }
  }

  /// The numbers on the icons of all apps that have one, by the app.
  /// - Throws: ``StoreError`` where the database cannot be read.
  public func allBadges() throws(StoreError) -> [String: Int] {
    try read { database in
      try Row.fetchAll(database, sql: "SELECT app, count FROM badge").reduce(into: [:]) {
        $0[$1.text("app")] = Int($1.integer("count") ?? 0)
      }
    }
  }

  // MARK: Values as JSON

  private static func encoded(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  private static func put(
    _ value: some Encodable, into table: String, _ app: String, _ database: Database
  ) throws {
    try database.execute(
      sql: "INSERT INTO \(table) (app, body) VALUES (?, ?)",
      arguments: [app, try encoded(value)])
  }

  /// What cannot be read is left out.
  static func bodies<Value: Decodable>(
    of table: String, app: String?, in database: Database
  ) throws -> [Value] {
    try Row.fetchAll(
      database, sql: "SELECT body FROM \(table) WHERE ?1 IS NULL OR app = ?1 ORDER BY app",
      arguments: [app]
    ).compactMap { try? JSONDecoder().decode(Value.self, from: $0.blob("body")) }
  }

  private func bodies<Value: Decodable>(
    of table: String, app: String?
  ) throws(StoreError) -> [Value] {
    try read { try Self.bodies(of: table, app: app, in: $0) }
  }
}
