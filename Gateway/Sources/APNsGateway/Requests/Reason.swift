/// A reason for which a push is refused: the table in Apple's "Handling notification responses from
/// APNs". The raw value is the text that a client library reads.
public enum Reason: String, CaseIterable, Sendable {
  case badCollapseIdentifier = "BadCollapseId"
  case badDeviceToken = "BadDeviceToken"
  case badExpirationDate = "BadExpirationDate"
  case badMessageIdentifier = "BadMessageId"
  case badPriority = "BadPriority"
  case badTopic = "BadTopic"
  case deviceTokenNotForTopic = "DeviceTokenNotForTopic"
  case duplicateHeaders = "DuplicateHeaders"
  case idleTimeout = "IdleTimeout"
  case invalidPushType = "InvalidPushType"
  case missingDeviceToken = "MissingDeviceToken"
  case missingTopic = "MissingTopic"
  case payloadEmpty = "PayloadEmpty"
  case topicDisallowed = "TopicDisallowed"
  case badCertificate = "BadCertificate"
  case expiredProviderToken = "ExpiredProviderToken"
  case forbidden = "Forbidden"
  case invalidProviderToken = "InvalidProviderToken"
  case missingProviderToken = "MissingProviderToken"
  case badPath = "BadPath"
  case methodNotAllowed = "MethodNotAllowed"
  case expiredToken = "ExpiredToken"
  case unregistered = "Unregistered"
  case payloadTooLarge = "PayloadTooLarge"
  case tooManyProviderTokenUpdates = "TooManyProviderTokenUpdates"
  case tooManyRequests = "TooManyRequests"
  case internalServerError = "InternalServerError"
  case serviceUnavailable = "ServiceUnavailable"
  case shutdown = "Shutdown"

  /// The HTTP status for the reason.
  public var status: Int {
    switch self {
    case .badCollapseIdentifier, .badDeviceToken, .badExpirationDate, .badMessageIdentifier,
      .badPriority, .badTopic, .deviceTokenNotForTopic, .duplicateHeaders, .idleTimeout,
      .invalidPushType, .missingDeviceToken, .missingTopic, .payloadEmpty, .topicDisallowed:
      400
    case .badCertificate, .expiredProviderToken, .forbidden, .invalidProviderToken,
      .missingProviderToken:
      403
    case .badPath: 404
    case .methodNotAllowed: 405
    case .expiredToken, .unregistered: 410
    case .payloadTooLarge: 413
    case .tooManyProviderTokenUpdates, .tooManyRequests: 429
    case .internalServerError: 500
    case .serviceUnavailable, .shutdown: 503
    }
  }

  /// The number of seconds after which the provider may try again; nil if it may not: `retry-after`
  /// (RFC 9110 §10.2.3).
  var secondsToWait: Int? {
    switch self {
    case .serviceUnavailable, .tooManyRequests: 10
    case .shutdown: 1
    default: nil
    }
  }
}

/// A refusal of one push.
public struct Refusal: Error, Equatable, Sendable {
  /// The reason.
  public var reason: Reason
  /// The time from which the device token is invalid, in milliseconds since 1970; only with status
  /// 410.
  public var timestamp: Int64?

  /// A refusal for a reason.
  public init(_ reason: Reason, timestamp: Int64? = nil) {
    self.reason = reason
    self.timestamp = timestamp
  }

  /// The body of the answer, as client libraries read it.
  public var json: String {
    guard let timestamp else { return #"{"reason":"\#(reason.rawValue)"}"# }
    return #"{"reason":"\#(reason.rawValue)","timestamp":\#(timestamp)}"#
  }
}
