import CSpawn
import Foundation
import Glibc

/// The cost of one run of a program, including its children.
struct Cost {
  /// Seconds from the exec to the end.
  var wall: Double
  /// Seconds of processor time, user and system.
  var cpu: Double
  /// The peak memory of the largest process, in bytes.
  var peakMemory: Double

  func scaled(by factor: Double) -> Cost {
    Cost(wall: wall * factor, cpu: cpu * factor, peakMemory: peakMemory)
  }
}

/// A program that did not end with status 0.
struct RunFailure: Error, CustomStringConvertible {
  let description: String
}

/// A program and its arguments.
struct Command {
  let program: String
  let arguments: [String]

  init(_ program: String, _ arguments: [String]) {
    self.program = program
    self.arguments = arguments
  }

  /// A command that runs `script` once for each of `files`, as a user does without a batch mode.
  ///
  /// In the script, `$f` is the file; `$program` and `$out` are the arguments of this initializer.
  init(loop script: String, program: String, out: String = "", over files: [String]) {
    self.init(
      "/bin/sh",
      ["-c", "program=$1 out=$2; shift 2; for f do \(script) || exit; done", "sh", program, out]
        + files)
  }

  /// Runs to the end; throws if the status is not 0.
  func run(output: String, errors: String) throws -> Cost {
    let outputFile = open(output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    let errorFile = open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    defer {
      close(outputFile)
      close(errorFile)
    }
    guard let started = bench_shared_time() else { throw RunFailure(description: "no memory") }
    defer { munmap(started, MemoryLayout<timespec>.size) }
    let child = spawn(outputFile, errorFile, started)
    guard child > 0 else { throw RunFailure(description: "\(program) cannot be started") }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0 && errno == EINTR {}
    var ended = timespec()
    clock_gettime(CLOCK_MONOTONIC, &ended)
    guard status == 0 else {
      let said = (try? String(contentsOfFile: errors, encoding: .utf8)) ?? ""
      let line = said.split(separator: "\n").last.map { ": \($0)" } ?? ""
      throw RunFailure(description: "\(name) ended with wait status \(status)\(line)")
    }
    return Cost(
      wall: ended.seconds - started.pointee.seconds,
      cpu: usage.ru_utime.seconds + usage.ru_stime.seconds,
      peakMemory: Double(usage.ru_maxrss) * 1_024)
  }

  private var name: String { String(program.split(separator: "/").last ?? "") }

  private func spawn(
    _ output: Int32, _ errors: Int32, _ started: UnsafeMutablePointer<timespec>
  ) -> pid_t {
    var pointers = ([program] + arguments).map { strdup($0) }
    pointers.append(nil)
    defer { for pointer in pointers { free(pointer) } }
    return bench_spawn(program, pointers, output, errors, started)
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}

extension timespec {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_nsec) / 1e9 }
}

/// Seconds of processor time that this process has used.
func processorSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.seconds
}
