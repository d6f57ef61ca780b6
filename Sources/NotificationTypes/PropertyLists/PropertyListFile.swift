import FoundationEssentials
import Glibc

/// A property list that an app brings: old-style, XML or binary.
///
/// Whoever delivers an app's notifications reads it, so nothing in it may hold that up.
enum PropertyListFile {
  /// The size of the largest file that is read, in bytes.
  static let byteLimit = 4 << 20

  /// - Returns: nil where the file does not exist, or is no property list with keys, or is deeper or
  ///   larger than any that is written for a purpose.
  static func values(path: String) -> [String: Any]? {
    guard let data = read(path) else { return nil }
    let content = text(data).map { Data($0.utf8) } ?? data
    guard !content.isEmpty, PropertyListShape.isSafe(content),
      let list = try? PropertyListDecoder().decode([String: PropertyListValue].self, from: content)
    else { return nil }
    return list.mapValues(\.value)
  }

  /// The text of a file in UTF-16, Apple's old encoding of such files; nil for other encodings.
  private static func text(_ data: Data) -> String? {
    switch [UInt8](data.prefix(2)) {
    case [0xFE, 0xFF], [0xFF, 0xFE]: String(data: data, encoding: .utf16)
    default: nil
    }
  }

  /// The contents of a regular file; a pipe or a device neither blocks nor is read.
  private static func read(_ path: String) -> Data? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= byteLimit
    else { return nil }
    return Data(reading: file, upTo: byteLimit)
  }
}

/// A value of any kind: `[String: Any]`, `[Any]`, `String`, `Bool`, `Int`, `Double`, `Date` or `Data`.
private struct PropertyListValue: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    if let members = try? [String: Self](from: decoder) {
      value = members.mapValues(\.value)
    } else if let members = try? [Self](from: decoder) {
      value = members.map(\.value)
    } else {
      let one = try decoder.singleValueContainer()
      func read<Kind: Decodable>(_ kind: Kind.Type) -> Any? { try? one.decode(kind) }
      value =
        try read(String.self) ?? read(Bool.self) ?? read(Int.self) ?? read(Double.self)
        ?? read(Date.self) ?? one.decode(Data.self)
    }
  }
}
