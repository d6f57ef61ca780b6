package import Foundation

/// How the façade's objects are archived: as the JSON of the value that they stand for.
extension NSCoder {
  private static let valueKey = "value"

  package func encodeValue(_ value: some Encodable) {
    do {
      encode(NSData(data: try JSONEncoder().encode(value)), forKey: Self.valueKey)
    } catch { failWithError(error) }
  }

  package func decodeValue<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
    guard let data = decodeObject(of: NSData.self, forKey: Self.valueKey) else { return nil }
    do {
      return try JSONDecoder().decode(type, from: data as Data)
    } catch {
      failWithError(error)
      return nil
    }
  }
}

/// What the façade reads of an archive, or of a coder that an app's tests have written: such a coder
/// answers by the key alone, and knows of no classes.
extension NSCoder {
  private var isArchive: Bool { self is NSKeyedUnarchiver }

  func object<Object: NSObject & NSCoding>(_ type: Object.Type, forKey key: String) -> Object? {
    object([type], forKey: key) as? Object
  }

  func object(_ types: [AnyClass], forKey key: String) -> Any? {
    isArchive ? decodeObject(of: types, forKey: key) : decodeObject(forKey: key)
  }

  func text(forKey key: String) -> String? {
    let text = object([NSString.self], forKey: key)
    return text as? String ?? (text as? NSString).map { "\($0)" }
  }

  func date(forKey key: String) -> Date? {
    let date = object([NSDate.self], forKey: key)
    return date as? Date
      ?? (date as? NSDate).map {
        Date(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate)
      }
  }
}

/// The JSON of two values side by side.
struct StoredPair<First: Codable, Second: Codable>: Codable {
  var first: First
  var second: Second
}
