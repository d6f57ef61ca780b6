import ArgumentParser
import Dispatch
import Foundation
import Glibc

/// The working folder of a benchmark, and the tools that all measures need.
final class Workshop {
  let isQuick: Bool
  let progress = ProgressLine()
  /// Whether an installed program has failed.
  var hasFailures = false
  private let folder: URL
  private var interruption: (any DispatchSourceSignal)?

  init(isQuick: Bool) throws {
    self.isQuick = isQuick
    folder = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Removes the folder on Ctrl-C too: the inputs are large.
  func removeWhenInterrupted() {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    let folder = folder
    source.setEventHandler {
      try? FileManager.default.removeItem(at: folder)
      Glibc.exit(130)
    }
    source.resume()
    interruption = source
  }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// An empty folder `name`.
  func emptyFolder(_ name: String) throws -> String {
    let path = path(name)
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Runs a command; its standard error becomes part of the failure.
  @discardableResult
  func run(_ command: Command, output: String = "/dev/null") throws -> Cost {
    try command.run(output: output, errors: path("errors.txt"))
  }

  /// The release build of tocsin.
  func tocsin() throws -> String {
    if let given = ProcessInfo.processInfo.environment["TOCSIN"] { return given }
    return try built("tocsin")
  }

  /// The release build of one of the tools.
  func built(_ tool: String) throws -> String {
    let given = ProcessInfo.processInfo.environment["TOCSIN"].map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().appending(path: tool).path
    }
    let places = [given, ".build/release/\(tool)", "../.build/release/\(tool)"].compactMap { $0 }
    guard let found = places.first(where: FileManager.default.isExecutableFile) else {
      throw ValidationError(
        "no release build of \(tool): run `make daemon`, or set TOCSIN to the path of tocsin")
    }
    return found
  }
}
