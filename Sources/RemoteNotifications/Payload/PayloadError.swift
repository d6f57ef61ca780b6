/// The reason why a payload is not taken.
public enum PayloadError: Error, Sendable, Hashable, CustomStringConvertible {
  case empty
  /// Bytes that it has, and that it may have.
  case tooLarge(Int, maximum: Int)
  /// It is not JSON (RFC 8259) in UTF-8.
  case notJSON
  /// Its outermost value, or that of the key `aps`, is not a dictionary.
  case notDictionary
  /// Dictionaries and arrays are nested more than 24 levels deep.
  case tooDeep

  /// The error, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .empty: "the payload is empty"
    case .tooLarge(let size, let maximum): "the payload has \(size) bytes, \(maximum) are allowed"
    case .notJSON: "the payload is not JSON"
    case .notDictionary: "the payload, or its 'aps', is not a dictionary"
    case .tooDeep: "the payload is nested deeper than \(PlainJSON.maximumDepth) levels"
    }
  }
}
