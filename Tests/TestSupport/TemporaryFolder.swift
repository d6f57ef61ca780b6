public import Foundation

/// A folder that goes when nobody holds it any more.
public final class TemporaryFolder: Sendable {
  /// Where the folder is.
  public let url: URL

  /// A new and empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The URL of `name` in the folder.
  public func url(_ name: String) -> URL { url.appending(path: name) }

  /// The path of `name` in the folder.
  public func path(_ name: String) -> String { url(name).path }

  /// Writes `bytes` to `name` and returns the path.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
    try Data(bytes).write(to: url(name))
    return path(name)
  }

  /// Writes a script, which names its interpreter, as a program, and returns its path.
  ///
  /// Another program writes it: a child that another thread of this one starts meanwhile would hold
  /// it open for a moment, and the kernel runs no file that is open for writing.
  public func install(_ script: String, as name: String) throws -> String {
    let scratch = try TemporaryFolder()
    let text = try scratch.write(script.utf8, to: name)
    let result = try Tool("install").run(["-m", "755", text, path(name)])
    guard result.status == 0 else { throw NeverHappened(description: result.errors) }
    return path(name)
  }

  /// The content of `name`.
  public func bytes(of name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: url(name))) }

  /// The names in the folder, hidden ones too, sorted.
  public func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}
