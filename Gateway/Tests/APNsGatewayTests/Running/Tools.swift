import Foundation
import Glibc
import TestSupport

struct Failure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension Testbed {
  /// The program that is tested, beside the tests themselves.
  static let program: String = {
    let tests = ProcessInfo.processInfo.arguments.first { $0.hasSuffix(".xctest") }
    let folder = (tests ?? CommandLine.arguments[0] as String) as NSString
    return folder.deletingLastPathComponent + "/tocsin-gateway"
  }()

  /// Runs a program to its end; its standard output.
  @discardableResult static func run(
    _ program: String, _ arguments: [String], in folder: String? = nil,
    environment: [String: String] = [:]
  ) throws -> String {
    let tool = program.contains("/") ? Tool(at: program) : try Tool(program)
    let result = try tool.run(
      arguments, in: folder.map { URL(fileURLWithPath: $0) }, environment: environment)
    guard result.ending == .exited(0) else {
      throw Failure(
        "\(program) \(arguments) failed (\(result.ending)): \(result.text)\(result.errors)")
    }
    return result.text
  }

  /// Waits for a condition, for a minute and a half at most: a machine may be busy.
  func wait(_ what: String, _ condition: () throws -> Bool) throws {
    for _ in 0..<900 {
      if try condition() { return }
      Thread.sleep(forTimeInterval: 0.1)
    }
    throw Failure(
      "waited for: \(what)\n\(log("gateway.log").suffix(2_000))\n\(log("engine.log").suffix(2_000))"
    )
  }
}
