import CVersion

/// The version, as all of Tocsin's programs print it.
enum ToolVersion {
  static var line: String {
    let build = String(cString: tocsin_build())
    return "tocsin-gateway \(TOCSIN_VERSION) (\(build.isEmpty ? "development build" : build))"
  }
}
