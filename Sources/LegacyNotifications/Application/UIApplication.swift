import Foundation
import NotificationDelivery
import NotificationTypes
import UserNotifications

/// The app, as far as it has to do with notifications.
///
/// Its name and spelling are Apple's; nothing else of UIKit is here, and `canImport(UIKit)` stays false.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  let client: NotificationClient
  /// While a delegate is told something: where the user's eyes are then.
  var momentaryState: State?
  /// Whether the app uses the older API: then it answers for its notifications, as long as the
  /// notification centre has no delegate.
  private var usesOlderAPI = false
  /// What the app was launched for, until it has come a second time.
  var launchResponse: NotificationResponse?
  /// What the delegate has left to the protocol's defaults.
  var isLeftToDefault = false
  /// Of an app that was launched by ``UIApplicationMain(_:_:_:_:)``.
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

  /// Is told of the token, of what servers send, and of the app's own notifications. Assign it before
  /// the app has finished launching: what waits comes at once.
  public weak var delegate: (any UIApplicationDelegate)? {
    didSet {
      client.setRemoteHandlers(delegate == nil ? nil : remoteHandlers)
      if usesOlderAPI { client.setFallbackHandlers(delegate == nil ? nil : localHandlers) }
    }
  }

  /// From now on the delegate answers for the app's notifications.
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

  /// Where the user's eyes are: see `TOCSIN_APP_STATE`.
  open var applicationState: State {
    momentaryState ?? (client.isForeground ? .active : .background)
  }

  /// Where the user's eyes are.
  @frozen public enum State: Int, Sendable {
    /// The app is in front.
    case active
    /// It is on its way to the front: the user has just chosen a notification.
    case inactive
    /// It works behind what the user sees.
    case background
  }
}

/// As it was written before Swift 4.2.
public typealias UIApplicationState = UIApplication.State
