import Foundation
import NotificationTypes

/// The form in which an object of these APIs is kept beside the request: its JSON, with its kind as
/// the key.
enum OriginalForm {
  static func stored<Value: Encodable>(_ value: Value) -> UserInfoValue? {
    (try? JSONEncoder().encode(value)).map {
      .dictionary(["\(Value.self)": .string(String(decoding: $0, as: UTF8.self))])
    }
  }

  static func read<Value: Decodable>(_ type: Value.Type, from content: NotificationContent)
    -> Value?
  {
    guard case .dictionary(let kinds) = content.original,
      case .string(let text) = kinds["\(Value.self)"]
    else { return nil }
    return try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
