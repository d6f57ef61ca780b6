import AppNotifications
import Foundation
import NotificationTypes
import UserNotifications

/// The parts of the app object that concern notifications.
///
/// Its name is Apple's; nothing else of UIKit is here, and `canImport(UIKit)` stays false.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  let client: NotificationClient
  /// The state of the app while a delegate's method runs.
  var momentaryState: State?
  /// Whether the app uses the older API. It is then responsible for its notifications, as long as
  /// the notification centre has no delegate.
  private var usesOlderAPI = false
  /// The notification for which the app was launched, until it has come a second time.
  var launchResponse: NotificationResponse?
  /// The methods that the delegate has not implemented itself.
  var isLeftToDefault = false
  /// The delegate of an app that was launched by ``UIApplicationMain(_:_:_:_:)``.
  var launchedDelegate: (any UIApplicationDelegate)?

  nonisolated init(client: NotificationClient) {
    self.client = client
    super.init()
  }

  /// The shared client's, as every other object that is made so.
  public required nonisolated init() {
    client = .shared
    super.init()
  }

  private static let own = UIApplication(client: .shared)

  /// Tests have apps of their own.
  @TaskLocal static var replaced: UIApplication?

  /// This app.
  open class var shared: UIApplication { replaced ?? own }

  /// The delegate, which gets the token, messages from servers and the app's own notifications.
  /// Assign it before the app has finished launching: waiting events come at once.
  public weak var delegate: (any UIApplicationDelegate)? {
    didSet {
      client.setRemoteHandlers(delegate == nil ? nil : remoteHandlers)
      if usesOlderAPI { client.setFallbackHandlers(delegate == nil ? nil : localHandlers) }
    }
  }

  /// Makes the delegate responsible for the app's notifications.
  func useOlderAPI() {
    guard !usesOlderAPI else { return }
    usesOlderAPI = true
    if delegate != nil { client.setFallbackHandlers(localHandlers) }
  }

  /// The number on the app's icon; 0 removes it.
  open var applicationIconBadgeNumber: Int {
    get { client.now { await $0.badgeCount() } }
    set {
      let count = max(0, newValue)
      client.now { try? await $0.setBadgeCount(count) }
    }
  }

  /// Whether the app is in front of the user: see `TOCSIN_APP_STATE`.
  open var applicationState: State {
    momentaryState ?? (client.isForeground ? .active : .background)
  }

  /// The states of an app.
  @frozen public enum State: Int, Sendable {
    /// The app is in front.
    case active
    /// It is on its way to the front: the user has just chosen a notification.
    case inactive
    /// The app works in the background.
    case background
  }
}

/// The form before Swift 4.2.
public typealias UIApplicationState = UIApplication.State
