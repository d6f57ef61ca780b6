import Foundation
import TestSupport

/// An ALSA configuration of the test's own, with cards that exist in software only.
final class SoundCard: Sendable {
  let folder: TemporaryFolder
  /// What a listener hears of a `flaky` device, or what a `file` device has written.
  let heardPath: String

  /// A configuration with the devices `flaky`, which plays in real time and has `settings`, and
  /// `file`, which takes all at once.
  init(_ settings: String = "") throws {
    folder = try TemporaryFolder()
    heardPath = folder.path("heard.raw")
    let configuration = """
      pcm_type.flaky { lib "\(try FlakyPlugin.path())" }
      pcm.flaky { type flaky heard "\(heardPath)" \(settings) }
      pcm.sink { type null }
      pcm.file { type file slave.pcm "sink" file "\(heardPath)" format raw }
      """
    try folder.write(configuration.utf8, to: "asound.conf")
  }

  /// What a program needs to see these devices alone.
  var environment: [String: String] { ["ALSA_CONFIG_PATH": folder.path("asound.conf")] }

  /// Runs `tocsin play` on one of the devices.
  func play(_ sound: String, on device: String, _ options: [String] = []) throws -> ToolResult {
    try Tool.tocsin().run(
      ["play", "--debug", "--device", device] + options + [sound], environment: environment)
  }

  /// Starts `tocsin play` on the `flaky` device.
  func start(_ sound: String, _ options: [String] = []) throws -> RunningTool {
    try Tool.tocsin().start(
      ["play"] + options + ["--device", "flaky", sound], environment: environment,
      errors: .file(folder.path("errors")))
  }

  /// What the program that was started said.
  func errors() throws -> String { String(decoding: try folder.bytes(of: "errors"), as: UTF8.self) }

  /// The samples that were heard, in the form S32_LE.
  func heard() throws -> [Int32] { integers(try folder.bytes(of: "heard.raw"), as: Int32.self) }

  /// Frames of two channels in the form S32_LE that were heard so far.
  var heardFrames: Int {
    var status = stat()
    return stat(heardPath, &status) == 0 ? Int(status.st_size) / 8 : 0
  }

  /// Waits, on this very thread: whoever acts on a sound that is playing must not queue up for one.
  func wait(untilHeard frames: Int) { while heardFrames < frames { usleep(2_000) } }

  /// The number after which a word stands in what `--debug` prints.
  static func count(_ word: String, in text: String) -> Int? {
    let fields = text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\n" })
    guard let index = fields.firstIndex(of: Substring(word)), index > 0 else { return nil }
    return Int(fields[index - 1])
  }
}
