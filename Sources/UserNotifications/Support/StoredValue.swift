package import Foundation

/// Archives the façade's objects as the JSON of the values that they represent.
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

/// The input of decoding: an archive, or a coder that an app's tests have written. Such a coder
/// uses the key alone, and ignores classes.
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
