/// The purpose of a push, by the names of the header `apns-push-type` (Apple, "Sending notification
/// requests to APNs").
public enum PushType: String, Sendable, Hashable, CaseIterable {
  case alert, background, location, voip, complication, fileprovider, mdm, liveactivity
  case pushtotalk, widgets, controls

  /// The class that decides which of the app's two places it goes to.
  public var pushClass: PushSubject.Class { self == .background ? .background : .alert }

  /// Bytes that a payload may have: 4,096, and 5,120 for calls.
  public var maximumPayloadSize: Int { self == .voip ? 5_120 : 4_096 }
}
