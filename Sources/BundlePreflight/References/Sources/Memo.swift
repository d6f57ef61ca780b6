/// What is found out once and asked for over and over, by its key: a crafted source may ask a
/// million times.
final class Memo<Key: Hashable, Value> {
  private var values: [Key: Value] = [:]

  var count: Int { values.count }

  /// The value of a key, found out if it is not known.
  func value(for key: Key, _ find: () -> Value) -> Value {
    if let known = values[key] { return known }
    let value = find()
    values[key] = value
    return value
  }

  func removeAll() { values = [:] }
}
