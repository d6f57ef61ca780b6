import Foundation

/// The ALSA plugin of `Tests/AlertPlaybackTests/Fixtures/flaky.c`: a sound card in software that
/// plays in real time and fails where it is told to.
public enum FlakyPlugin {
  private struct NotBuilt: Error, CustomStringConvertible { let description: String }

  /// Built once in a process.
  private static let folder = Result {
    let folder = try TemporaryFolder()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "AlertPlaybackTests/Fixtures/flaky.c")
    let built = try Tool("cc").run([
      "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-DPIC", "-Wl,-z,nodelete", "-o",
      folder.path("flaky.so"), fixture.path, "-lasound",
    ])
    guard built.status == 0 else { throw NotBuilt(description: built.errors) }
    return folder
  }

  /// The path of the library that ALSA loads.
  public static func path() throws -> String { try folder.get().path("flaky.so") }
}
