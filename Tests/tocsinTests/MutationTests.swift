import Foundation
import TestSupport
import Testing

/// What a stranger's file does to a job or a service: no byte of it may end the program by a signal.
@Suite("Damaged sounds")
struct MutationTests {
  /// A command, and every how many files it gets one.
  struct Command: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    var step = 1
    var testDescription: String { arguments.joined(separator: " ") }
  }

  private static let fileCount = 700
  /// Files of one run: what fails is looked for among them.
  private static let batchSize = 70
  private static let status = 0...1

  @Test(
    "700 of them end no command by a signal, nor keep it busy",
    arguments: [
      Command(arguments: ["validate"]), Command(arguments: ["validate", "--json"]),
      Command(arguments: ["info", "--chunks"]), Command(arguments: ["wave"]),
      Command(arguments: ["preflight", "--no-config"]),
      Command(arguments: ["fix", "--trim", "--write", "--allow-dirty"]),
      Command(arguments: ["convert", "--output-dir", "out", "--to", "caff"]),
      Command(arguments: ["convert", "--output-dir", "out", "--to", "WAVE:ulaw"]),
      Command(arguments: [
        "convert", "--output-dir", "out", "--to", "caff:LEI16", "--soundcheck-generate",
        "--generate-hash",
      ]),
      Command(arguments: [
        "convert", "--output-dir", "out", "--to", "caff:LEI16", "--normalize", "-16",
        "--trim-silence", "--remove-dc", "--fade-out", "0.1", "--prime-override", "0", "0",
      ]),
      // In real time.
      Command(arguments: ["play", "--device", "null", "-t", "0.02"], step: 10),
    ])
  func commands(command: Command) throws {
    let folder = try TemporaryFolder()
    var mutation = try SoundMutation(.printed(for: "damage to sounds, \(command.testDescription)"))
    var files: [String] = []
    for number in 0..<Self.fileCount {
      let (name, bytes) = mutation.next(number)
      guard number.isMultiple(of: command.step) else { continue }
      try folder.write(bytes, to: name)
      files.append(name)
    }
    for start in stride(from: 0, to: files.count, by: Self.batchSize) {
      let batch = Array(files[start...].prefix(Self.batchSize))
      guard let complaint = try complaint(command, batch, in: folder) else { continue }
      let each = try batch.compactMap { try self.complaint(command, [$0], in: folder) }
      Issue.record("\(command.testDescription): \(each.first ?? complaint)")
      return
    }
  }

  /// How the command ended badly; nil where it did not. No other program decodes for it.
  private func complaint(
    _ command: Command, _ files: [String], in folder: TemporaryFolder
  ) throws -> String? {
    let tocsin = try Tool.tocsin().path
    let result = try Tool("timeout").run(
      ["120", tocsin] + command.arguments + files, in: folder.url,
      environment: ["PATH": "/nonexistent", "SWIFT_BACKTRACE": "enable=no"])
    if !result.wasKilled, Self.status.contains(Int(result.status)) { return nil }
    let content = try files.first.map { try folder.bytes(of: $0) } ?? []
    let text = files.count == 1 ? Data(content).base64EncodedString() : ""
    return "status \(result.status) with \(files.joined(separator: " ")) \(text)"
      + result.errors.suffix(1_000)
  }
}
