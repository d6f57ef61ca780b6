public import FoundationEssentials

/// A value of an app's own data: any value of a property list.
///
/// In JSON it is the plain value. Data and dates, which JSON lacks, are an object with one key,
/// `$data` (base64) or `$date` (seconds since 1970). Keys of the app that start with `$` are
/// escaped as `$$`.
public indirect enum UserInfoValue: Sendable, Hashable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case data(Data)
  case date(Date)
  case array([UserInfoValue])
  case dictionary([String: UserInfoValue])
}

extension UserInfoValue: Codable {
  /// Deeper data is refused: it is never needed, and a decoder that recurses could be driven to
  /// the end of its stack.
  static let greatestDepth = 32

  /// Reads any JSON value.
  /// - Throws: `DecodingError`, also for values nested more deeply than 32 levels.
  public init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count < Self.greatestDepth else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "user info is nested deeper than \(Self.greatestDepth) levels"))
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if (try? decoder.unkeyedContainer()) != nil {
      self = .array(try container.decode([UserInfoValue].self))
    } else {
      self = try Self.object(container.decode([String: UserInfoValue].self), in: container)
    }
  }

  private static func object(
    _ values: [String: UserInfoValue], in container: any SingleValueDecodingContainer
  ) throws -> UserInfoValue {
    if values.count == 1, case .string(let text)? = values["$data"] {
      guard let data = Data(base64Encoded: text) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "no base64")
      }
      return .data(data)
    }
    if values.count == 1, let seconds = values["$date"]?.seconds {
      return .date(Date(timeIntervalSince1970: seconds))
    }
    let plain = values.map { ($0.hasPrefix("$$") ? String($0.dropFirst()) : $0, $1) }
    return .dictionary(Dictionary(plain) { first, _ in first })
  }

  private var seconds: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// Writes the plain value; data and dates are objects with one key.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .data(let value): try container.encode(["$data": value.base64EncodedString()])
    case .date(let value): try container.encode(["$date": value.timeIntervalSince1970])
    case .array(let values): try container.encode(values)
    case .dictionary(let values):
      let escaped = values.map { ($0.hasPrefix("$") ? "$" + $0 : $0, $1) }
      try container.encode(Dictionary(escaped) { first, _ in first })
    }
  }
}
