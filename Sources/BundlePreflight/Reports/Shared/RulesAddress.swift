import Glibc

/// The address of the page with all rules, for reports that link to it.
public enum RulesAddress {
  /// The address in the action that runs the program; nil where it runs elsewhere, because there
  /// nothing tells where its pages stand.
  public static func current() -> String? {
    address { name in getenv(name).map { String(cString: $0) } }
  }

  /// GitHub checks an action out into `_actions/OWNER/NAME/REVISION`.
  static func address(in variable: (String) -> String?) -> String? {
    guard let server = variable("GITHUB_SERVER_URL"), server.hasPrefix("https://"),
      let path = variable("GITHUB_ACTION_PATH")
    else { return nil }
    let parts = path.split(separator: "/")
    guard let start = parts.lastIndex(of: "_actions"), parts.count - start == 4,
      parts[start...].allSatisfy({ $0.utf8.allSatisfy { $0 < 0x80 && $0.isWord(or: "-.") } })
    else { return nil }
    let action = parts[(start + 1)...]
    let place = action.prefix(2).joined(separator: "/")
    return "\(server)/\(place)/blob/\(parts[start + 3])/Documentation/rules.md"
  }
}
