/// The placeholder after a per cent sign in a translation.
struct Placeholder {
  enum Kind: Hashable {
    case percent
    case argument
    case variable(String)
  }

  let kind: Kind
  /// The number of the argument, from 1; nil is the next one.
  let number: Int?
  /// As it is written, with the per cent sign.
  let text: String

  /// - Returns: nil, without reading anything, where this is not a placeholder.
  init?(taking rest: inout Substring, variables: [String: [String: String]]) {
    if rest.first == "%" {
      rest.removeFirst()
      (kind, number, text) = (.percent, nil, "%%")
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
    let flags = scan.prefix { "-+0#'.123456789".contains($0) }
    scan = scan.dropFirst(flags.count).drop { "hlqLztj".contains($0) }
    guard let conversion = scan.first, "@diouxXeEfFgGaAcCsS".contains(conversion) else {
      return nil
    }
    scan.removeFirst()
    var kind = Kind.argument
    if conversion == "@", flags.contains("#"), let end = scan.firstIndex(of: "@"),
      variables[String(scan[..<end])] != nil
    {
      kind = .variable(String(scan[..<end]))
      scan = scan[end...].dropFirst()
    }
    (self.kind, self.number) = (kind, number)
    text = "%" + rest[..<scan.startIndex]
    rest = scan
  }
}
