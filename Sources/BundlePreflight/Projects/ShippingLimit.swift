/// How many sounds a project may come to ship.
///
/// A project ships a file as often as it lists it or a folder around it, in as many targets as it
/// likes: a few megabytes can come to billions.
struct ShippingLimit {
  static let maximum = 200_000

  private var count = 0

  /// Counts what was added; false once it is too much.
  mutating func add(_ more: Int) -> Bool {
    count = min(count + more, Self.maximum + 1)
    return count <= Self.maximum
  }

  /// Why a project over the limit is not read.
  static let error = TextError(
    message: "the project comes to ship over \(maximum) sounds", line: 1, column: 1)
}
