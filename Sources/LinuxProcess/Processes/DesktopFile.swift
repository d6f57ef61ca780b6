import FoundationEssentials
import Glibc

/// The parts of a desktop file that identify an app (Desktop Entry Specification 1.5).
package struct DesktopFile: Sendable, Hashable {
  /// The file's name without `.desktop`.
  package let identifier: String
  package let name: String?
  /// Whether the session bus starts the app.
  package let isBusActivatable: Bool

  /// The desktop file from which a desktop has started this process; nil where there is none.
  ///
  /// Programs that the app starts inherit `GIO_LAUNCHED_DESKTOP_FILE`, so it only counts for the
  /// process in `GIO_LAUNCHED_DESKTOP_FILE_PID`.
  package static func launched(_ environment: [String: String]) -> DesktopFile? {
    var paths: [String?] = []
    if environment["GIO_LAUNCHED_DESKTOP_FILE_PID"].map({ $0 == "\(getpid())" }) ?? true {
      paths.append(environment["GIO_LAUNCHED_DESKTOP_FILE"])
    }
    paths.append(environment["BAMF_DESKTOP_FILE_HINT"])
    return paths.lazy.compactMap(\.self).compactMap(DesktopFile.init(path:)).first
  }

  /// The desktop file of an app, in the folders of the XDG Base Directory Specification.
  package static func find(
    _ app: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> DesktopFile? {
    guard !app.utf8.contains(UInt8(ascii: "/")), !app.utf8.contains(0), !app.hasPrefix(".")
    else { return nil }
    return dataFolders(environment).lazy
      .map { "\($0)/applications/\(app).desktop" }
      .first { FileManager.default.isReadableFile(atPath: $0) }
      .flatMap(DesktopFile.init(path:))
  }

  private static func dataFolders(_ environment: [String: String]) -> [String] {
    let home = environment["HOME"].map { $0 + "/.local/share" }
    let own = [environment["XDG_DATA_HOME"], home].compactMap(\.self).first { $0.hasPrefix("/") }
    let shared = (environment["XDG_DATA_DIRS"] ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    return [own].compactMap(\.self)
      + (shared.isEmpty ? ["/usr/local/share", "/usr/share"] : shared)
  }

  init?(path: String) {
    let url = URL(fileURLWithPath: path)
    guard url.pathExtension == "desktop" else { return nil }
    identifier = url.deletingPathExtension().lastPathComponent
    let entries = Self.entries((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
    name = entries["Name"]
    isBusActivatable = entries["DBusActivatable"] == "true"
  }

  /// The keys of the group `Desktop Entry`; translations are left out.
  private static func entries(_ text: String) -> [String: String] {
    var entries: [String: String] = [:]
    var isInGroup = false
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") {
        isInGroup = line == "[Desktop Entry]"
      } else if isInGroup, !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") {
        let key = line[..<equals].trimmed
        let value = line[line.index(after: equals)...].trimmed
        entries[key] = entries[key] ?? value
      }
    }
    return entries
  }
}

extension Substring {
  /// Without spaces and tabs around it.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}
