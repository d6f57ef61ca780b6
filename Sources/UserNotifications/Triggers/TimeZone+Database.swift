import Foundation

extension TimeZone {
  /// Its name in the tz database.
  ///
  /// A zone that Foundation has made from a number of hours has a name of its own; in the database,
  /// whose signs are those of POSIX, it is `Etc/GMT-2`.
  package var databaseIdentifier: String {
    guard identifier.hasPrefix("GMT") else { return identifier }
    let (hours, rest) = secondsFromGMT().quotientAndRemainder(dividingBy: 3600)
    guard rest == 0 else { return identifier }
    return hours == 0 ? "Etc/GMT" : hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
  }
}
