import Foundation

/// How the façade's objects are archived: as the JSON of the value that they stand for.
extension NSCoder {
  private static let valueKey = "value"

  func encodeValue(_ value: some Encodable) {
    do {
      encode(NSData(data: try JSONEncoder().encode(value)), forKey: Self.valueKey)
    } catch { failWithError(error) }
  }

  func decodeValue<Value: Decodable>(_ type: Value.Type = Value.self) -> Value? {
    guard let data = decodeObject(of: NSData.self, forKey: Self.valueKey) else { return nil }
    do {
      return try JSONDecoder().decode(type, from: data as Data)
    } catch {
      failWithError(error)
      return nil
    }
  }
}

/// The JSON of two values side by side.
struct StoredPair<First: Codable, Second: Codable>: Codable {
  var first: First
  var second: Second
}
