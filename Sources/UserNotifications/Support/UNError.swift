public import Foundation
import NotificationDelivery

/// The domain of the framework's errors.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the framework.
public struct UNError: CustomNSError, LocalizedError, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong; the numbers are Apple's.
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

  /// What went wrong.
  public let code: Code
  private let info: Info

  /// Facts about an error; nobody changes them, and they are equal as far as they can be compared.
  private struct Info: @unchecked Sendable, Hashable {
    let values: [String: Any]

    private var comparable: [String: AnyHashable?] { values.mapValues { $0 as? AnyHashable } }

    static func == (left: Info, right: Info) -> Bool { left.comparable == right.comparable }

    func hash(into hasher: inout Hasher) { hasher.combine(comparable) }
  }

  /// An error as the framework makes it, for an app's tests.
  /// - Parameters:
  ///   - code: what went wrong.
  ///   - userInfo: facts beside the sentence, which is added.
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
  /// The facts beside the code; the sentence stands under `NSLocalizedDescriptionKey`.
  public var errorUserInfo: [String: Any] {
    info.values.merging([NSLocalizedDescriptionKey: code.description]) { given, _ in given }
  }
  /// The sentence, for people.
  public var errorDescription: String? { errorUserInfo[NSLocalizedDescriptionKey] as? String }
  /// A sentence, for people.
  public var description: String { errorDescription ?? code.description }
}

extension UNError {
  /// 1: the user does not let the app send notifications.
  public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
  /// 100: the attachment is not a readable file.
  public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
  /// 101: the attachment's type is none that can be shown.
  public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
  /// 102: the attachment is empty, or larger than its type may be.
  public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
  /// 103: the attachment was in the data store, and is not there any more.
  public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
  /// 104: the attachment could not be brought into the data store.
  public static var attachmentMoveIntoDataStoreFailed: Code { .attachmentMoveIntoDataStoreFailed }
  /// 105: the attachment does not hold what its type says.
  public static var attachmentCorrupt: Code { .attachmentCorrupt }
  /// 1400: the trigger can have no date.
  public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
  /// 1401: the request brings nothing that a user could see or hear.
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

  /// What went wrong, as a sentence without a full stop.
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
  /// The error that an app gets for one of the client's; others are passed on as they are.
  static func apple(_ error: any Error) -> any Error {
    guard let error = error as? ClientError, let code = Code(error) else { return error }
    return UNError(code, userInfo: [NSLocalizedDescriptionKey: error.description])
  }
}

extension UNError.Code {
  init?(_ error: ClientError) {
    switch error {
    case .notAllowed: self = .notificationsNotAllowed
    case .attachmentInvalidURL: self = .attachmentInvalidURL
    case .attachmentUnrecognizedType: self = .attachmentUnrecognizedType
    case .attachmentInvalidFileSize: self = .attachmentInvalidFileSize
    case .attachmentNotInDataStore: self = .attachmentNotInDataStore
    case .attachmentMoveFailed: self = .attachmentMoveIntoDataStoreFailed
    case .attachmentCorrupt: self = .attachmentCorrupt
    case .noDate: self = .notificationInvalidNoDate
    case .noContent: self = .notificationInvalidNoContent
    case .badgeInputInvalid: self = .badgeInputInvalid
    case .store: return nil
    }
  }
}
