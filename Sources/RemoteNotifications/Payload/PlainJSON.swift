import FoundationEssentials
import NotificationTypes

/// A value of a payload. `UserInfoValue` itself reads and writes keys with `$` for data and dates,
/// which JSON does not know: a provider's key is a key.
struct PlainJSON: Sendable, Hashable {
  let value: UserInfoValue

  /// The maximum depth of a payload: a stored value may have 32 levels, including those around it.
  static let maximumDepth = 24

  static func parse(_ bytes: [UInt8]) throws(PayloadError) -> UserInfoValue {
    // The decoder would accept UTF-16, too; JSON in UTF-8 never contains a NUL.
    guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
      throw .notJSON
    }
    do {
      return try JSONDecoder().decode(Self.self, from: Data(bytes)).value
    } catch is TooDeep {
      throw .tooDeep
    } catch {
      throw .notJSON
    }
  }

  private struct TooDeep: Error {}
}

extension PlainJSON: Codable {
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.maximumDepth else { throw TooDeep() }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let integer = try? container.decode(Int64.self) {
      value = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      value = .number(number)
    } else if let text = try? container.decode(String.self) {
      value = .string(text)
    } else if (try? decoder.unkeyedContainer()) != nil {
      value = .array(try container.decode([PlainJSON].self).map(\.value))
    } else {
      value = .dictionary(try container.decode([String: PlainJSON].self).mapValues(\.value))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .data(let value): try container.encode(value.base64EncodedString())
    case .date(let value): try container.encode(value.timeIntervalSince1970)
    case .array(let values): try container.encode(values.map(PlainJSON.init))
    case .dictionary(let values): try container.encode(values.mapValues(PlainJSON.init))
    }
  }
}

extension UserInfoValue {
  var text: String? { if case .string(let text) = self { text } else { nil } }

  var dictionary: [String: UserInfoValue]? {
    if case .dictionary(let values) = self { values } else { nil }
  }

  var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// A number without a fraction.
  var integer: Int? {
    switch self {
    case .integer(let value): Int(value)
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// Apple's 1; libraries also write `true`.
  var isOne: Bool { self == .bool(true) || integer == 1 }
}
