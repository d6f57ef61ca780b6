package import FoundationEssentials

/// A topic of an ntfy server that this box subscribes to, with the sounds of its messages.
package struct NtfySubscription: Codable, Sendable, Hashable {
  /// `https://host`, perhaps with a port and a path, without a slash at its end.
  package var server: String
  /// Up to 64 letters, digits, `-` and `_`.
  package var topic: String
  /// A sound's name; `none` is silence, nil the default sound.
  package var sound: String?
  /// The sounds for messages of a priority, 1 to 5.
  package var sounds: [String: String] = [:]
  /// An access token, or a user and a password.
  package var token: String?
  package var user: String?
  package var password: String?
  /// The certificates that the server is verified with (PEM); nil for those of the system.
  package var ca: String?
  /// The age (seconds) at which a message expires; nil for no limit.
  package var maximumAge: Int64?

  /// The identifier of the topic in settings, lists and commands.
  package var app: String {
    let name = server.drop { $0 != ":" }.dropFirst(3)
    return "ntfy." + name.map { $0 == ":" || $0 == "/" ? "-" : String($0) }.joined() + "." + topic
  }

  /// The topic's address, for people.
  package var address: String { server + "/" + topic }

  /// A subscription to a topic by its address.
  /// - Throws: ``NtfyAddressError``.
  package init(address: String) throws(NtfyAddressError) {
    guard let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
      ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty
    else { throw .notHTTP }
    guard parts.user == nil, parts.password == nil else { throw .hasSecrets }
    guard parts.query == nil, parts.fragment == nil else { throw .hasQuery }
    var path = parts.path.split(separator: "/").map(String.init)
    guard let topic = path.popLast(), Self.isTopic(topic) else { throw .noTopic }
    let port = parts.port.map { ":\($0)" } ?? ""
    server = "\(scheme)://\(host.lowercased())\(port)" + path.map { "/" + $0 }.joined()
    self.topic = topic
  }

  /// Whether the server accepts the text as a topic.
  private static func isTopic(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
          || (byte < 128 && (Character(UnicodeScalar(byte)).isLetter || (48...57).contains(byte)))
      }
  }

  /// The value of the header `Authorization`; nil if anyone may subscribe.
  package var authorization: String? {
    if let token { return "Bearer " + token }
    guard let user, let password else { return nil }
    return "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
  }
}

/// The reason why an address is not that of a topic.
package enum NtfyAddressError: Error, Sendable, Hashable, CustomStringConvertible {
  case notHTTP, hasSecrets, hasQuery, noTopic

  package var description: String {
    switch self {
    case .notHTTP: "it is not the address of a topic, https://HOST/TOPIC"
    case .hasSecrets: "it holds a user or a password: give them by --user and --password-file"
    case .hasQuery: "it has more after the topic: https://HOST/TOPIC"
    case .noTopic: "it does not end in a topic, up to 64 letters, digits, '-' and '_'"
    }
  }
}

/// The file with all subscriptions of a box, which holds secrets.
package struct NtfySubscriptions: Codable, Sendable, Hashable {
  package var version = 1
  package var subscriptions: [NtfySubscription]

  package init(_ subscriptions: [NtfySubscription] = []) { self.subscriptions = subscriptions }

  /// Reads the file.
  /// - Throws: ``NtfyFileError``.
  package init(parsing data: Data) throws(NtfyFileError) {
    struct Form: Decodable { var version: Int? }
    guard let form = try? JSONDecoder().decode(Form.self, from: data) else { throw .damaged }
    guard form.version == 1 else { throw .unknownVersion(form.version) }
    guard let own = try? JSONDecoder().decode(Self.self, from: data) else { throw .damaged }
    self = own
  }

  package var data: Data {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(self)
    }
  }
}

/// The reason why the file cannot be used.
package enum NtfyFileError: Error, Sendable, Hashable, CustomStringConvertible {
  case damaged
  case unknownVersion(Int?)

  package var description: String {
    switch self {
    case .damaged: "it cannot be read: remove it, and add the topics again"
    case .unknownVersion(let version):
      "its version is \(version.map(String.init) ?? "missing"); this program knows 1: update it"
    }
  }
}
