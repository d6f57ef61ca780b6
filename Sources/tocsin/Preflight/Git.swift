import Glibc

/// Runs Git, without the programs that the settings of a repository name.
///
/// An unpacked folder may have a `.git` of its own, whose hooks, file system monitor, filters and remotes
/// are programs that Git would run. Filters that the user or the system has set do run: Git LFS is one.
struct Git {
  private let words: [String]
  private let variables: [String]

  /// Git in a folder; nil where it cannot be started.
  init?(in folder: String = ".") {
    words = ["git", "--no-optional-locks", "-C", folder]
    let filters = Self.start(
      words + ["config", "--show-scope", "-z", "--get-regexp", #"^filter\."#], [])
    guard let filters else { return nil }
    variables = Self.variables(Self.safeSettings + Self.overrides(ofFilters: filters.output))
  }

  /// The output of Git with these words; nil where it ends with a failure.
  /// - Parameter environment: variables beside those of this process, as `NAME=value`.
  func answer(_ arguments: [String], environment: [String] = []) -> String? {
    Self.start(words + arguments, environment + variables).flatMap {
      $0.status == 0 ? $0.output : nil
    }
  }

  private typealias Setting = (name: String, value: String)

  private static let safeSettings: [Setting] = [
    ("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null"),
  ]

  /// The settings that take filters of the repository back to what the user or the system has set.
  /// - Parameter list: the answer of `git config --show-scope -z`: a scope, then a name and its value.
  private static func overrides(ofFilters list: String) -> [Setting] {
    var trusted: [String: String] = [:]
    var named: [String] = []
    let fields = list.split(separator: "\0", omittingEmptySubsequences: false)
    for index in stride(from: 0, to: fields.count - 1, by: 2) {
      let (scope, field) = (fields[index], fields[index + 1])
      let name = String(field.prefix { $0 != "\n" })
      if ["system", "global", "command"].contains(scope) {
        trusted[name] = String(field.dropFirst(name.count + 1))
      } else {
        named.append(name)
      }
    }
    return named.map { ($0, trusted[$0] ?? ($0.hasSuffix(".required") ? "false" : "")) }
  }

  /// The settings as variables (git-config(1), ENVIRONMENT), behind those that are there. A missing
  /// object is not fetched: a remote may be a program.
  private static func variables(_ settings: [Setting]) -> [String] {
    let first = getenv("GIT_CONFIG_COUNT").flatMap { Int(String(cString: $0)) } ?? 0
    return ["GIT_ALLOW_PROTOCOL=none", "GIT_CONFIG_COUNT=\(first + settings.count)"]
      + settings.enumerated().flatMap { index, setting in
        [
          "GIT_CONFIG_KEY_\(first + index)=\(setting.name)",
          "GIT_CONFIG_VALUE_\(first + index)=\(setting.value)",
        ]
      }
  }

  private static func start(
    _ arguments: [String], _ environment: [String]
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
