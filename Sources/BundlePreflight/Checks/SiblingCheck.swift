import AlertSounds

/// Checks that the sounds of one bundle, or one folder, are about equally loud.
struct SiblingCheck {
  /// With paths as the sounds have them.
  let projects: [Project]
  /// LU that a sound may differ from the median of its siblings.
  let limit: Double
  /// A median of fewer sounds says nothing.
  static let fewest = 3

  func findings(_ sounds: [PreflightSound]) -> [PreflightFinding] {
    let homes = homes()
    let families = Dictionary(grouping: sounds) { sound in
      homes[sound.file] ?? .folder(TreePath.folder(sound.file))
    }
    return families.values.flatMap(findings(family:))
  }

  /// Whose sounds are compared.
  private enum Family: Hashable {
    /// By its project, too: in a repository with several apps each may have a `Runner`.
    case bundle(String, project: Int)
    case folder(String)
  }

  /// The first bundle of each file.
  private func homes() -> [String: Family] {
    var homes: [String: Family] = [:]
    for (index, project) in projects.enumerated() {
      for bundle in project.bundles {
        for sound in bundle.sounds where homes[sound.file] == nil {
          homes[sound.file] = .bundle(bundle.name, project: index)
        }
      }
    }
    return homes
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
