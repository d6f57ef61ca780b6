import AlertPlayback
import Foundation
import Glibc
import TestSupport

/// Sound cards in software that this very process plays on, one for each test.
enum RingingCards {
  /// A name, and the settings of the card: what it does wrong.
  private static let cards = [
    "exact": "", "fading": "", "returning": "", "preempting": "", "second": "",
    "busy": "fault \"busy\"", "missing": "fault \"missing\"", "denied": "fault \"denied\"",
    "stalling": "fault \"stall\" at 2400", "unplugged": "fault \"gone\" at 4800 absent 9",
  ]

  /// ALSA reads the path of its configuration when the first device is opened: all of them are
  /// made before.
  private static let folder = Result {
    let folder = try TemporaryFolder()
    let plugin = "pcm_type.flaky { lib \"\(try FlakyPlugin.path())\" }\n"
    let devices = cards.map { name, settings in
      "pcm.\(name) { type flaky heard \"\(folder.path("\(name).raw"))\" \(settings) }\n"
    }
    try folder.write((plugin + devices.joined()).utf8, to: "asound.conf")
    setenv("ALSA_CONFIG_PATH", folder.path("asound.conf"), 1)
    return folder
  }

  /// Opens the card `name`, which takes 48 kHz stereo.
  static func opener(_ name: String) throws -> Player.Opener {
    _ = try folder.get()
    return { wish throws(PlaybackError) in try ALSADevice(name, wish) }
  }

  /// The samples that a listener has heard, as parts of full scale.
  static func heard(_ name: String) throws -> [Double] {
    // Before the card is opened there is no file.
    let bytes = (try? folder.get().bytes(of: "\(name).raw")) ?? []
    return stride(from: 0, to: bytes.count - bytes.count % 4, by: 4).map { start in
      let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32(8 * $1) }
      return Double(Int32(bitPattern: bits)) / 2_147_483_648
    }
  }
}
