public import Foundation
import NotificationTypes

/// The domain of the framework's errors.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the framework.
public struct UNError: CustomNSError, LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// The code of the error; the numbers are Apple's.
  public enum Code: Int, Sendable, Hashable {
    case notificationsNotAllowed = 1
    case attachmentInvalidURL = 100
    case attachmentUnrecognizedType = 101
    case attachmentInvalidFileSize = 102
    case attachmentNotInDataStore = 103
    case attachmentMoveIntoDataStoreFailed = 104
    case attachmentCorrupt = 105
    case notificationInvalidNoDate = 1400
    case notificationInvalidNoContent = 1401
    case contentProvidingObjectNotAllowed = 1500
    case contentProvidingInvalid = 1501
    case badgeInputInvalid = 1600
  }

  /// The code of the error.
  public let code: Code
  private let info: Info

  /// Facts about an error. They never change, and are equal as far as they can be compared.
  private struct Info: @unchecked Sendable, Hashable {
    let values: [String: Any]

    private var comparable: [String: AnyHashable?] { values.mapValues { $0 as? AnyHashable } }

    static func == (left: Info, right: Info) -> Bool { left.comparable == right.comparable }

    func hash(into hasher: inout Hasher) { hasher.combine(comparable) }
  }

  /// An error as the framework makes it, for an app's tests.
  /// - Parameters:
  ///   - code: the code of the error.
  ///   - userInfo: facts in addition to the sentence, which is added.
  public init(_ code: Code, userInfo: [String: Any] = [:]) {
    self.code = code
    info = Info(values: userInfo)
  }

  /// `UNErrorDomain`.
  public static var errorDomain: String { UNErrorDomain }
  /// The code's number, which is Apple's.
  public var errorCode: Int { code.rawValue }
  /// The same as ``errorUserInfo``.
  public var userInfo: [String: Any] { errorUserInfo }
  /// The facts in addition to the code; `NSLocalizedDescriptionKey` is the key of the sentence.
  public var errorUserInfo: [String: Any] {
    info.values.merging([NSLocalizedDescriptionKey: code.description]) { given, _ in given }
  }
  /// The sentence, for people.
  public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }
  /// A sentence, for people.
  public var description: String { errorDescription ?? code.description }
}

extension UNError {
  /// 1: the user does not allow the app to send notifications.
  public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
  /// 100: the attachment is not a readable file.
  public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
  /// 101: the attachment's type cannot be shown.
  public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
  /// 102: the attachment is empty, or larger than its type may be.
  public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
  /// 103: the attachment was in the data store, and is not there any more.
  public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
  /// 104: the attachment could not be brought into the data store.
  public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
  /// 105: the contents of the attachment do not match its type.
  public static var attachmentCorrupt: Code { .attachmentCorrupt }
  /// 1400: the trigger can have no date.
  public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
  /// 1401: the request contains nothing that a user could see or hear.
  public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
  /// 1500: the object may not provide content.
  public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
  /// 1501: the content that an object provides is not valid.
  public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
  /// 1600: the badge's number is negative.
  public static var badgeInputInvalid: Code { .badgeInputInvalid }
}

extension UNError.Code: CustomStringConvertible {
  /// `catch UNError.notificationsNotAllowed`.
  public static func ~= (code: UNError.Code, error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == UNErrorDomain && error.code == code.rawValue
  }

  /// The error as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notificationsNotAllowed: "Notifications are not allowed for this application"
    case .attachmentInvalidURL: "The attachment's URL is not a readable file"
    case .attachmentUnrecognizedType: "The attachment's type is not recognized"
    case .attachmentInvalidFileSize: "The attachment is empty or too large"
    case .attachmentNotInDataStore: "The attachment is not in the data store"
    case .attachmentMoveIntoDataStoreFailed: "The attachment could not be stored"
    case .attachmentCorrupt: "The attachment is not what its type says"
    case .notificationInvalidNoDate: "The notification has no date"
    case .notificationInvalidNoContent: "The notification has no content"
    case .contentProvidingObjectNotAllowed: "The object cannot provide content"
    case .contentProvidingInvalid: "The object's content is not valid"
    case .badgeInputInvalid: "The badge is not valid"
    }
  }
}

extension UNError {
  /// The error that an app gets for an error of the engine; other errors are passed on unchanged.
  static func apple(_ error: any Error) -> any Error {
    guard let error = error as? any NumberedError, let code = error.number.flatMap(Code.init)
    else { return error }
    return UNError(code, userInfo: [NSLocalizedDescriptionKey: error.description])
  }
}
