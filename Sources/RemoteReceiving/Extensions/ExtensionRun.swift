import CLinux
import Foundation
import Glibc
import LinuxProcess

/// One run of an extension: a program in a process group of its own, which gets a request on its
/// standard input, and answers with a content on its standard output.
///
/// The kernel kills the program when this process ends. Its group is killed when it has ended; when
/// its time is over, all of its descendants are.
struct ExtensionRun {
  enum End: Equatable, Sendable {
    case answered([UInt8], isLate: Bool)
    /// It has failed, and may be started again.
    case failed(String)
    /// It cannot succeed any more.
    case givenUp(String)
    /// This process is about to end.
    case stopped
  }

  /// Bytes of a file that it writes, the largest attachment among them.
  private static let fileSize: UInt = 1 << 26
  /// Seconds of one processor: as much as its time allows on two.
  private static let processorSeconds: UInt = 60
  private static let complaintSize = 1 << 10

  let command: [String]
  let environment: [String: String]
  let limits: ExtensionLimits
  /// A descriptor that is readable when this process is about to end.
  let stop: Int32

  /// Runs it on this thread, which waits.
  /// - Parameter deadline: when it gets its last chance.
  /// - Returns: its end, and the first kilobyte of its standard error.
  func perform(
    _ input: Data, until deadline: ContinuousClock.Instant
  ) -> (end: End, complaint: String) {
    guard let program = Self.path(of: command[0]) else {
      return (.givenUp("there is no program \(command[0])"), "")
    }
    guard let file = memoryFile("tocsin-extension", with: [UInt8](input)),
      var output = ExtensionStream(limit: limits.answerSize),
      var errors = ExtensionStream(limit: Self.complaintSize)
    else { return (.failed(String(cString: strerror(errno))), "") }
    let (process, reason) = output.hand { output in
      errors.hand { start(program, input: file, output: output, errors: $0) }
    }
    close(file)
    guard process > 0 else { return (.failed(String(cString: strerror(reason))), "") }
    Self.prefer(process)
    let end = wait(for: process, &output, &errors, until: deadline)
    let complaint = String(decoding: errors.bytes, as: UTF8.self)
    return (end, complaint.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  // MARK: Starting

  /// Finds a program as a shell does, in folders that have an absolute path.
  static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .filter { $0.hasPrefix("/") }
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.first { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        && access(path, X_OK) == 0
    }
  }

  private func start(
    _ program: String, input: Int32, output: Int32, errors: Int32
  ) -> (process: pid_t, reason: Int32) {
    ChildProgram(
      path: program, arguments: Array(command.dropFirst()),
      environment: environment.map { "\($0)=\($1)" }, descriptors: (input, output, errors, -1),
      fileSize: Self.fileSize, processorSeconds: Self.processorSeconds
    ).start()
  }

  /// Lets the kernel kill it before this process when memory is short (proc_pid_oom_score_adj(5)).
  private static func prefer(_ process: pid_t) {
    let file = open("/proc/\(process)/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    write(file, "1000", 4)
    close(file)
  }

  // MARK: Waiting

  private func wait(
    for process: pid_t, _ output: inout ExtensionStream, _ errors: inout ExtensionStream,
    until deadline: ContinuousClock.Instant
  ) -> End {
    let watch = tocsin_process_descriptor(process)
    defer { if watch >= 0 { close(watch) } }
    var deadline = deadline
    var isLate = false
    var end: End?
    while end == nil {
      let files = [watch, stop, output.file, errors.file]
      let ready = Self.poll(files, until: deadline)
      output.take()
      errors.take()
      if ready[0] { break }
      if ready[1] {
        end = .stopped
      } else if output.isTooLong {
        end = .givenUp("its answer is longer than \(limits.answerSize) bytes")
      } else if ContinuousClock.now >= deadline {
        if isLate { end = .givenUp("it takes too long") }
        isLate = true
        deadline = .now + limits.grace
        // The whole group: a shell runs its trap when the program that it waits for has ended.
        if end == nil { kill(-process, SIGTERM) }
      }
    }
    // Before its number is free again: also what it has left behind.
    Self.endGroup(of: process, isRunning: end != nil)
    let status = Self.takeStatus(of: process)
    if let end { return end }
    output.take()
    errors.take()
    if output.isTooLong {
      return .givenUp("its answer is longer than \(limits.answerSize) bytes")
    }
    if status == 0 { return .answered(output.bytes, isLate: isLate) }
    if isLate { return .givenUp("it takes too long") }
    let signal = status & 0x7F
    return .failed(signal == 0 ? "exit status \(status >> 8 & 0xFF)" : "ended by signal \(signal)")
  }

  /// Waits until a file is readable or closed; -1 is none.
  /// - Returns: which of them are.
  private static func poll(_ files: [Int32], until deadline: ContinuousClock.Instant) -> [Bool] {
    var entries = files.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let rest = max(.zero, ContinuousClock.now.duration(to: deadline))
    let milliseconds = Int32(min((rest / .milliseconds(1)).rounded(.up), 1e9))
    _ = Glibc.poll(&entries, nfds_t(entries.count), milliseconds)
    return entries.map { $0.fd >= 0 && $0.revents != 0 }
  }

  // MARK: Ending

  /// Kills its group and, while it runs, all of its descendants: some may have left the group.
  private static func endGroup(of process: pid_t, isRunning: Bool) {
    if isRunning {
      kill(process, SIGSTOP)
      var known: Set<pid_t> = []
      while case let new = descendants(of: process).subtracting(known), !new.isEmpty {
        for process in new { kill(process, SIGKILL) }
        known.formUnion(new)
      }
    }
    kill(-process, SIGKILL)
  }

  /// What proc_pid_task_children(5) lists, down to the last.
  private static func descendants(of process: pid_t) -> Set<pid_t> {
    let folder = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let children = threads.flatMap { thread in
      let text = try? String(contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)
      return text?.split(separator: " ").compactMap { pid_t($0) } ?? []
    }
    return children.reduce(into: Set(children)) { $0.formUnion(descendants(of: $1)) }
  }

  private static func takeStatus(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      // A process that ignores the ends of its children does not get their status.
      if errno != EINTR { return 0 }
    }
    return status
  }
}
