import Foundation
package import NotificationTypes

/// Converts an app's own data between Apple's dictionary and the stored form.
package enum UserInfo {
  /// A value that a property list cannot contain, and its place.
  struct Unstorable: LocalizedError, CustomStringConvertible {
    let path: String
    let type: String

    var description: String {
      "userInfo\(path) is a \(type): only what a property list holds can be stored"
    }

    var errorDescription: String? { description }
  }

  private static let greatestDepth = 30

  package static func stored(_ info: [AnyHashable: Any]) throws -> [String: UserInfoValue] {
    try dictionary(info, path: "")
  }

  /// The stored form without values that cannot be stored.
  package static func storable(_ info: [AnyHashable: Any]) -> [String: UserInfoValue] {
    var result: [String: UserInfoValue] = [:]
    for (key, item) in info {
      if let name = key.base as? String { result[name] = try? value(item, path: "") }
    }
    return result
  }

  package static func apple(_ stored: [String: UserInfoValue]) -> [AnyHashable: Any] {
    Dictionary(uniqueKeysWithValues: stored.map { (AnyHashable($0), any($1)) })
  }

  private static func dictionary(
    _ info: [AnyHashable: Any], path: String
  ) throws -> [String: UserInfoValue] {
    var result: [String: UserInfoValue] = [:]
    for (key, item) in info {
      guard let name = key.base as? String else {
        throw Unstorable(path: "\(path)[\(key.base)]", type: "\(type(of: key.base)) as a key")
      }
      result[name] = try value(item, path: "\(path)[\"\(name)\"]")
    }
    return result
  }

  private static func value(_ item: Any, path: String) throws -> UserInfoValue {
    guard path.count(where: { $0 == "[" }) < greatestDepth else {
      throw Unstorable(path: path, type: "value nested too deep")
    }
    // An object first: Foundation's casts would take the number 1 for `true`.
    if type(of: item) is AnyClass, let number = item as? NSNumber { return value(number) }
    switch item {
    case is NSNull: return .null
    case let value as Bool: return .bool(value)
    case let value as any BinaryInteger:
      return Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
    case let value as any BinaryFloatingPoint: return .number(Double(value))
    case let value as String: return .string(value)
    case let value as Data: return .data(value)
    case let value as Date: return .date(value)
    case let values as [Any]:
      return .array(
        try values.enumerated().map { try value($0.element, path: "\(path)[\($0.offset)]") })
    case let values as [AnyHashable: Any]: return .dictionary(try dictionary(values, path: path))
    default: throw Unstorable(path: path, type: "\(type(of: item))")
    }
  }

  private static func value(_ number: NSNumber) -> UserInfoValue {
    switch String(cString: number.objCType) {
    case "c", "B":
      return number.intValue & ~1 == 0 ? .bool(number.boolValue) : .integer(number.int64Value)
    case "f", "d": return .number(number.doubleValue)
    default: return .integer(number.int64Value)
    }
  }

  private static func any(_ value: UserInfoValue) -> Any {
    switch value {
    case .null: NSNull()
    case .bool(let value): value
    // As on Apple's systems, both casts succeed if no information is lost: the stored form of 52.0
    // is 52.
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let values): values.map(any)
    case .dictionary(let values): values.mapValues(any)
    }
  }
}
