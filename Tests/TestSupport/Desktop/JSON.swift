/// A value of JSON without fractions.
package enum JSON: Codable, Hashable, Sendable {
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSON])
  case object([String: JSON])
  case null

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}

/// What a ``ScriptedServer`` has seen.
package struct ServerEntry: Codable {
  package var ready: Bool?
  package var call: String?
  package var signal: String?
  package var path: String?
  package var sender: String?
  /// When it came, in seconds since 1970.
  package var time: Double?
  package var body: [JSON]?
  package var obeyed: JSON?

  /// The arguments of `Notify`.
  package func notification() throws -> NotifyCall {
    guard let body, body.count == 8, case .string(let app) = body[0],
      case .number(let replaces) = body[1], case .string(let icon) = body[2],
      case .string(let summary) = body[3], case .string(let text) = body[4],
      case .array(let actions) = body[5], case .object(let hints) = body[6],
      case .number(let expiry) = body[7]
    else { throw NeverHappened(description: "a call of Notify with other arguments: \(self)") }
    return NotifyCall(
      app: app, replaces: replaces, icon: icon, summary: summary, body: text, actions: actions,
      hints: hints, expiry: expiry)
  }
}

/// The arguments of `Notify` as they came over the bus.
package struct NotifyCall {
  package var app: String
  package var replaces: Int
  package var icon: String
  package var summary: String
  package var body: String
  package var actions: [JSON]
  /// Each with its type.
  package var hints: [String: JSON]
  package var expiry: Int
}

extension JSON {
  /// A hint's type and value.
  package static func hint(_ type: String, _ value: JSON) -> JSON {
    .object(["type": .string(type), "value": value])
  }
}
