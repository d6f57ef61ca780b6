/// The address of a raw resource: `android.resource://com.example.bells/raw/bell`.
struct ResourceAddress {
  let package: String
  let name: String

  /// nil for other texts, and where a part is computed.
  init?(_ text: String) {
    let scheme = "android.resource://"
    guard text.hasPrefix(scheme) else { return nil }
    let parts = text.dropFirst(scheme.count).split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "raw", !parts[0].isEmpty, !parts[2].isEmpty,
      !text.contains(where: { "${}\\ ".contains($0) })
    else { return nil }
    (package, name) = (String(parts[0]), String(parts[2]))
  }
}
