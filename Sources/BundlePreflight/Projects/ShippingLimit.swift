/// How many sounds a project may come to ship, and how much may be looked at to find them.
///
/// A project ships a file as often as it lists it or a folder around it, in as many targets as it
/// likes: a few megabytes can come to billions.
struct ShippingLimit {
  static let maximumSounds = 200_000
  /// Looks at one file for one listing.
  static let maximumLooks = 50_000_000

  private var sounds = 0
  private var looks = 0

  /// Counts what is about to be looked at.
  mutating func look(at count: Int) throws(TextError) {
    looks += count
    guard looks <= Self.maximumLooks else {
      throw TextError(message: "the project lists too much to be read", line: 1, column: 1)
    }
  }

  /// Counts what was found.
  mutating func add(_ count: Int) throws(TextError) {
    sounds += count
    guard sounds <= Self.maximumSounds else {
      throw TextError(
        message: "the project ships over \(Self.maximumSounds) sounds", line: 1, column: 1)
    }
  }
}
