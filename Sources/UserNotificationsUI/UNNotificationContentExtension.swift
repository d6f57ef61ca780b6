public import Foundation
@_exported public import UserNotifications

/// The fate of a notification after its interface has taken the user's response.
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
/// All but the first method may be left out. They are called on the main actor.
public protocol UNNotificationContentExtension: AnyObject {
  /// Receives a notification to show. While it is shown, others of its thread arrive here, too.
  @MainActor func didReceive(_ notification: UNNotification)

  /// Receives the user's choice. An extension that has this method must handle all of its actions
  /// and call the handler.
  @MainActor func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void)

  /// The same without a handler.
  @MainActor func didReceive(
    _ response: UNNotificationResponse
  ) async -> UNNotificationContentExtensionResponseOption

  /// The kind of the button that plays the interface's media; it is not drawn on Linux.
  @MainActor
  var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }
  /// The frame of that button, in points.
  @MainActor var mediaPlayPauseButtonFrame: CGRect { get }
  /// Is called when the user presses the button to play.
  @MainActor func mediaPlay()
  /// Is called when the user presses the button to pause.
  @MainActor func mediaPause()
}

extension UNNotificationContentExtension {
  /// Calls the method without a handler, then the handler.
  @MainActor public func didReceive(
    _ response: UNNotificationResponse,
    completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
  ) {
    nonisolated(unsafe) let (answer, interface) = (
      completion, self as any UNNotificationContentExtension
    )
    Task { answer(await interface.didReceive(response)) }
  }

  /// Without an answer of the interface the app gets the response.
  @MainActor public func didReceive(
    _ response: UNNotificationResponse
  ) async -> UNNotificationContentExtensionResponseOption { .dismissAndForwardAction }

  /// An interface without media has no button.
  @MainActor
  public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType {
    .none
  }
  /// An empty frame: there is no button.
  @MainActor public var mediaPlayPauseButtonFrame: CGRect { .zero }
  /// An interface without media does nothing.
  @MainActor public func mediaPlay() {}
  /// An interface without media does nothing.
  @MainActor public func mediaPause() {}
}
