/// The page's content security policy.
enum HTMLPolicy {
  /// SHA-256 of `HTMLStyle.text`; a test tells the value that a change makes.
  static let styleHash = "eoPDDB78wUKOcP8zl7kFhPt2HBLaXIF9h1tA2YN4XLA="
  /// SHA-256 of `HTMLScript.text`.
  static let scriptHash = "ommzGA4xKLoAxnh52LlZiwbOUdbvw/X3W8GfVtewWD4="

  static let text =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "media-src data:; img-src data:; base-uri 'none'; form-action 'none'"
}
