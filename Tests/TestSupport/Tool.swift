public import Foundation

/// What a program printed and how it ended.
public struct ToolResult: Sendable {
  /// How it ended.
  public let ending: RunningTool.Ending
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: String

  /// The exit status, or the number of the signal that ended it.
  public var status: Int32 {
    switch ending {
    case .exited(let number), .killed(let number): number
    }
  }

  /// Whether a signal ended it.
  public var wasKilled: Bool { ending == .killed(status) }

  /// Standard output as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: output, as: UTF8.self) }
}

/// Another program that a test talks to.
public struct Tool: Sendable {
  /// A tool that the test set-up should have installed.
  public struct Missing: Error, CustomStringConvertible {
    /// What is missing and how it is installed.
    public let description: String
  }

  /// The path of the executable.
  public let path: String

  /// The program `name` on the PATH.
  public init(_ name: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw Missing(description: "'\(name)' is not installed: run `make setup`")
    }
    self.path = path
  }

  /// The `tocsin` that was built with the tests.
  public static func tocsin() throws -> Tool { try built("tocsin") }

  /// An executable of this package, as it was built with the tests.
  public static func built(_ name: String) throws -> Tool {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return Tool(
      at: URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: name).path)
  }

  /// Debian's Python, which knows the modules that the set-up installs; another one may come first
  /// on the PATH.
  public static var python: Tool { Tool(at: "/usr/bin/python3") }

  /// The program of a file.
  public init(at path: String) { self.path = path }

  /// Runs the program to its end.
  public func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> ToolResult {
    let scratch = try TemporaryFolder()
    let output = scratch.url("stdout")
    let errors = scratch.url("stderr")
    // Files, not pipes: a program that prints much never waits for its reader.
    let ending = try start(
      arguments, in: folder, environment: environment, output: .file(output.path),
      errors: .file(errors.path)
    ).waitUntilExit()
    return ToolResult(
      ending: ending, output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
