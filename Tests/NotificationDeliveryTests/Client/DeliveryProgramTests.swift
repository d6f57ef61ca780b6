import Foundation
import LinuxProcess
import TestSupport
import Testing

@testable import AppNotifications

@Suite("Where an app finds the program that delivers")
struct DeliveryProgramTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func program(_ path: String) throws -> String {
    let url = folder.url(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: url.path)
    return url.path
  }

  private func found(_ variables: [String: String], beside app: String) -> String? {
    DetachedProgram.find("tocsind", at: "TOCSIN_DAEMON", variables, beside: app)?.path
  }

  @Test("Beside its own program, in its installation, on the PATH; TOCSIN_DAEMON goes before")
  func places() throws {
    let app = folder.path("app/bin/app")
    let path = ["PATH": "relative:\(folder.path("usr/bin"))"]
    #expect(found(path, beside: app) == nil)
    let usual = try program("usr/bin/tocsind")
    #expect(found(path, beside: app) == usual)
    _ = try program("app/libexec/tocsin/tocsind")
    #expect(
      found(path, beside: app)
        == folder.path("app/libexec/tocsin/tocsind"))
    let own = try program("app/bin/tocsind")
    #expect(found(path, beside: app) == own)
    #expect(
      found(path.merging(["TOCSIN_DAEMON": usual]) { $1 }, beside: app) == usual)
    #expect(found(path.merging(["TOCSIN_DAEMON": ""]) { $1 }, beside: app) == nil)
  }

  @Test("A program that does not start, or does not get to work, is an error that names it")
  func failures() throws {
    let store = try ClientBench().storeFolder
    func start(_ path: String) throws {
      try DeliveryProgram(app: "app", folder: store, variables: ["TOCSIN_DAEMON": path]).start()
    }
    let empty = try program("empty")
    try Data("no program".utf8).write(to: URL(fileURLWithPath: empty))
    #expect {
      try start(empty)
    } throws: {
      "\($0)" == "\(empty) does not start: Exec format error"
    }
    #expect {
      try start("/usr/bin/false")
    } throws: {
      "\($0)" == "/usr/bin/false has not begun its work"
    }
    #expect {
      try start("/nonexistent")
    } throws: {
      "\($0)".contains("is not installed")
    }
  }
}
