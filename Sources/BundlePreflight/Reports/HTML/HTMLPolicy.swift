/// The page's content security policy.
enum HTMLPolicy {
  /// SHA-256 of `HTMLStyle.text`; a test tells the value that a change makes.
  static let styleHash = "STYLE"
  /// SHA-256 of `HTMLScript.text`.
  static let scriptHash = "SCRIPT"

  static let text =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "media-src data:; img-src data:; base-uri 'none'; form-action 'none'"
}
