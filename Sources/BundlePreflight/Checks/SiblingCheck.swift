import AlertSounds

/// Checks that the sounds of one bundle, or one folder, are about equally loud.
struct SiblingCheck {
  /// The projects, with the same form of paths as the sounds.
  let projects: [Project]
  /// The maximum difference (LU) between a sound and the median of its siblings.
  let limit: Double
  /// The minimum number of sounds for a meaningful median.
  static let fewest = 3

  func findings(_ sounds: [PreflightSound]) -> [TreeFinding] {
    let homes = homes()
    let families = Dictionary(grouping: sounds) { sound in
      let file = TreePath(sound.file)
      return homes[file] ?? .folder(file.folder)
    }
    return families.values.flatMap(findings(family:))
  }

  /// A group of sounds that are compared with each other.
  private enum Family: Hashable {
    /// The project is part of the key: in a repository with several apps each may have a `Runner`.
    case bundle(String, project: Int)
    case folder(TreePath)
  }

  /// The first bundle of each file.
  private func homes() -> [TreePath: Family] {
    var homes: [TreePath: Family] = [:]
    for (index, project) in projects.enumerated() {
      for bundle in project.bundles {
        for sound in bundle.sounds where homes[sound.file] == nil {
          homes[sound.file] = .bundle(bundle.name, project: index)
        }
      }
    }
    return homes
  }

  private func findings(family: [PreflightSound]) -> [TreeFinding] {
    let levels = family.compactMap { $0.measurements?.loudness?.value }.sorted()
    guard levels.count >= Self.fewest else { return [] }
    let median = (levels[(levels.count - 1) / 2] + levels[levels.count / 2]) / 2
    return family.compactMap { sound in
      guard let level = sound.measurements?.loudness?.value, abs(level - median) > limit else {
        return nil
      }
      let difference = decimal(abs(level - median))
      let word = level > median ? "louder" : "quieter"
      return Rule.siblingLoudness.finding(
        "\(difference) LU \(word) than the median of its \(levels.count - 1) siblings "
          + "(\(decimal(level)) against \(decimal(median)) LUFS)",
        fix: "bring it nearer to the others", file: TreePath(sound.file))
    }
  }
}
