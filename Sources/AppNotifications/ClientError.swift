public import Foundation
public import NotificationStorage

/// The reason why a client did not do what it was asked for.
///
/// The cases stand for Apple's codes of `UNError`, which are named with them.
public enum ClientError: LocalizedError, Sendable, Equatable, CustomStringConvertible {
  /// 1: the user does not let the app do this.
  case notAllowed
  /// 100: an attachment is not a readable file.
  case attachmentInvalidURL(String)
  /// 101: an attachment is not of a type that can be shown.
  case attachmentUnrecognizedType(String)
  /// 102: an attachment is empty, or larger than its type may be.
  case attachmentInvalidFileSize(String)
  /// 103: an attachment was in the data store, and is no longer there.
  case attachmentNotInDataStore(String)
  /// 104: an attachment could not be brought into the data store.
  case attachmentMoveFailed(String)
  /// 105: the contents of an attachment do not match its type.
  case attachmentCorrupt(String)
  /// 1400: the trigger can have no date: its time zone does not exist.
  case noDate
  /// 1401: the request contains nothing that a user could see or hear.
  case noContent
  /// 1600: a badge's count is negative.
  case badgeInputInvalid
  /// The store failed.
  case store(StoreError)

  /// The same as ``description``; Foundation shows it for an error.
  public var errorDescription: String? { description }

  /// What is wrong, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notAllowed: "notifications are not allowed for this app"
    case .attachmentInvalidURL(let path): "the attachment \(path) is not a readable file"
    case .attachmentUnrecognizedType(let path): "the attachment \(path) is of an unknown type"
    case .attachmentInvalidFileSize(let path): "the attachment \(path) is empty or too large"
    case .attachmentNotInDataStore(let path): "the attachment \(path) is no longer stored"
    case .attachmentMoveFailed(let path): "the attachment \(path) could not be stored"
    case .attachmentCorrupt(let path): "the attachment \(path) is not what its type says"
    case .noDate: "the notification has no date: the time zone of its trigger does not exist"
    case .noContent: "the notification has no content"
    case .badgeInputInvalid: "the number on an icon is not negative"
    case .store(let error): error.description
    }
  }
}
