/// The keys of the notes that a scheduler keeps of clocks and zones.
package enum ClockNote {
  /// The version of the rules of zones by which the dates in the store were computed.
  package static let zones = "zones"
  /// The last date of a clock that was believed.
  package static let seen = "seen"
  /// The last date of a clock that was not fully believed; empty where it was.
  package static let assumed = "assumed"
}
