import AlertSounds
import BundlePreflight
import Files
import Glibc

/// Git's state of files that are about to be replaced.
enum GitFiles {
  /// A file that a repair replaces.
  struct ChangingFile {
    /// The name by which it was found, which may be that of a link.
    let name: String
    /// The file itself.
    let place: String
    let state: State
  }

  /// Whether the current content of `file` can be restored from Git.
  enum State: Equatable {
    case committed
    /// Changed since the last commit, ignored, or never added.
    case uncommitted
    /// The file is in no repository, or Git is not installed.
    case unknown
  }

  /// The states of the files that repairs change. Of a link it is that of its destination, which is
  /// replaced; the link stays.
  static func states(of repairs: [Repair]) -> [ChangingFile] {
    let targets = Dictionary(repairs.map { ($0.file, $0) }) { first, _ in first }
    var folders: [String: Git] = [:]
    return targets.sorted { $0.key < $1.key }.map { file, repair in
      var status = stat()
      let isLink = lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      let place = isLink ? repair.target : file
      let folder = Self.place(of: place)
      folders[folder] = folders[folder] ?? Git(in: folder)
      return ChangingFile(name: file, place: place, state: state(of: place, folders[folder]))
    }
  }

  /// - Parameter git: Git in the folder of the file.
  private static func state(of file: String, _ git: Git?) -> State {
    let name = folder(of: file)
    let arguments = [
      "status", "--porcelain", "--ignored", "--untracked-files=all", "--",
      ":(literal)\(file.dropFirst(name.count))",
    ]
    guard let answer = git?.answer(arguments) else { return .unknown }
    return answer.isEmpty ? .committed : .uncommitted
  }

  /// The commands that restore committed files: one for each repository.
  static func undo(_ files: [String]) -> [String] {
    let here = top(of: ".")?.top
    var commands: [(start: String, files: [String])] = []
    for (place, files) in Dictionary(grouping: files, by: place).sorted(by: { $0.key < $1.key }) {
      guard let (top, prefix) = top(of: place) else { continue }
      let start = top == here ? "git checkout --" : "git -C \(shellWord(top)) checkout --"
      let names = files.map { file in
        top == here ? file : prefix + file.dropFirst(folder(of: file).count)
      }
      if let index = commands.firstIndex(where: { $0.start == start }) {
        commands[index].files += names
      } else {
        commands.append((start, names))
      }
    }
    return commands.map { ([$0.start] + $0.files.map(shellWord)).joined(separator: " ") }
  }

  /// The top of the repository around a folder, and the folder below that, with a `/` at its end.
  private static func top(of folder: String) -> (top: String, prefix: String)? {
    let answer = Git(in: folder)?.answer(["rev-parse", "--show-toplevel", "--show-prefix"])
    guard let answer else { return nil }
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count >= 2 ? (String(lines[0]), String(lines[1])) : nil
  }

  /// The folder of a file, as a program is given it.
  private static func place(of file: String) -> String {
    let folder = folder(of: file)
    return folder.isEmpty ? "." : folder
  }
}
