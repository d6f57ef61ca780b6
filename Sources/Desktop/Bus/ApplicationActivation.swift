/// Starts an app over the session bus, or calls the running one, with the user's action: the
/// interface `org.freedesktop.Application` (Desktop Entry Specification 1.5, D-Bus Activation).
public struct ApplicationActivation: Sendable {
  /// An action of the app; the user's text is its parameter.
  public struct Action: Sendable, Hashable {
    /// The action's identifier.
    public var name: String
    /// The user's text; nil for an action without a text.
    public var text: String?

    /// An action by its identifier.
    public init(name: String, text: String? = nil) {
      self.name = name
      self.text = text
    }
  }

  /// The reason why an app has not taken a call.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Why, as a sentence without a full stop.
    public let description: String
  }

  private static let interface = "org.freedesktop.Application"

  /// The app by its desktop identifier, which is its name on the bus.
  private let app: String
  /// Nil brings the app to the front, and no more.
  private let action: Action?
  /// Lets the app come to the front.
  private let token: String?
  private let address: String?

  /// - Parameters:
  ///   - app: the desktop identifier, which is the app's name on the bus.
  ///   - action: the user's choice; nil only brings the app to the front.
  ///   - token: lets the app come to the front (`XDG_ACTIVATION_TOKEN`).
  ///   - address: the address of the bus in D-Bus's form; nil is the session bus of this process's
  ///     environment.
  public init(app: String, action: Action? = nil, token: String? = nil, address: String? = nil) {
    self.app = app
    self.action = action
    self.token = token
    self.address = address ?? sessionBusAddress()
  }

  /// Calls the app, and waits for it; the bus starts it if it does not run.
  /// - Returns: the reason why it has not taken the call, or nil.
  public func perform(timeout: Duration) -> Failure? {
    guard Self.isName(app) else { return Failure(description: "'\(app)' is not a bus name") }
    guard let address else { return Failure(description: "there is no session bus") }
    do throws(BusCall.Failure) {
      _ = try BusCall(address: address, timeout: timeout).answer { connection throws(BusError) in
        try call(on: connection)
      }
      return nil
    } catch {
      switch error {
      case .bus(let error): return Failure(description: "the session bus: \(error)")
      case .refused(let text): return Failure(description: text)
      case .late: return Failure(description: "no answer")
      }
    }
  }

  /// Whether `app` is a valid bus name of at least two parts (D-Bus specification, Bus names).
  /// Other names do not give a valid object path either.
  package static func isName(_ app: String) -> Bool {
    let parts = app.split(separator: ".", omittingEmptySubsequences: false)
    return app.utf8.count <= 255 && parts.count > 1
      && parts.allSatisfy { part in
        !part.isEmpty && !(part.utf8.first.map(isDigit) ?? true)
          && part.utf8.allSatisfy { isDigit($0) || isLetter($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }

  /// The object of the app: its name as a path.
  private var path: String {
    "/" + String(app.map { $0 == "." ? "/" : $0 == "-" ? "_" : $0 })
  }

  private func call(on connection: BusConnection) throws(BusError) -> UInt64 {
    var platform: [(key: String, value: BusValue)] = []
    if let token {
      let text = BusValue.string(PlainText.clean(token, limit: PlainText.longestLine))
      platform = [("activation-token", text), ("desktop-startup-id", text)]
    }
    guard let action else {
      return try connection.call(app, path, Self.interface, "Activate") {
        message throws(BusError) in try message.append(platform)
      }
    }
    return try connection.call(app, path, Self.interface, "ActivateAction") {
      message throws(BusError) in
      try message.append(PlainText.clean(action.name, limit: PlainText.longestLine))
      try message.append(
        variants: action.text.map { [.string(PlainText.clean($0, limit: 1 << 16))] } ?? [])
      try message.append(platform)
    }
  }
}
