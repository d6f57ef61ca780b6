import Foundation
import Glibc
import HTTPTypes
import LinuxProcess

/// A process of this program that does one ``SoundTask`` and ends.
///
/// A sound that breaks a decoder or a measuring library ends that process and not the server. It
/// sees three descriptors, and its memory, time and files are limited. One whose memory is damaged
/// may also hang, so it must write something within the task's time.
///
/// Standard input has the task, a line of JSON, and then the bytes of a file. Standard output has the
/// answer where the status is 0, and a ``Refusal`` as JSON where it is 1.
enum SoundProcess {
  /// The argument that makes the program such a process.
  static let argument = "--read-sounds"

  /// The end of a process.
  struct End: Sendable {
    /// What it wrote to standard output.
    let output: Data
    /// The reason why that is not the whole answer; nil for a good end.
    let reason: String?
    /// Whether it was killed because it wrote nothing for too long: on a busy machine the next one
    /// may be sooner.
    var wasSilent = false
  }

  private static let outputLimit = 64 << 20
  /// Runs a task to its end; blocks the calling thread.
  /// - Throws: ``Refusal`` where the task was refused, or the process cannot be started.
  static func run(_ task: SoundTask, with bytes: Data = Data()) throws -> End {
    let content = [UInt8](try JSON.encode(task) + Data([0x0A]) + bytes)
    guard let input = memoryFile("tocsin-center-sound", with: content) else {
      throw notStarted(errno)
    }
    defer { close(input) }
    let pipe = Pipe()
    let (process, code) = start(
      input: input, output: pipe.fileHandleForWriting.fileDescriptor,
      runsPrograms: task.runsPrograms)
    try pipe.fileHandleForWriting.close()
    guard process > 0 else { throw notStarted(code) }
    let (output, isWhole) = collect(
      pipe.fileHandleForReading.fileDescriptor, silence: task.maximumSilence)
    if !isWhole { kill(-process, SIGKILL) }
    return try end(status: takeEnd(of: process), isWhole, output)
  }

  private static func end(status: Int32, _ isWhole: Bool, _ output: Data) throws -> End {
    // <bits/waitstatus.h>: the signal in the low seven bits, else the exit status above them.
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    if !isWhole {
      return End(output: output, reason: "its reader did not come to an end", wasSilent: true)
    }
    if signal != 0 {
      let name = String(cString: strsignal(signal))
      return End(output: output, reason: "its reader was ended by signal \(signal) (\(name))")
    }
    switch code {
    case 0: return End(output: output, reason: nil)
    case 1: throw try JSONDecoder().decode(RefusalRecord.self, from: output).refusal
    default: return End(output: output, reason: "its reader ended with status \(code)")
    }
  }

  private static func notStarted(_ code: Int32) -> Refusal {
    let reason = String(cString: strerror(code))
    return Refusal(.serviceUnavailable, "The reader of sounds cannot be started: \(reason).")
  }

  private static func start(input: Int32, output: Int32, runsPrograms: Bool) -> (
    process: pid_t, reason: Int32
  ) {
    let own = ProcessInfo.processInfo.environment
    // Without a PATH no program is found.
    let names = ["HOME", "TMPDIR", "LD_LIBRARY_PATH"] + (runsPrograms ? ["PATH"] : [])
    let kept = names.compactMap { name in own[name].map { "\(name)=\($0)" } }
    return ChildProgram(
      path: "/proc/self/exe", arguments: [argument],
      // A backtrace of a broken sound would take seconds.
      environment: kept + ["SWIFT_BACKTRACE=enable=no"], descriptors: (input, output, -1, -1),
      fileSize: 512 << 20, memory: 4 << 30, processorSeconds: 120
    ).start()
  }

  /// Reads to the end of the output; false where it does not end.
  private static func collect(_ descriptor: Int32, silence: Int32) -> (Data, Bool) {
    var output = Data()
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while output.count <= outputLimit {
      var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&wait, 1, silence)
      if ready < 0, errno == EINTR { continue }
      guard ready > 0 else { return (output, false) }
      let count = read(descriptor, &block, block.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return (output, count == 0) }
      output.append(contentsOf: block.prefix(count))
    }
    return (output, false)
  }

  /// Waits for the end, and ends what the process has started.
  private static func takeEnd(of process: pid_t) -> Int32 {
    var information = siginfo_t()
    // Its number is not given to another process before it is waited for.
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status
  }

  static func writeAll(_ data: Data, to file: Int32) -> Bool {
    var rest = [UInt8](data)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// A ``Refusal`` on its way between two processes.
private struct RefusalRecord: Codable {
  let status: Int
  let message: String

  init(_ refusal: Refusal) { (status, message) = (refusal.status.code, refusal.message) }
  var refusal: Refusal { Refusal(HTTPResponse.Status(code: status), message) }
}

/// The program as the process that reads sounds.
public enum SoundReader {
  /// Does one task and ends the program, where the program's arguments ask for that.
  public static func runIfAsked() {
    guard CommandLine.arguments.dropFirst() == [SoundProcess.argument] else { return }
    exit(run())
  }

  private static func run() -> Int32 {
    let input = FileHandle.standardInput.readDataToEndOfFile()
    let line = input.prefix { $0 != 0x0A }
    do {
      let task = try JSONDecoder().decode(SoundTask.self, from: line)
      try task.perform(input.dropFirst(line.count + 1)) { output in
        guard SoundProcess.writeAll(output, to: STDOUT_FILENO) else { exit(2) }
      }
      return 0
    } catch {
      let refusal = error as? Refusal ?? Refusal(.unprocessableContent, "\(error)")
      let record = (try? JSON.encode(RefusalRecord(refusal))) ?? Data()
      return SoundProcess.writeAll(record, to: STDOUT_FILENO) ? 1 : 2
    }
  }
}
