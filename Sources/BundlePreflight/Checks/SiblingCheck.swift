import AlertSounds

/// Checks that the sounds of one bundle, or one folder, are about equally loud.
struct SiblingCheck {
  /// LU that a sound may differ from the median of its siblings.
  let limit: Double
  /// A median of fewer sounds says nothing.
  static let fewest = 3

  func findings(_ sounds: [PreflightSound]) -> [PreflightFinding] {
    let families = Dictionary(grouping: sounds) { sound in
      sound.bundles.first ?? TreePath.folder(sound.file)
    }
    return families.values.flatMap(findings(family:))
  }

  private func findings(family: [PreflightSound]) -> [PreflightFinding] {
    let levels = family.compactMap { $0.measurements?.loudness?.value }.sorted()
    guard levels.count >= Self.fewest else { return [] }
    let median = (levels[(levels.count - 1) / 2] + levels[levels.count / 2]) / 2
    return family.compactMap { sound in
      guard let level = sound.measurements?.loudness?.value, abs(level - median) > limit else {
        return nil
      }
      let difference = decimal(abs(level - median))
      let word = level > median ? "louder" : "quieter"
      return PreflightRule.siblingLoudness.finding(
        "\(difference) LU \(word) than the median of its \(levels.count - 1) siblings "
          + "(\(decimal(level)) against \(decimal(median)) LUFS)",
        fix: "bring it nearer to the others", file: sound.file)
    }
  }
}
