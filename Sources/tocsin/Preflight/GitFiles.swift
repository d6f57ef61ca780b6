import Glibc

/// Git's state of files that are about to be replaced.
enum GitFiles {
  /// Whether the current content of `file` can be restored from Git.
  enum State: Equatable {
    case committed
    /// Changed since the last commit, ignored, or never added.
    case uncommitted
    /// The file is in no repository, or Git is not installed.
    case unknown
  }

  static func state(of file: String) -> State {
    let parts = file.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.dropLast().joined(separator: "/")
    // Programs that the repository's own settings name are not run, and locks are not taken.
    let arguments = [
      "git", "-c", "core.fsmonitor=false", "--no-optional-locks", "-C",
      folder.isEmpty ? (file.hasPrefix("/") ? "/" : ".") : folder, "status", "--porcelain",
      "--ignored", "--untracked-files=all", "--", ":(literal)\(parts.last ?? "")",
    ]
    guard let answer = Git.run(arguments), answer.status == 0 else { return .unknown }
    return answer.output.isEmpty ? .committed : .uncommitted
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
