/// The name of one delivery: a date of a request.
///
/// It depends on neither a clock nor the place of a row, so what is recorded twice counts once.
public struct DeliveryID: Sendable, Hashable {
  /// The request's number. A part of it is random, so that no number is given twice.
  public let request: Int64
  /// The number of the request's dates that have ended before this one.
  public let occurrence: Int

  /// The delivery of a request after `occurrence` dates of it have ended.
  public init(request: Int64, occurrence: Int) {
    self.request = request
    self.occurrence = occurrence
  }
}

/// The state of a delivery that has ended, as a number of the store and of the delivery log.
public enum DeliveryState: Int, Sendable, Hashable, CaseIterable {
  /// It is in the list of delivered notifications: the user has not dealt with it.
  case open
  /// It waits for the user's answer whether its app may send any notifications.
  case held
  /// The user has dealt with it, or its app has removed it.
  case removed
  /// A later delivery with its identifier has taken its place.
  case replaced

  /// Whether it keeps its contents, and its identifier is that of no other such delivery.
  package var isClosed: Bool { self == .removed || self == .replaced }
}

/// A part of a delivery that has reached the user.
public enum DeliveryStep: Sendable, Hashable {
  /// Its banner was handed over to the presenter.
  case presented
  /// Its sound has begun.
  case heard
  /// The user has dealt with it, so it is not in the list of delivered notifications.
  case dismissed
}
