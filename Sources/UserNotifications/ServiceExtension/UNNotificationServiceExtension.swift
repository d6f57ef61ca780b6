public import Foundation

/// The base class of extensions that change notifications from a server before the user sees them.
open class UNNotificationServiceExtension: NSObject {
  public override init() {}

  /// Creates the content to deliver, within about 30 s, and calls the handler with it.
  @preconcurrency open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    contentHandler(request.content)
  }

  /// Called when the time is over: the last chance to deliver the content so far.
  open func serviceExtensionTimeWillExpire() {}
}
