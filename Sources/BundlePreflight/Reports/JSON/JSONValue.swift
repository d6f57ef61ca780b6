/// A value of JSON whose members keep their order.
///
/// A report is written one finding at a time: an encoder would first keep all of it in memory.
enum JSONValue {
  case object([(String, JSONValue?)])
  case array([JSONValue])
  case string(String)
  case integer(Int64)
  /// A number; null if it is not finite.
  case number(Double)
  case boolean(Bool)
  case null

  /// The value in one line; an object's members that are nil are left out.
  func write(to output: inout some TextOutputStream) {
    switch self {
    case .object(let members): writeObject(members, to: &output)
    case .array(let values):
      writeList(values, between: ("[", "]"), to: &output) { $0.write(to: &$1) }
    case .string(let text): writeString(text, to: &output)
    case .integer(let value): output.write("\(value)")
    case .number(let value): output.write(value.isFinite ? "\(value)" : "null")
    case .boolean(let value): output.write(value ? "true" : "false")
    case .null: output.write("null")
    }
  }

  private func writeObject(
    _ members: [(String, JSONValue?)], to output: inout some TextOutputStream
  ) {
    let given = members.compactMap { name, value in value.map { (name, $0) } }
    writeList(given, between: ("{", "}"), to: &output) { member, output in
      writeString(member.0, to: &output)
      output.write(": ")
      member.1.write(to: &output)
    }
  }

  private func writeList<Element, Output: TextOutputStream>(
    _ elements: [Element], between ends: (String, String), to output: inout Output,
    write: (Element, inout Output) -> Void
  ) {
    output.write(ends.0)
    for (index, element) in elements.enumerated() {
      if index > 0 { output.write(", ") }
      write(element, &output)
    }
    output.write(ends.1)
  }

  private func writeString(_ text: String, to output: inout some TextOutputStream) {
    var escaped = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": escaped += "\\\""
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\r": escaped += "\\r"
      case "\t": escaped += "\\t"
      // Also escapes characters that reverse or end a line for readers other than JSON parsers.
      case _ where scalar.value < 0x20 || scalar.properties.generalCategory.isInvisible:
        for unit in UTF16.encode(scalar) ?? .init() { escaped += escape(unit) }
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    output.write(escaped + "\"")
  }

  private func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isInvisible: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

extension JSONValue: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self = .string(text) }
}

extension JSONValue {
  static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }

  /// Writes an array with a line for each element, made one after the other.
  static func writeLines<Output: TextOutputStream>(
    of elements: some Sequence<JSONValue>, to output: inout Output, indentation: String
  ) {
    var isFirst = true
    for element in elements {
      output.write((isFirst ? "[\n" : ",\n") + indentation + "  ")
      element.write(to: &output)
      isFirst = false
    }
    output.write(isFirst ? "[]" : "\n\(indentation)]")
  }
}
