public import Foundation
@_exported public import UserNotifications

/// What happens to a notification when its interface has taken the user's response.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable, Hashable {
  case doNotDismiss = 0
  case dismiss = 1
  case dismissAndForwardAction = 2
}

/// The button with which media in an interface is played.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable, Hashable {
  case none = 0
  case `default` = 1
  case overlay = 2
}

/// An app's own interface for the notifications of its categories.
///
/// All but the first method may be left out.
public protocol UNNotificationContentExtension: AnyObject {
  /// A notification that is to be shown; while it is, others of its thread come here, too.
  func didReceive(_ notification: UNNotification)

  /// What the user chose. An extension that has this method must handle all of its actions and call
  /// the handler.
  func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void)

  /// The same without a handler.
  func didReceive(
    _ response: UNNotificationResponse
  ) async -> UNNotificationContentExtensionResponseOption

  /// Which button plays the interface's media; nobody draws it here.
  var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
  /// Where that button is, in points.
  var mediaPlayPauseButtonFrame: CGRect { get }
  /// Is called when the user presses the button to play.
  func mediaPlay()
  /// Is called when the user presses the button to pause.
  func mediaPause()
}

extension UNNotificationContentExtension {
  /// Calls the method without a handler, then the handler.
  public func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) {
    nonisolated(unsafe) let (answer, interface) = (
      completion, self as any UNNotificationContentExtension
    )
    Task { answer(await interface.didReceive(response)) }
  }

  /// Without an answer of the interface the app gets the response.
  public func didReceive(
    _ response: UNNotificationResponse
  ) async -> UNNotificationContentExtensionResponseOption { .dismissAndForwardAction }

  /// An interface without media has no button.
  public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
    .none
  }
  /// A frame without a place: there is no button.
  public var mediaPlayPauseButtonFrame: CGRect { .zero }
  /// An interface without media does nothing.
  public func mediaPlay() {}
  /// An interface without media does nothing.
  public func mediaPause() {}
}
