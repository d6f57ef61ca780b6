import AudioFormats
import Files

/// The sound is shorter than 30 s; otherwise the default sound plays (Apple,
/// `UNNotificationSound`).
struct DurationCheck: SoundCheck {
  static let rule = Rule.duration

  func check(_ sound: ExaminedSound) -> [Finding] {
    // Of a coding that is not decoded, the frames hold what the encoder added, too.
    let added = sound.description == nil ? 0.1 : 0
    guard let duration = sound.duration, duration >= SoundRules.maximumDuration + added
    else { return [] }
    return [
      finding(
        "\(fixed(duration, decimals: 3)) s long; an alert sound must be under 30 s",
        fix: Fix(Self.cut(sound.path), .cut))
    ]
  }

  /// `fix` keeps a sound's name: one that is named as no alert sound becomes another file.
  private static func cut(_ path: String) -> Fix.Step {
    let isNamed = Container.allCases.contains {
      $0.fileExtensions.contains(fileExtension(of: path))
    }
    return isNamed
      ? .command(Fix.Command("tocsin fix --trim --write", [path]), purpose: "cut it to 29.5 s")
      : .command(
        .apple(path, "-d ima4 -f caff --to 29.5 --fade-out 0.5"),
        purpose: "cut it to 29.5 s, and ask for the new name")
  }
}
