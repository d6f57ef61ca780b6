public import Foundation
public import NotificationTypes

/// What became of requests.
public protocol OutcomeStore: Sendable {
  /// The delivered notifications, newest first.
  func delivered(app: String?) throws(StoreError) -> [DeliveredNotification]

  /// Whether it was delivered, and nobody has dealt with it.
  func isDelivered(app: String, identifier: String) throws(StoreError) -> Bool

  /// Nil are all of the app, and an app of nil is every app.
  /// - Returns: how many there were.
  func removeDelivered(app: String?, identifiers: [String]?) throws(StoreError) -> Int

  /// The missed notifications, newest first.
  func missed(app: String?) throws(StoreError) -> [MissedNotification]

  /// Forgets what was delivered or missed before `date`.
  func prune(before date: Date) throws(StoreError)

  // MARK: What was seen and heard

  /// Keeps what the user gets of notifications that are being delivered, each in the place of an
  /// earlier one with its identifier.
  func record(_ records: [DeliveryNote]) throws(StoreError)

  /// Changes parts of what is kept; one that was removed meanwhile stays away.
  func amend(_ amendments: [DeliveryAmendment]) throws(StoreError)
}
