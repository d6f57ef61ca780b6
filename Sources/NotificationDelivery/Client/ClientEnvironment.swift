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
  /// How the app delivers where no daemon does.
  public var host: HostConfiguration
  /// Takes what is worth a line in the app's log; it must return quickly.
  public var log: @Sendable (DeliveryEvent) -> Void = { _ in }
  var latePolicy = LatePolicy.standard
  /// Nil is the desktop.
  var presenter: (@Sendable () -> any BannerPresenter)?
  /// Nil is the configured device.
  var opener: Player.Opener?

  /// - Parameter folder: nil is the one that the variables name.
  public init(variables: [String: String], folder: StoreFolder? = nil) {
    self.variables = variables
    self.folder = folder ?? .standard(environment: variables)
    host = HostConfiguration(environment: variables)
  }

  /// That of this process.
  public static var current: ClientEnvironment {
    ClientEnvironment(variables: ProcessInfo.processInfo.environment)
  }

  var isForeground: Bool { variables["TOCSIN_APP_STATE"] != "background" }
}
