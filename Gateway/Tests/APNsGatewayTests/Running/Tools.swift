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

  /// Ports that the system gave out and nobody uses.
  static func freePorts(_ count: Int) throws -> [Int] {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { close(descriptor) } }
    return try (0..<count).map { _ in
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      descriptors.append(descriptor)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      guard isBound else { throw Failure("no free port") }
      return Int(UInt16(bigEndian: address.sin_port))
    }
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
