import APNsGateway
import ArgumentParser
import Foundation
import LogOutput
import Logging
import Synchronization

/// `tocsin-gateway engine`
struct RunEngine: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "engine",
    abstract: "Runs the engine until SIGTERM, and starts it again when its disk was full.")

  @OptionGroup var state: StateOption
  @Option(name: .customLong("engine"), help: "Another program than that of `init`.")
  var program: String?
  @Option(help: "The disk is full when fewer MiB than these are free.") var reserve = 16

  func validate() throws {
    guard reserve > 0 else { throw ValidationError("--reserve is a number of MiB, 1 or more.") }
  }

  func run() async throws {
    try await TocsinGateway.serve { log in
      let folder = state.folder
      _ = try folder.read("nats.conf")
      let settings: GatewaySettings = try folder.load("gateway.json")
      let keeper = EngineKeeper(
        program: try EngineProgram.path(program ?? settings.program), folder: folder,
        reserve: Int64(reserve) << 20, log: log)
      let end = Task {
        for await _ in TerminationSignals.stream() { break }
        keeper.end()
      }
      defer { end.cancel() }
      try await keeper.run()
    }
  }
}

/// Runs nats-server.
///
/// It does not acknowledge pushes that it cannot write to a full disk. But neither 2.9 nor 2.15
/// accepts pushes when there is room again, so it must be restarted.
final class EngineKeeper: Sendable {
  private let program: String
  private let folder: StateFolder
  /// The free space below which the disk counts as full, in bytes.
  private let reserve: Int64
  private let log: Logger
  private let isEnded = Atomic(false)

  init(program: String, folder: StateFolder, reserve: Int64, log: Logger) {
    self.program = program
    self.folder = folder
    self.reserve = reserve
    self.log = log
  }

  func end() { isEnded.store(true, ordering: .relaxed) }

  /// Returns after ``end()``.
  /// - Throws: ``GatewayError`` if the engine cannot be run, or ends by itself.
  func run() async throws {
    var engine = try start()
    defer { stop(engine) }
    var wasFull = false
    while !isEnded.load(ordering: .relaxed) {
      try? await Task.sleep(for: .milliseconds(250))
      if !engine.isRunning {
        throw GatewayError("The engine has ended (status \(engine.terminationStatus)).")
      }
      let free = folder.freeBytes("engine")
      if free < reserve, !wasFull {
        wasFull = true
        log.error(
          "\(free >> 10) KiB are free for pushes: they are refused when that is used up.")
      } else if wasFull, free >= 2 * reserve {
        wasFull = false
        log.notice("There is room for pushes again. The engine starts again.")
        stop(engine)
        engine = try start()
      }
    }
  }

  private func start() throws(GatewayError) -> Process {
    let engine = Process()
    engine.executableURL = URL(fileURLWithPath: program)
    engine.arguments = ["-c", folder.file("nats.conf")]
    let log = Pipe()
    engine.standardError = log
    do {
      try engine.run()
    } catch {
      throw GatewayError("\(program) cannot be run: \(error.localizedDescription)")
    }
    Thread.detachNewThread { Self.passOn(log) }
    return engine
  }

  /// Hands the engine's log on until the engine ends. The engine waits for its reader, and anybody
  /// who can connect makes it write.
  private static func passOn(_ log: Pipe) {
    let source = log.fileHandleForReading
    guard let stream = fdopen(dup(source.fileDescriptor), "r") else { return }
    defer { fclose(stream) }
    var line = [CChar](repeating: 0, count: LogLine.maximumLength)
    while fgets(&line, Int32(line.count), stream) != nil {
      let bytes = line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:))
      StandardErrorLog.write(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// 2.9 does not end by itself after its disk was full; all that it has acknowledged is in its
  /// files.
  private func stop(_ engine: Process) {
    if engine.isRunning { engine.terminate() }
    for _ in 0..<50 where engine.isRunning { Thread.sleep(forTimeInterval: 0.1) }
    if engine.isRunning { kill(engine.processIdentifier, SIGKILL) }
    engine.waitUntilExit()
  }
}
