public import Foundation

/// Changes what a server has sent before the user sees it; its subclasses do.
open class UNNotificationServiceExtension: NSObject {
  public override init() {}

  /// Makes the content that is delivered, within about 30 s, and hands it over.
  @preconcurrency open func didReceive(
    _ request: UNNotificationRequest,
    withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
  ) {
    contentHandler(request.content)
  }

  /// The time is over: the last chance to hand over what there is.
  open func serviceExtensionTimeWillExpire() {}
}
