public import NotificationTypes

/// The handlers of a running app for servers.
public struct RemoteHandlers: Sendable {
  /// Takes the app's token: after each registration, and after each change of the token.
  public var didRegister: (@Sendable (String) async -> Void)?
  /// Takes the reason why the app gets no token, as a sentence.
  public var didFail: (@Sendable (String) async -> Void)?
  /// Takes a message from a server to the app itself. After 30 s the message counts as taken.
  public var didReceive: (@Sendable (RemoteMessage) async -> Void)?

  /// Handlers; events without one are ignored.
  public init(
    didRegister: (@Sendable (String) async -> Void)? = nil,
    didFail: (@Sendable (String) async -> Void)? = nil,
    didReceive: (@Sendable (RemoteMessage) async -> Void)? = nil
  ) {
    self.didRegister = didRegister
    self.didFail = didFail
    self.didReceive = didReceive
  }
}
