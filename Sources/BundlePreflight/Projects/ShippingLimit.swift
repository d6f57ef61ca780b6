/// The limits on the number of sounds that a project ships, and on the work of finding them.
///
/// A project ships a file once for each listing of it or of a folder around it, in any number of
/// targets: a few megabytes of listings can mean billions of sounds.
struct ShippingLimit {
  static let maximumSounds = 200_000
  /// The maximum number of comparisons, each of one file with one listing.
  static let maximumLooks = 50_000_000

  private var sounds = 0
  private var looks = 0

  /// Counts comparisons before they are made.
  mutating func look(at count: Int) throws(TextError) {
    looks += count
    guard looks <= Self.maximumLooks else {
      throw TextError(message: "the project lists too much to be read", line: 1, column: 1)
    }
  }

  /// Counts sounds that were found.
  mutating func add(_ count: Int) throws(TextError) {
    sounds += count
    guard sounds <= Self.maximumSounds else {
      throw TextError(
        message: "the project ships over \(Self.maximumSounds) sounds", line: 1, column: 1)
    }
  }
}
