/// The reason why a store did not do its work. Acknowledged changes are still there.
public enum StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is no room on the disk.
  case full
  /// The disk or the file cannot be written.
  case readOnly(String)
  /// Another process holds the database for too long.
  case busy
  /// The disk failed; the text is SQLite's.
  case io(String)
  /// The database is damaged; opening it again with a check salvages it.
  case damaged(String)
  /// Something else has the name of one of the store's files, or one belongs to another user; the
  /// text names it and says what to do.
  case unusable(String)
  /// A newer Tocsin has changed the schema of the database.
  case tooNew
  /// The schema is that of an older Tocsin whose daemon still runs, which would not know a newer one.
  case outdated
  /// Anything else, with SQLite's text.
  case other(String)

  /// What is wrong and what to do about it, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .full: "the disk with the notifications is full"
    case .readOnly(let path): "the notifications in \(path) cannot be written: read-only"
    case .busy: "the notifications are in use by another process: try again"
    case .io(let text): "the disk with the notifications failed: \(text)"
    case .damaged(let text): "the database of the notifications is damaged: \(text)"
    case .unusable(let text): "the notifications cannot be opened: \(text)"
    case .tooNew: "the notifications were written by a newer version of Tocsin: update this one"
    case .outdated:
      "waiting for tocsind to update the store: the one that runs is of an older version; restart it"
    case .other(let text): "the notifications cannot be stored: \(text)"
    }
  }
}
