import Foundation
public import NotificationStorage

/// The environment of a client: the variables of the process, and the folder of the store.
public struct ClientEnvironment: Sendable {
  /// The variables of the process, such as `TOCSIN_APP_STATE`. The program that delivers gets them,
  /// too.
  public var variables: [String: String]
  /// The folder of the store.
  public var folder: StoreFolder
  /// Receives sentences for the app's log; it must return quickly.
  public var log: @Sendable (String) -> Void = { _ in }
  /// The timeout of the app for the answer what to show.
  package var answerLimit = Duration.seconds(2)
  /// Starts a process that delivers the app's notifications where none does; nil starts the program
  /// `tocsind`.
  package var starter: (@Sendable () throws -> Void)?

  /// - Parameters:
  ///   - variables: the environment of a process.
  ///   - folder: the store's folder; nil is the one in the variables.
  public init(variables: [String: String], folder: StoreFolder? = nil) {
    self.variables = variables
    self.folder = folder ?? .standard(environment: variables)
  }

  /// The environment of this process.
  public static var current: ClientEnvironment {
    ClientEnvironment(variables: ProcessInfo.processInfo.environment)
  }

  /// The state in the variables; nil where it is not given.
  var isForeground: Bool? {
    switch variables["TOCSIN_APP_STATE"] {
    case "foreground": true
    case "background": false
    default: nil
    }
  }
}
