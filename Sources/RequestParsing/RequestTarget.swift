/// The target of a request in origin form (RFC 9112 §3.2.1): a path, and a query with fields.
///
/// Every text can be read. One in another form (`*`, `http://host/path`) has a path that does not
/// begin with `/`, and therefore no segments.
public struct RequestTarget: Sendable, Equatable {
  /// The part before the first `?`, as it was sent: still percent-encoded.
  public let path: String
  /// The fields after the first `?`.
  public let query: FormFields

  /// Reads a target as it stands in the request line.
  public init(_ text: some StringProtocol) {
    let (path, query) = text.cut(at: "?")
    self.path = String(path)
    self.query = query.map { FormFields($0) } ?? FormFields()
  }

  /// The value of a field of the query.
  public subscript(name: String) -> String? { query[name] }

  /// The parts of the path between `/`, still percent-encoded: for `/a/b%2Fc`, `a` and `b%2Fc`; for
  /// `/`, one that is empty. A path that does not begin with `/` has none.
  public var segments: [Substring] {
    let (before, rest) = path.cut(at: "/")
    guard before.isEmpty, let rest else { return [] }
    return rest.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false)
      .map(Substring.init)
  }
}
