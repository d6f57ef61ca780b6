import Foundation

/// Runs another program and waits for its end.
package enum Child {
  /// Runs the program and returns its standard output.
  /// - Throws: ``GatewayError`` if it cannot be run or fails, with its error output.
  package static func run(
    _ program: String, _ arguments: [String], input: String = ""
  ) throws(GatewayError) -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let (inputPipe, output, errors) = (Pipe(), Pipe(), FileManager.default.temporaryFile())
    defer { try? FileManager.default.removeItem(atPath: errors) }
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.standardInput = inputPipe
    process.standardOutput = output
    process.standardError = FileHandle(forWritingAtPath: errors)
    do {
      try process.run()
      try inputPipe.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try inputPipe.fileHandleForWriting.close()
    } catch {
      throw GatewayError("\(program) cannot be run: \(error.localizedDescription)")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let said = FileManager.default.contents(atPath: errors) ?? Data()
      let text = String(decoding: said, as: UTF8.self)
      throw GatewayError(
        "\(program) failed (status \(process.terminationStatus)): "
          + text.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return String(decoding: data, as: UTF8.self)
  }
}

extension FileManager {
  fileprivate func temporaryFile() -> String {
    temporaryDirectory.appendingPathComponent("tocsin-gateway-\(UUID().uuidString)").path
  }
}
