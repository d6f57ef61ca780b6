import Foundation
public import NotificationScheduling

/// The world around a client: the process's variables, and where the notifications are.
public struct ClientEnvironment: Sendable {
  /// Variables of the process, such as `TOCSIN_APP_STATE` and `TOCSIN_AUDIO_DEVICE`.
  public var variables: [String: String]
  /// Of the store.
  public var folder: StoreFolder

  public init(variables: [String: String], folder: StoreFolder? = nil) {
    self.variables = variables
    self.folder = folder ?? .standard(environment: variables)
  }

  /// That of this process.
  public static var current: ClientEnvironment {
    ClientEnvironment(variables: ProcessInfo.processInfo.environment)
  }
}
