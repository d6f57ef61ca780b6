public import Foundation

/// What a program printed and how it ended.
public struct ToolResult: Sendable {
  /// The exit status, or the number of the signal that ended it.
  public let status: Int32
  /// Whether a signal ended it.
  public let wasKilled: Bool
  /// What it wrote to standard output.
  public let output: Data
  /// What it wrote to standard error.
  public let errors: String

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

  private let executable: URL

  /// The program `name` on the PATH.
  public init(_ name: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths = folders.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile) else {
      throw Missing(description: "'\(name)' is not installed: run `make setup`")
    }
    executable = URL(fileURLWithPath: path)
  }

  /// The `tocsin` that was built with the tests.
  public static func tocsin() throws -> Tool { try built("tocsin") }

  /// An executable of this package, as it was built with the tests.
  public static func built(_ name: String) throws -> Tool {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return Tool(
      executable: URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: name))
  }

  /// Debian's Python, which knows the modules that the set-up installs; another one may come first
  /// on the PATH.
  public static var python: Tool { Tool(executable: URL(fileURLWithPath: "/usr/bin/python3")) }

  private init(executable: URL) { self.executable = executable }

  /// The path of the executable.
  public var path: String { executable.path }

  /// Runs the program to its end.
  public func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> ToolResult {
    let scratch = try TemporaryFolder()
    let output = scratch.url("stdout")
    let errors = scratch.url("stderr")
    for file in [output, errors] { try Data().write(to: file) }
    let process = Process()
    // libnats ignores SIGPIPE in the whole process of the tests, which children would inherit.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["--default-signal=PIPE", path] + arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    // Files, not pipes: a program that prints much never waits for its reader.
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return ToolResult(
      status: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: try Data(contentsOf: output),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }
}
