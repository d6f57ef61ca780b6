/// The versions of the database's schema. Append only: existing databases have run the older ones.
package enum Migrations {
  private static let all: [(name: String, work: @Sendable (Database) throws(SQLiteError) -> Void)] =
    [
      ("1-requests", requests), ("1-outcomes", outcomes), ("2-apps", apps),
      ("3-presentations", presentations), ("4-occurrences", occurrences), ("5-remote", remote),
      ("6-taken", taken), ("7-extensions", extensions), ("8-sides", sides), ("9-inbox", inbox),
      ("10-deliveries", deliveries), ("11-interruptions", interruptions),
    ]

  /// The list of those that a database has run. It is called as in the databases of all versions.
  private static let table =
    "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"

  /// Whether a database has run all, others that are not known here, and none.
  package static func state(
    of database: Database
  ) throws(SQLiteError) -> (isComplete: Bool, isTooNew: Bool, isNew: Bool) {
    let done = try done(in: database)
    let names = Set(all.map(\.name))
    return (done.isSuperset(of: names), !done.isSubset(of: names), done.isEmpty)
  }

  /// Runs those that a database has not run, each in a transaction.
  package static func apply(to database: Database) throws {
    try database.execute(table)
    let done = try done(in: database)
    for (name, work) in all where !done.contains(name) {
      try database.transaction(.writing) {
        try work(database)
        try database.execute("INSERT INTO grdb_migrations (identifier) VALUES (?)", [name])
      }
    }
  }

  private static func done(in database: Database) throws(SQLiteError) -> Set<String> {
    let exists = try database.integer(
      "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'grdb_migrations'")
    guard exists != nil else { return [] }
    return Set(try database.texts("SELECT identifier FROM grdb_migrations"))
  }

  /// `clock`: 0 is the wall clock, 1 the elapsed one, 2 none. Dates are microseconds since 1970
  /// UTC, or since the machine's start in `elapsed`; `local` is in seconds.
  private static func requests(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE request (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        content BLOB NOT NULL,
        trigger BLOB NOT NULL,
        kind INTEGER NOT NULL,
        repeats INTEGER NOT NULL,
        added INTEGER NOT NULL,
        clock INTEGER NOT NULL,
        due INTEGER,
        local INTEGER,
        elapsed INTEGER,
        boot TEXT,
        region TEXT,
        state INTEGER NOT NULL DEFAULT 0,
        attempts INTEGER NOT NULL DEFAULT 0,
        owner TEXT,
        claim INTEGER,
        claim_boot TEXT,
        claimed INTEGER,
        UNIQUE (app, identifier)
      );
      CREATE INDEX request_due ON request (due) WHERE state = 0 AND clock = 0;
      CREATE INDEX request_elapsed ON request (elapsed) WHERE state = 0 AND clock = 1;
      CREATE INDEX request_claimed ON request (owner) WHERE state = 1;
      CREATE INDEX request_region ON request (region) WHERE state = 0 AND clock = 2;
      """)
  }

  private static func outcomes(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE delivered (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        content BLOB NOT NULL,
        trigger BLOB NOT NULL,
        due INTEGER,
        date INTEGER NOT NULL,
        UNIQUE (app, identifier) ON CONFLICT REPLACE
      );
      CREATE TABLE missed (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        due INTEGER,
        date INTEGER NOT NULL,
        reason TEXT NOT NULL,
        count INTEGER NOT NULL
      );
      CREATE TABLE response (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        body BLOB NOT NULL
      );
      CREATE INDEX response_app ON response (app);
      CREATE TABLE note (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
      """)
  }

  /// Values that are JSON are in `body`; an app without settings has no row.
  private static func apps(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE setting (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
        body BLOB NOT NULL
      );
      CREATE TABLE registration (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
        body BLOB NOT NULL
      );
      CREATE TABLE category (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (app, identifier) ON CONFLICT REPLACE
      );
      CREATE TABLE badge (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
        count INTEGER NOT NULL
      );
      CREATE TABLE delivery (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        date INTEGER NOT NULL,
        banner TEXT NOT NULL,
        banner_reason TEXT,
        sound TEXT NOT NULL,
        sound_reason TEXT,
        sound_file TEXT,
        fallback TEXT,
        UNIQUE (app, identifier) ON CONFLICT REPLACE
      );
      """)
  }

  /// The questions to apps in the foreground. `body` is the notification as JSON, `options` the
  /// answer. Numbers are not given again, so that a late answer belongs to no other question.
  private static func presentations(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE presentation (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        app TEXT NOT NULL,
        body BLOB NOT NULL,
        asked INTEGER NOT NULL,
        options INTEGER
      );
      """)
  }

  /// Claims are gone: the delivery log has what happens to a delivery, and `sequence` and
  /// `occurrence`, the count of dates that have ended, name it. `request_count` is kept by triggers.
  private static func occurrences(_ database: Database) throws(SQLiteError) {
    let columns = """
      sequence, app, identifier, content, trigger, kind, repeats, added, clock, due, local, elapsed,
      boot, region
      """
    try database.run(
      """
      CREATE TABLE request_4 (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        content BLOB NOT NULL,
        trigger BLOB NOT NULL,
        kind INTEGER NOT NULL,
        repeats INTEGER NOT NULL,
        added INTEGER NOT NULL,
        clock INTEGER NOT NULL,
        due INTEGER,
        local INTEGER,
        elapsed INTEGER,
        boot TEXT,
        region TEXT,
        occurrence INTEGER NOT NULL DEFAULT 0,
        UNIQUE (app, identifier)
      );
      INSERT INTO request_4 (\(columns)) SELECT \(columns) FROM request;
      DROP TABLE request;
      ALTER TABLE request_4 RENAME TO request;
      CREATE INDEX request_due ON request (due) WHERE clock = 0;
      CREATE INDEX request_elapsed ON request (elapsed) WHERE clock = 1;
      CREATE INDEX request_boot ON request (boot) WHERE clock = 1;
      CREATE INDEX request_region ON request (app, region) WHERE clock = 2;
      CREATE TABLE request_count (app TEXT PRIMARY KEY, count INTEGER NOT NULL) WITHOUT ROWID;
      INSERT INTO request_count SELECT app, count(*) FROM request GROUP BY app;
      CREATE TRIGGER request_added AFTER INSERT ON request BEGIN
        INSERT INTO request_count VALUES (new.app, 1)
        ON CONFLICT (app) DO UPDATE SET count = count + 1;
      END;
      CREATE TRIGGER request_removed AFTER DELETE ON request BEGIN
        UPDATE request_count SET count = count - 1 WHERE app = old.app;
        DELETE FROM request_count WHERE app = old.app AND count <= 0;
      END;
      """)
  }

  /// What comes from servers. `position` is how far a class of an app's pushes was taken, in the numbers
  /// of the engine's stream. `remote_message` is what waits for an app itself; `kind` is 0, the app is
  /// woken with it. Its numbers are not given again.
  private static func remote(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE remote_position (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        class TEXT NOT NULL,
        position INTEGER NOT NULL,
        UNIQUE (app, class) ON CONFLICT REPLACE
      );
      CREATE TABLE remote_registration (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL UNIQUE ON CONFLICT REPLACE,
        body BLOB NOT NULL
      );
      CREATE TABLE remote_message (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        app TEXT NOT NULL,
        kind INTEGER NOT NULL,
        date INTEGER NOT NULL,
        body BLOB NOT NULL
      );
      """)
  }

  /// Notifications from servers that the service extension of their app has not changed yet. `body`
  /// is the request as JSON, `attempts` counts the starts of the extension. Numbers are not given
  /// again, so that a late answer belongs to no later notification.
  private static func extensions(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE remote_waiting (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        attempts INTEGER NOT NULL,
        date INTEGER NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (app, identifier) ON CONFLICT REPLACE
      );
      """)
  }

  /// The messages that were taken from servers that number nothing, by their names. `date` is the
  /// server's time in seconds; the row without a name is the time before which nothing is taken. Of
  /// a position `received` is when its push was received by the gateway, and `ended` the same for
  /// the last push of the stream before, in milliseconds; 0 is unknown.
  private static func taken(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE remote_taken (
        sequence INTEGER PRIMARY KEY,
        app TEXT NOT NULL,
        date INTEGER NOT NULL,
        identifier TEXT NOT NULL,
        UNIQUE (app, identifier) ON CONFLICT REPLACE
      );
      CREATE INDEX remote_taken_date ON remote_taken (app, date);
      ALTER TABLE remote_position ADD COLUMN received INTEGER NOT NULL DEFAULT 0;
      ALTER TABLE remote_position ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
      """)
  }

  /// On which side of its region's border the device was last: 1 is inside, 2 outside, null unknown.
  /// It belongs to a request, so that it ends with it.
  private static func sides(_ database: Database) throws(SQLiteError) {
    try database.run("ALTER TABLE request ADD COLUMN side INTEGER")
  }

  /// What waits for an app, or for a process that works for it, is in one table; `InboxKind` says what
  /// its columns mean. Numbers are not given again, so that a late answer belongs to no later item.
  /// An item of an earlier table keeps a number of its own: four times the old one, and its kind.
  private static func inbox(_ database: Database) throws(SQLiteError) {
    try database.run(
      """
      CREATE TABLE inbox (
        sequence INTEGER PRIMARY KEY AUTOINCREMENT,
        app TEXT NOT NULL,
        kind INTEGER NOT NULL,
        date INTEGER NOT NULL,
        identifier TEXT,
        state INTEGER,
        body BLOB NOT NULL,
        UNIQUE (app, kind, identifier) ON CONFLICT REPLACE
      );
      INSERT INTO inbox SELECT sequence * 4, app, 0, 0, NULL, NULL, body FROM response;
      INSERT INTO inbox
        SELECT sequence * 4 + 1, app, 1, asked, NULL, options, body FROM presentation;
      INSERT INTO inbox
        SELECT sequence * 4 + 2, app, 2, date, '', NULL, body FROM remote_message ORDER BY sequence;
      INSERT INTO inbox
        SELECT sequence * 4 + 3, app, 3, date, identifier, attempts, body FROM remote_waiting;
      DROP TABLE response;
      DROP TABLE presentation;
      DROP TABLE remote_message;
      DROP TABLE remote_waiting;
      """)
  }

  /// One row for each delivery, with what the user got; `state` is a `DeliveryState`, and `closed` the date
  /// at which the contents were removed. A delivery of an earlier version has a request number that no
  /// request gets. What waited for the user's answer in the inbox is a delivery that is not listed yet.
  private static func deliveries(_ database: Database) throws(SQLiteError) {
    let record = "banner, banner_reason, sound, sound_reason, sound_file, fallback"
    let name = "request, occurrence, app, identifier"
    try database.run(
      """
      CREATE TABLE delivery_10 (
        sequence INTEGER PRIMARY KEY,
        request INTEGER NOT NULL,
        occurrence INTEGER NOT NULL DEFAULT 0,
        app TEXT NOT NULL,
        identifier TEXT NOT NULL,
        state INTEGER NOT NULL DEFAULT 0,
        closed INTEGER,
        content BLOB,
        trigger BLOB,
        due INTEGER,
        date INTEGER NOT NULL,
        banner TEXT,
        banner_reason TEXT,
        sound TEXT,
        sound_reason TEXT,
        sound_file TEXT,
        fallback TEXT,
        UNIQUE (request, occurrence)
      );
      INSERT INTO delivery_10 (sequence, \(name), content, trigger, due, date, \(record))
        SELECT delivered.sequence, -delivered.sequence, 0, app, identifier, content, trigger, due,
          delivered.date, \(record)
        FROM delivered LEFT JOIN (SELECT app AS a, identifier AS i, \(record) FROM delivery)
        ON app = a AND identifier = i;
      INSERT INTO delivery_10 (\(name), state, closed, date, \(record))
        SELECT -sequence, 1, app, identifier, 2, date, date, \(record) FROM delivery
        WHERE NOT EXISTS (
          SELECT 1 FROM delivered WHERE delivered.app = delivery.app
            AND delivered.identifier = delivery.identifier);
      DROP TABLE delivered;
      DROP TABLE delivery;
      ALTER TABLE delivery_10 RENAME TO delivery;
      CREATE UNIQUE INDEX delivery_open ON delivery (app, identifier) WHERE closed IS NULL;
      CREATE INDEX delivery_held ON delivery (app) WHERE state = 1;
      INSERT INTO delivery (\(name), state, content, trigger, date)
        SELECT -sequence, 2, app, identifier, 1,
          CAST(json_extract(CAST(body AS TEXT), '$.content') AS BLOB),
          CAST(json_extract(CAST(body AS TEXT), '$.trigger') AS BLOB), date
        FROM inbox WHERE kind = 4 AND json_valid(CAST(body AS TEXT))
        ON CONFLICT (app, identifier) WHERE closed IS NULL DO UPDATE SET state = 1;
      DELETE FROM inbox WHERE kind = 4;
      """)
  }

  /// How often the end of a process has cut off a sound.
  private static func interruptions(_ database: Database) throws(SQLiteError) {
    try database.run(
      "ALTER TABLE delivery ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0")
  }
}
