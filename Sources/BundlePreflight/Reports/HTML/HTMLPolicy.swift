/// The page's content security policy.
enum HTMLPolicy {
  /// SHA-256 of `HTMLStyle.text`; after a change, a test reports the new value.
  static let styleHash = "+M+tlsWuadgSLz54m/vybz//fHAR7XV8QFy1NHF4myk="
  /// SHA-256 of `HTMLScript.text`.
  static let scriptHash = "lsqBGeDfgA/wEn5MA37sUjGUX9o2+ghOXOWqbsNgGkc="

  static let text =
    "default-src 'none'; style-src 'sha256-\(styleHash)'; script-src 'sha256-\(scriptHash)'; "
    + "media-src data:; img-src data:; base-uri 'none'; form-action 'none'"
}
