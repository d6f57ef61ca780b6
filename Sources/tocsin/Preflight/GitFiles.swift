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
    return targets.sorted { $0.key < $1.key }.map { file, repair in
      var status = stat()
      let isLink = lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      let place = isLink ? repair.target : file
      return ChangingFile(name: file, place: place, state: state(of: place))
    }
  }

  static func state(of file: String) -> State {
    let name = folder(of: file)
    // Git takes no lock, and does not run the `core.fsmonitor` of the repository's own settings. It
    // runs the filters that they name.
    let arguments = [
      "git", "-c", "core.fsmonitor=false", "--no-optional-locks", "-C", place(of: file), "status",
      "--porcelain", "--ignored", "--untracked-files=all", "--",
      ":(literal)\(file.dropFirst(name.count))",
    ]
    guard let answer = Git.run(arguments), answer.status == 0 else { return .unknown }
    return answer.output.isEmpty ? .committed : .uncommitted
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
    let answer = Git.run(["git", "-C", folder, "rev-parse", "--show-toplevel", "--show-prefix"])
    guard let answer, answer.status == 0 else { return nil }
    let lines = answer.output.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.count >= 2 ? (String(lines[0]), String(lines[1])) : nil
  }

  /// The folder of a file, as a program is given it.
  private static func place(of file: String) -> String {
    let folder = folder(of: file)
    return folder.isEmpty ? "." : folder
  }
}

/// Runs Git, as a program of its own.
enum Git {

  /// Runs Git with these words, the first of which is its name; nil where it cannot be started.
  /// - Parameter environment: variables beside those of this process, as `NAME=value`.
  static func run(
    _ arguments: [String], environment: [String] = []
  ) -> (status: Int32, output: String)? {
    var pipe: [Int32] = [-1, -1]
    guard Glibc.pipe(&pipe) == 0 else { return nil }
    for end in pipe { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe[0]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, pipe[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child: pid_t = 0
    var variables = environment.map { strdup($0) }
    defer { for variable in variables { free(variable) } }
    var at = environ
    while let variable = at.pointee {
      let text = String(cString: variable)
      let name = text.prefix { $0 != "=" } + "="
      if !environment.contains(where: { $0.hasPrefix(name) }) { variables.append(strdup(text)) }
      at += 1
    }
    let status = posix_spawnp(&child, "git", &actions, nil, &words, variables + [nil])
    close(pipe[1])
    guard status == 0 else { return nil }
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(pipe[0], &buffer, buffer.count)
      if count > 0 { output += buffer[..<count] }
      if count == 0 || count < 0 && errno != EINTR { break }
    }
    var result: Int32 = 0
    while waitpid(child, &result, 0) < 0, errno == EINTR {}
    return (result, String(decoding: output, as: UTF8.self))
  }
}
