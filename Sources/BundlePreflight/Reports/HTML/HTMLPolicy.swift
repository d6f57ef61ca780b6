/// The page's content security policy.
enum HTMLPolicy {
  /// SHA-256 of `HTMLStyle.text`; a test tells the value that a change makes.
  static let styleHash = "TlqGmawBZo24LeyhD+mZpUIEBnigpmWZimmrFyJFEB8="
  /// SHA-256 of `HTMLScript.text`.
  static let scriptHash = "6HQ/R5QKvFPU3s6Mmrj3BoRnLsqfqqKT2isNVM0KELg="

  static let text =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "media-src data:; img-src data:; base-uri 'none'; form-action 'none'"
}
