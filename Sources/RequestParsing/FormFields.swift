/// The fields of a query or of a form's body (`application/x-www-form-urlencoded`).
///
/// Every text can be read: a field whose name or value is not percent-encoded UTF-8 is left out.
public struct FormFields: Sendable, Equatable {
  private var values: [String: String] = [:]

  /// No fields.
  public init() {}

  /// Reads fields between `&`, each a name and, after `=`, a value. A field without `=` has an empty
  /// value; of several fields with one name the first counts.
  public init(_ text: some StringProtocol) {
    var rest: Substring? = Substring(text)
    while let (field, following) = rest?.cut(at: "&") {
      rest = following
      guard !field.isEmpty else { continue }
      let (encodedName, encodedValue) = field.cut(at: "=")
      guard let name = PercentEncoding.decode(encodedName, isForm: true), values[name] == nil,
        let value = PercentEncoding.decode(encodedValue ?? "", isForm: true)
      else { continue }
      values[name] = value
    }
  }

  /// The value of a field; nil where it is missing or was left out.
  public subscript(name: String) -> String? { values[name] }

  /// The names of the fields.
  public var names: some Collection<String> { values.keys }
}
