import Foundation
import TestSupport

/// A user's state folder with `tocsinctl` at work in it, in Berlin.
struct Workplace {
  let folder: TemporaryFolder
  private let tool: Tool
  private let environment: [String: String]

  init(zone: String = "Europe/Berlin") throws {
    folder = try TemporaryFolder()
    tool = try Tool.built("tocsinctl")
    environment = [
      "XDG_STATE_HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path, "TZ": zone,
    ]
  }

  /// - Parameter home: whether the folder is the user's home, too.
  func run(_ arguments: [String], home: Bool = false) throws -> ToolResult {
    let variables = home ? environment.merging(["HOME": folder.url.path]) { $1 } : environment
    return try tool.run(arguments, in: folder.url, environment: variables)
  }

  func run(_ arguments: String...) throws -> ToolResult { try run(arguments) }

  /// Schedules a request `a` with these options, and tells its trigger as JSON.
  func trigger(_ options: [String]) throws -> [String: Any] {
    let result = try run(["schedule", "--title", "t", "--id", "a"] + options)
    guard result.status == 0 else { return ["error": result.errors] }
    let request = try items("pending", "--json").first?["request"] as? [String: Any]
    return request?["trigger"] as? [String: Any] ?? [:]
  }

  /// The items of a listing in JSON.
  func items(_ arguments: String...) throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: try run(arguments).output)
    return (document as? [String: Any])?["items"] as? [[String: Any]] ?? []
  }
}
