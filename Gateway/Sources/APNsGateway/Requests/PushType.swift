/// What a push is for: the header `apns-push-type`, with Apple's values.
public enum PushType: String, CaseIterable, Sendable {
  case alert, background, location, voip, complication, fileprovider, mdm, liveactivity, pushtotalk
  case widgets, controls

  /// The largest payload, in bytes: "Sending notification requests to APNs" gives 4 KB, and 5 KB
  /// for a call.
  public var maximumPayload: Int { self == .voip ? 5_120 : 4_096 }

  /// The last token of the subject: a silent push never replaces an alert.
  var subjectClass: String { self == .background ? "b" : "a" }
}
