public import FoundationEssentials

/// The data that makes a machine a device of a gateway: the file that `tocsin-gateway device add`
/// writes. It holds secrets.
public struct RemoteEnrolment: Codable, Sendable, Hashable {
  /// The form of the file: 1.
  public var version = 1
  /// For people.
  public var name: String
  /// 16 lower-case hexadecimal digits.
  public var device: String
  /// The URLs of the engine's servers: `tls://host:4222`.
  public var engine: [String]
  /// The certificates that the engine's server is known by (PEM); nil are those of the system.
  public var ca: String?
  /// The text of a NATS credentials file; nil where the URLs contain the credentials.
  public var credentials: String?
  /// 64 lower-case hexadecimal digits.
  public var deviceKey: String
  /// The address to which providers post, for people; nil where it is unknown.
  public var gateway: String?

  /// An enrolment; its values are not checked.
  public init(
    name: String, device: String, engine: [String], ca: String? = nil, credentials: String? = nil,
    deviceKey: String, gateway: String? = nil
  ) {
    self.name = name
    self.device = device
    self.engine = engine
    self.ca = ca
    self.credentials = credentials
    self.deviceKey = deviceKey
    self.gateway = gateway
  }

  /// The device's secret; nil where the one in the file is invalid.
  public var key: DeviceKey? { DeviceKey(hexadecimal: deviceKey) }

  /// Reads the file.
  /// - Throws: ``EnrolmentError``.
  public init(parsing data: Data) throws(EnrolmentError) {
    struct Form: Decodable { var version: Int? }
    guard let form = try? JSONDecoder().decode(Form.self, from: data) else { throw .notJSON }
    guard form.version == 1 else { throw .unknownVersion(form.version) }
    do {
      self = try JSONDecoder().decode(Self.self, from: data)
    } catch let DecodingError.keyNotFound(key, _) {
      throw .missing(key.stringValue)
    } catch let DecodingError.typeMismatch(_, context) {
      throw .missing(context.codingPath.first?.stringValue ?? "")
    } catch {
      throw .notJSON
    }
    guard PushSubject.isName(device) else { throw .missing("device") }
    guard key != nil else { throw .missing("deviceKey") }
    guard !engine.isEmpty, engine.allSatisfy(Self.isURL) else { throw .missing("engine") }
  }

  private static func isURL(_ text: String) -> Bool {
    ["tls://", "nats://"].contains { text.hasPrefix($0) && text.count > $0.count }
  }
}

/// The reason why a file is not an enrolment.
public enum EnrolmentError: Error, Sendable, Hashable, CustomStringConvertible {
  case notJSON
  /// A later gateway has written it.
  case unknownVersion(Int?)
  /// The key is missing, or its value cannot be used.
  case missing(String)

  /// The error and its remedy, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .notJSON: "it is not an enrolment: make one with tocsin-gateway device add"
    case .unknownVersion(let version):
      "its version is \(version.map(String.init) ?? "missing"); this program knows 1: update it"
    case .missing(let key):
      "'\(key)' is missing or cannot be used: make a new one with tocsin-gateway device add"
    }
  }
}
