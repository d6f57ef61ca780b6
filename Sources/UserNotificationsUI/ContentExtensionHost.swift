public import Foundation
public import UserNotifications

/// The drawing of an interface on Linux: a banner has room for a picture and a text with markup.
///
/// Apple's extensions are view controllers, which Linux does not have. An extension that wants to
/// be visible sets its content in ``NotificationInterface/presentation``.
public struct ContentPresentation: Sendable, Hashable {
  /// The title, which replaces the app's name if the declaration asks for that.
  public var title: String?
  /// With the few tags of the Desktop Notifications Specification 1.2, "Markup".
  public var markup: String?
  /// A picture's file.
  public var image: URL?

  /// The content to draw; if it is empty, the notification's own text is shown.
  public init(title: String? = nil, markup: String? = nil, image: URL? = nil) {
    self.title = title
    self.markup = markup
    self.image = image
  }
}

/// A content extension that can be seen on Linux.
public protocol NotificationInterface: UNNotificationContentExtension {
  /// Read after each `didReceive`.
  @MainActor var presentation: ContentPresentation { get }
}

/// Shows the notifications of an extension's categories as the extension wants them.
public final class ContentExtensionHost: @unchecked Sendable {
  /// The visible content of a notification.
  public struct Shown: Sendable, Hashable {
    /// The line above the text: the app's name, or the interface's title.
    public var heading: String
    /// The notification's own text; nil where the declaration hides it.
    public var text: String?
    /// The extension's drawing; nil where it has none.
    public var interface: ContentPresentation?
  }

  /// The actions to take after a response.
  public struct Outcome: Sendable, Hashable {
    /// Whether the notification is taken off the screen.
    public var dismissesNotification: Bool
    /// Whether the app gets the response, too.
    public var forwardsToApp: Bool

    /// The outcome that an extension's answer asks for.
    public init(_ option: UNNotificationContentExtensionResponseOption) {
      dismissesNotification = option != .doNotDismiss
      forwardsToApp = option == .dismissAndForwardAction
    }
  }

  /// The notifications that the extension shows, and the parts of their own text.
  public let declaration: ContentExtensionDeclaration
  private let interface: any UNNotificationContentExtension

  /// A host of one extension, which it keeps while it lives.
  public init(
    _ interface: any UNNotificationContentExtension, declaration: ContentExtensionDeclaration
  ) {
    self.interface = interface
    self.declaration = declaration
  }

  /// Whether the notification is of one of the extension's categories.
  public func shows(_ content: UNNotificationContent) -> Bool {
    !content.categoryIdentifier.isEmpty
      && declaration.categories.contains(content.categoryIdentifier)
  }

  /// Passes the notification to the extension, and returns the content to show.
  ///
  /// An extension is called on the main actor, as on Apple's systems.
  /// - Returns: nil if it has none of the extension's categories.
  public func show(_ notification: UNNotification, appName: String) async -> Shown? {
    guard shows(notification.request.content) else { return nil }
    let declaration = declaration
    return await MainActor.run { [interface = Sent(interface)] in
      interface.value.didReceive(notification)
      let drawn = (interface.value as? any NotificationInterface)?.presentation
      let content = notification.request.content
      let lines = [content.title, content.subtitle, content.body].filter { !$0.isEmpty }
      return Shown(
        heading: declaration.overridesDefaultTitle ? drawn?.title ?? appName : appName,
        text: declaration.isDefaultContentHidden ? nil : lines.joined(separator: "\n"),
        interface: drawn)
    }
  }

  /// Passes a response to the extension; without an answer, the app gets the response.
  public func respond(to response: UNNotificationResponse) async -> Outcome {
    let option = await withCheckedContinuation { continuation in
      let answer = OnceAnswer<UNNotificationContentExtensionResponseOption>(
        otherwise: .dismissAndForwardAction
      ) { continuation.resume(returning: $0) }
      Task { @MainActor [interface = Sent(interface)] in
        interface.value.didReceive(response) { answer($0) }
      }
    }
    return Outcome(option)
  }

  private struct Sent: @unchecked Sendable {
    let value: any UNNotificationContentExtension
    init(_ value: any UNNotificationContentExtension) { self.value = value }
  }
}
