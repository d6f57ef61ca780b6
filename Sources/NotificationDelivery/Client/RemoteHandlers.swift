public import NotificationTypes

/// What a running app wants to be told of servers.
public struct RemoteHandlers: Sendable {
  /// Takes the app's token: after each registration, and when it has become another one.
  public var didRegister: (@Sendable (String) async -> Void)?
  /// Is told why the app gets no token, as a sentence.
  public var didFail: (@Sendable (String) async -> Void)?
  /// Takes what a server has sent to the app itself. It has 30 s; then the message counts as taken.
  public var didReceive: (@Sendable (RemoteMessage) async -> Void)?

  /// Handlers; the app is not told what is left out.
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
