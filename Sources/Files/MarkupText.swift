/// `text` for an element or a quoted attribute of XML 1.0.
///
/// Control characters become visible escapes: XML cannot hold most of them, not even as references
/// (section 2.2).
/// - Parameters:
///   - text: any text.
///   - keepsLines: whether `text` is printable already, and its line ends stay.
public func xmlText(_ text: String, keepsLines: Bool = false) -> String {
  var result = ""
  for scalar in (keepsLines ? text : printable(text)).unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    // The two that are not characters.
    case "\u{FFFE}", "\u{FFFF}": result += "\\u{\(String(scalar.value, radix: 16))}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// `text` for an element or a quoted attribute of HTML: text that is safe in XML is safe here.
public func htmlText(_ text: String) -> String { xmlText(text) }
