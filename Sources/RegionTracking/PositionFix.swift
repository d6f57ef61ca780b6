public import Foundation

/// A position at a moment, as a receiver or a host reports it.
public struct PositionFix: Sendable, Hashable {
  /// The reported place.
  public let coordinate: GeoCoordinate
  /// Metres around the place within which the device is, nearly always (95 %); nil is unknown.
  public let accuracy: Double?
  /// The receiver's time of the fix. Only times of one receiver are compared.
  public let time: Date

  /// A fix. An accuracy that is negative, or is not a number, counts as unknown.
  public init(_ coordinate: GeoCoordinate, accuracy: Double?, time: Date) {
    self.coordinate = coordinate
    self.accuracy = accuracy.flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    self.time = time
  }

  /// Metres. What receivers report as their best is often better than what they do, and a border must
  /// not be crossed by noise.
  private static let leastError = 10.0
  /// Metres, where the receiver reports nothing.
  private static let unknownError = 100.0

  /// The radius in metres of the circle in which the device counts as being.
  var error: Double { max(accuracy ?? Self.unknownError, Self.leastError) }
}
