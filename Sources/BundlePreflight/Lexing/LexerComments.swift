extension Lexer {
  /// Skips a comment; returns whether there was one.
  mutating func skipComment(_ byte: UInt8) -> Bool {
    guard !syntax.hasHashComments else {
      guard byte == UInt8(ascii: "#") else { return false }
      skipLine()
      return true
    }
    guard byte == UInt8(ascii: "/"), at + 1 < bytes.count else { return false }
    if bytes[at + 1] == UInt8(ascii: "/") {
      skipLine()
      return true
    }
    guard bytes[at + 1] == UInt8(ascii: "*") else { return false }
    var depth = 1
    at += 2
    while at < bytes.count, depth > 0 {
      let pair = (bytes[at], at + 1 < bytes.count ? bytes[at + 1] : 0)
      if pair == (UInt8(ascii: "*"), UInt8(ascii: "/")) {
        depth -= 1
        at += 2
      } else if syntax.nestsComments, pair == (UInt8(ascii: "/"), UInt8(ascii: "*")) {
        depth += 1
        at += 2
      } else {
        at += 1
      }
    }
    return true
  }

  private mutating func skipLine() {
    while at < bytes.count, bytes[at] != 0x0A, bytes[at] != 0x0D { at += 1 }
  }

  /// Skips a JavaScript regular expression, whose quotation marks do not open strings; returns
  /// whether there was one.
  mutating func skipExpression(_ byte: UInt8) -> Bool {
    let slash = UInt8(ascii: "/")
    guard syntax.hasExpressions, byte == slash, !followsValue,
      at >= unclosed[slash, default: 0]
    else {
      return false
    }
    var end = at + 1
    var isInClass = false
    while end < bytes.count, bytes[end] != 0x0A {
      switch bytes[end] {
      case UInt8(ascii: "\\"): end += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case slash where !isInClass:
        at = end + 1
        followsValue = true
        return true
      default: break
      }
      end += 1
    }
    unclosed[slash] = end
    return false
  }
}
