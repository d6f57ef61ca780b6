/// The `Cookie` field of a request (RFC 6265 §4.2.1).
public enum CookieField {
  /// The value of the first cookie with this name: its text as it was sent.
  /// - Returns: nil where the field has no such cookie.
  public static func value(of name: String, in field: some StringProtocol) -> String? {
    var rest: Substring? = Substring(field)
    while let (pair, following) = rest?.cut(at: ";") {
      rest = following
      let (pairName, value) = pair.cut(at: "=")
      if let value, pairName.drop(while: { $0 == " " }) == name { return String(value) }
    }
    return nil
  }
}
