import CVersion

/// The version of the programs, as they print it.
public enum ToolVersion {
  /// The version alone, for reports: `0.1.0`.
  public static let number = TOCSIN_VERSION

  /// The line that `name --version` prints: `tocsin 0.1.0 (9c7139d, 2026-11-22)`. A program that was
  /// built and not packaged does not know its commit: `tocsin 0.1.0 (development build)`.
  public static func line(of name: String) -> String {
    let build = String(cString: tocsin_build())
    return "\(name) \(number) (\(build.isEmpty ? "development build" : build))"
  }
}
