import Foundation
import Glibc
import TestSupport
import Testing

extension RunningTests {
  /// The engine's folder is a file system of a few MiB that others fill.
  @Suite(.enabled(if: SmallDisk.isPossible, "A file system cannot be mounted here."))
  struct FullDiskTests {
    @Test(arguments: Testbed.Engine.allCases)
    func `a full disk is told, pushes go on when there is room, and nothing acknowledged is lost`(
      _ engine: Testbed.Engine
    ) throws {
      let bed = try Testbed(engine, settings: ["rate": 0])
      bed.engine?.kill()
      let disk = try SmallDisk(on: bed.state + "/engine", megabytes: 24)
      defer {
        // The keeper takes its engine along.
        bed.engine?.terminate()
        disk.unmount()
      }
      try bed.startKeptEngine(reserve: 1)
      try bed.waitUntilServing()
      let token = try bed.token()
      let load = try Load(bed)
      try bed.wait("pushes are taken") { try bed.accepted() > 100 }
      try disk.fill()
      try bed.wait("the engine's keeper has seen it") {
        bed.log("engine.log").contains("are free for pushes")
      }
      try bed.wait("pushes are refused") {
        try bed.metrics().contains("refused_total{reason=\"ServiceUnavailable\"}")
      }
      let answer = try bed.client("refused", with: ["TOKEN": token]).joined()
      #expect(answer == "503 ServiceUnavailable 10")
      try disk.empty()
      try bed.wait("the engine starts again") {
        bed.log("engine.log").contains("The engine starts again")
      }
      try bed.waitUntilServing()
      let before = try bed.accepted()
      try bed.wait("pushes go on") { try bed.accepted() > before + 100 }
      let report = load.finish()
      #expect(
        report.hasPrefix("acknowledged ") && report.contains(" lost 0"),
        "\(report) \(bed.log("load.log"))")
      #expect(bed.log("load.log").contains("503: "))
      print("\(engine.rawValue) engine, a full disk: \(report) \(bed.log("load.log"))")
    }
  }
}

/// A file system in memory.
private final class SmallDisk {
  private let path: String
  private var ballast: String { path + "/ballast" }

  static let isPossible: Bool = {
    let path = NSTemporaryDirectory() + "/tocsin-gw-\(UUID().uuidString)"
    guard
      (try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true))
        != nil
    else { return false }
    defer { rmdir(path) }
    guard let disk = try? SmallDisk(on: path, megabytes: 1) else { return false }
    disk.unmount()
    return true
  }()

  init(on path: String, megabytes: Int) throws {
    self.path = path
    guard mount("none", path, "tmpfs", 0, "size=\(megabytes)m") == 0 else {
      throw Failure("\(path) cannot be mounted: \(String(cString: strerror(errno)))")
    }
  }

  func unmount() { umount2(path, Int32(MNT_DETACH)) }

  /// Writes until nothing more can be written.
  func fill() throws {
    let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("\(ballast): \(String(cString: strerror(errno)))") }
    defer { close(descriptor) }
    let block = [UInt8](repeating: 0x55, count: 4_096)
    while write(descriptor, block, block.count) > 0 {}
  }

  func empty() throws { try FileManager.default.removeItem(atPath: ballast) }
}
