public import Foundation
public import NotificationTypes

/// What apps in the foreground are asked about their notifications, and what they answer.
///
/// Whoever delivers asks here, wakes the app, and looks for the answer for a moment; neither needs to
/// know the other's process.
public protocol PresentationStore: Sendable {
  /// Asks the app of a notification what is to be shown of it. Questions that were asked over a
  /// minute before `date` are forgotten.
  /// - Returns: the question's number, which no other one gets.
  func ask(about notification: DeliveredNotification, at date: Date) throws(StoreError) -> Int64

  /// What an app has been asked and has not answered, oldest first.
  func questions(app: String) throws(StoreError) -> [PresentationQuestion]

  /// Answers a question; one that is forgotten stays so.
  /// - Parameter options: in Apple's numbers.
  func answer(_ question: Int64, with options: Int) throws(StoreError)

  /// The answer; nil while there is none.
  func answer(to question: Int64) throws(StoreError) -> Int?

  /// Forgets a question, and its answer.
  func forget(question: Int64) throws(StoreError)
}

/// What an app in the foreground is asked: what is to be shown of this notification?
public struct PresentationQuestion: Sendable, Hashable {
  public let number: Int64
  public let notification: DeliveredNotification

  /// Older ones are to nobody's use: whoever has asked waits for two seconds.
  static let lifetime = 60.0

  /// Whether a question is of no use any more, by a clock that may have been set.
  static func isOver(asked: Date, at date: Date) -> Bool {
    abs(date.timeIntervalSince(asked)) > lifetime
  }
}
