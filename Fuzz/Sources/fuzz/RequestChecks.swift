import Foundation
import RequestParsing

/// Reads any bytes as the target of a request and as a `Cookie` field. Each must be read to its end:
/// the parts together are the text, and encoded text is decoded as Foundation decodes it.
func checkRequest(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  let target = RequestTarget(text)
  let (path, query) = text.cut(at: "?")
  claim(target.path == path, "a path that is not the part before the query")
  claim(query.map { "\(path)?\($0)" } ?? String(path) == text, "a target that loses text")
  let segments = target.segments
  claim(
    segments.isEmpty
      ? path.utf8.first != UInt8(ascii: "/")
      : "/" + segments.joined(separator: "/") == path, "segments that are not the path")
  claim(segments.allSatisfy { !$0.utf8.contains(UInt8(ascii: "/")) }, "a segment with a slash")
  for name in target.query.names { claim(target[name] != nil, "a field without a value") }
  checkForm(target.query)
  // Foundation repairs what is not UTF-8, and after a NUL it does not see it.
  if !text.utf8.contains(0), !text.contains("%00"), !text.contains("\u{FFFD}") {
    let decoded = text.removingPercentEncoding
    claim(
      decoded?.contains("\u{FFFD}") == true || PercentEncoding.decode(text) == decoded,
      "a text is decoded otherwise")
  }
  if let value = CookieField.value(of: "a", in: text) {
    claim(
      !value.utf8.contains(UInt8(ascii: ";"))
        && Data(text.utf8).range(of: Data("a=\(value)".utf8)) != nil,
      "a cookie that is not in the field")
  }
}

/// Fields that are written are read unchanged.
private func checkForm(_ form: FormFields) {
  let pairs = form.names.compactMap { name in
    encoded(name).flatMap { left in encoded(form[name] ?? "").map { "\(left)=\($0)" } }
  }
  claim(FormFields(pairs.joined(separator: "&")) == form, "fields that change when written")
}

private func encoded(_ text: String) -> String? {
  text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
}
