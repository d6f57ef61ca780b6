public import NotificationTypes

/// What users answered, until the app has it.
public protocol ResponseStore: Sendable {
  func record(_ response: NotificationResponse) throws(StoreError)

  /// Hands the app its responses, oldest first; they are in the store no more.
  func takeResponses(app: String) throws(StoreError) -> [NotificationResponse]

  /// The responses that wait, oldest first; an app of nil is every app.
  func responses(app: String?) throws(StoreError) -> [StoredResponse]

  /// Removes responses that the app has got.
  func removeResponses(_ numbers: [Int64]) throws(StoreError)
}
