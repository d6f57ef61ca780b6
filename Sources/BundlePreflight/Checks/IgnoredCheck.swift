import AlertSounds
import Files

/// Checks that Git tracks the sounds that projects ship: ignored files are missing wherever else
/// the app is built.
struct IgnoredCheck {
  private let files: [TreePath]

  /// - Parameter files: sounds of projects, in the tree of the run.
  init(_ files: [TreePath]) { self.files = files }

  /// Folders of native projects that tools generate again: nothing in them has to be in Git.
  private static let made: Set<String> = ["ios", "android", "macos", "platforms", "build"]

  func findings() -> [TreeFinding] {
    let places = Dictionary(files.map { (AbsolutePath.of($0.text), $0) }) { first, _ in first }
    var repositories: [TreePath: (repository: GitIgnored, files: [TreePath])] = [:]
    for (folder, files) in Dictionary(grouping: places.keys, by: \.folder) {
      guard let repository = GitIgnored(around: folder) else { continue }
      repositories[repository.root, default: (repository, [])].files += files
    }
    return repositories.values.flatMap { repository, files in
      var repository = repository
      return repository.reasons(for: files).filter { !Self.made.contains($0.value.matched) }
        .map { file, reason in
          let place = places[file] ?? file
          return Rule.soundIgnored.finding(
            "ignored by Git (\(printed(reason.pattern)), \(printable(reason.file.text)):\(reason.line)), so a "
              + "fresh clone has no such file",
            fix: Fix(.command(Fix.Command("git add -f", [place.text]))), file: place)
        }
    }
  }
}
