/// A translation with placeholders: `%@` takes the next argument, `%2$@` the second, `%%` is a
/// per cent sign.
///
/// Other placeholders of Foundation's formats are accepted, too, but the type of the text is always
/// the argument's own: a translation cannot name another type, and so cannot read foreign memory. A
/// placeholder without an argument stays as it is.
struct LocalizedFormat: Sendable {
  let text: String

  func filled(with arguments: [String]) -> String {
    var result = ""
    var rest = text[...]
    var next = 0
    while let percent = rest.firstIndex(of: "%") {
      result += rest[..<percent]
      rest = rest[percent...].dropFirst()
      guard let placeholder = Placeholder(taking: &rest) else {
        result += "%"
        continue
      }
      switch placeholder.kind {
      case .percent: result += "%"
      case .argument(let number):
        let index = number.map { $0 - 1 } ?? next
        if number == nil { next += 1 }
        result += arguments.indices.contains(index) ? arguments[index] : placeholder.text
      }
    }
    return result + rest
  }

  /// The placeholder after a per cent sign.
  private struct Placeholder {
    enum Kind {
      case percent
      /// The index of the argument; nil is the next one.
      case argument(Int?)
    }

    let kind: Kind
    let text: String

    /// - Returns: nil, without reading anything, where this is not a placeholder.
    init?(taking rest: inout Substring) {
      if rest.first == "%" {
        rest.removeFirst()
        (kind, text) = (.percent, "%%")
        return
      }
      var scan = rest
      let digits = scan.prefix { $0.isASCII && $0.isNumber }
      var number: Int?
      if let value = Int(digits), value > 0, scan.dropFirst(digits.count).first == "$" {
        number = value
        scan = scan.dropFirst(digits.count + 1)
      }
      // Flags, width and precision, then the size.
      scan = scan.drop { "-+0#'.123456789".contains($0) }
      scan = scan.drop { "hlqLztj".contains($0) }
      guard let conversion = scan.first, "@diouxXeEfFgGaAcCsS".contains(conversion) else {
        return nil
      }
      scan.removeFirst()
      kind = .argument(number)
      text = "%" + rest[..<scan.startIndex]
      rest = scan
    }
  }
}
