import Foundation

extension TimeZone {
  /// The name of the zone in the tz database.
  ///
  /// A zone that Foundation has created from a number of hours has a name of its own. In the
  /// database, which has the signs of POSIX, it is for example `Etc/GMT-2`. One of half hours is not in the
  /// database, and keeps its name: `GMT+0530`.
  package var databaseIdentifier: String {
    guard identifier.hasPrefix("GMT") else { return identifier }
    let (hours, rest) = secondsFromGMT().quotientAndRemainder(dividingBy: 3600)
    guard rest == 0 else { return identifier }
    return hours == 0 ? "Etc/GMT" : hours > 0 ? "Etc/GMT-\(hours)" : "Etc/GMT+\(-hours)"
  }
}
