/// A part of a delivery that has reached the user.
public enum DeliveryStep: Sendable, Hashable {
  /// Its banner was handed over to the presenter.
  case presented
  /// Its sound has begun.
  case heard
  /// The user has dealt with it, so it is not in the list of delivered notifications.
  case dismissed
}
