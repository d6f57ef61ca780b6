import AlertPlayback
import DesktopBanners
import Foundation
public import NotificationScheduling

/// The world around a client: the process's variables, and where the notifications are.
public struct ClientEnvironment: Sendable {
  /// Variables of the process, such as `TOCSIN_APP_STATE` and `TOCSIN_AUDIO_DEVICE`.
  public var variables: [String: String]
  /// Of the store.
  public var folder: StoreFolder
  /// How the app delivers where no daemon does: as the user has set it for the daemon.
  public var host: HostConfiguration
  /// What of the user's configuration cannot be used.
  let problems: [ConfigurationError]
  /// Takes what is worth a line in the app's log; it must return quickly.
  public var log: @Sendable (DeliveryEvent) -> Void = { _ in }
  var latePolicy = LatePolicy.standard
  /// Nil is the desktop.
  var presenter: (@Sendable () -> any BannerPresenter)?
  /// Nil is the configured device.
  var opener: Player.Opener?

  /// - Parameters:
  ///   - variables: the environment of a process.
  ///   - folder: nil is the one that the variables name.
  public init(variables: [String: String], folder: StoreFolder? = nil) {
    self.variables = variables
    self.folder = folder ?? .standard(environment: variables)
    var host = HostConfiguration()
    problems = host.read(environment: variables)
    self.host = host
  }

  /// That of this process.
  public static var current: ClientEnvironment {
    ClientEnvironment(variables: ProcessInfo.processInfo.environment)
  }

  /// Nil where nobody says it.
  var isForeground: Bool? {
    switch variables["TOCSIN_APP_STATE"] {
    case "foreground": true
    case "background": false
    default: nil
    }
  }
}
