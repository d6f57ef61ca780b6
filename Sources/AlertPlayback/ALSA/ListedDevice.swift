import CALSA
import Glibc

/// A device that ALSA's configuration lists for playing.
public struct ListedDevice: Hashable, Sendable {
  /// The name by which it is opened.
  public var name: String
  /// What it is, in ALSA's words; often more than one line.
  public var description: String

  /// All of them, in ALSA's order; none where libasound is not installed.
  public static var all: [ListedDevice] {
    var hints: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
    guard snd_device_name_hint(-1, "pcm", &hints) == 0, let hints else { return [] }
    defer { snd_device_name_free_hint(hints) }
    func text(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
      guard let text = snd_device_name_get_hint(hint, id) else { return nil }
      defer { free(text) }
      return String(cString: text)
    }
    return sequence(first: hints) { $0 + 1 }.lazy.map(\.pointee).prefix { $0 != nil }
      .compactMap { hint in
        guard let hint, let name = text(hint, "NAME"), text(hint, "IOID") != "Input" else {
          return nil
        }
        return ListedDevice(name: name, description: text(hint, "DESC") ?? "")
      }
  }
}
