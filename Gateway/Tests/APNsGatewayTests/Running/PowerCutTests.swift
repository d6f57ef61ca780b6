import Foundation
import TestSupport
import Testing

extension RunningTests {
  /// The engine's folder is a file system of its own, which is shut down without a flush under load, as
  /// a loss of power does it.
  @Suite(.enabled(if: ImageDisk.isPossible, "An image of a file system cannot be mounted here."))
  struct PowerCutTests {
    /// `POWER_CUTS` rounds. Debian's engine syncs once a minute and is not asked.
    private static let rounds =
      ProcessInfo.processInfo.environment["POWER_CUTS"].flatMap(Int.init) ?? 3

    @Test func `nothing acknowledged is lost when the power fails under load`() throws {
      let bed = try Testbed(.new, settings: ["rate": 0])
      bed.engine?.kill()
      let disk = try ImageDisk(bed.folder + "/image", on: bed.state + "/engine")
      try disk.mount()
      defer { disk.unmount() }
      try bed.startEngine()
      try bed.waitUntilServing()
      let load = try Load(bed)
      for _ in 0..<Self.rounds {
        let before = try bed.accepted()
        try bed.wait("pushes are taken") { try bed.accepted() > before + 100 }
        Thread.sleep(forTimeInterval: .random(in: 0.1...0.5))
        let engine = try #require(bed.engine)
        // Power that is gone acknowledges nothing.
        engine.hang(true)
        Thread.sleep(forTimeInterval: 0.1)
        try disk.cut()
        engine.kill()
        disk.unmount()
        try disk.mount()
        try bed.startEngine()
        try bed.waitUntilServing()
      }
      Thread.sleep(forTimeInterval: 1)
      let report = load.finish()
      #expect(
        report.hasPrefix("acknowledged ") && report.contains(" lost 0"),
        "\(report) \(bed.log("load.log"))")
      print("\(Self.rounds) losses of power: \(report)")
    }
  }
}

/// A file system in a file.
private final class ImageDisk {
  private let image: String
  private let path: String

  static let isPossible: Bool = {
    let folder = NSTemporaryDirectory() + "/tocsin-gw-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    do {
      try FileManager.default.createDirectory(
        atPath: folder + "/mount", withIntermediateDirectories: true)
      let disk = try ImageDisk(folder + "/image", on: folder + "/mount")
      try disk.mount()
      disk.unmount()
      return true
    } catch {
      return false
    }
  }()

  init(_ image: String, on path: String) throws {
    self.image = image
    self.path = path
    try Testbed.run("truncate", ["-s", "64M", image])
    try Testbed.run("mkfs.ext4", ["-q", image])
  }

  func mount() throws { try Testbed.run("mount", ["-o", "loop", image, path]) }

  func unmount() { umount2(path, 0) }

  /// Shuts it down; nothing more is written, not even its journal.
  func cut() throws {
    let script = """
      import fcntl, os, struct, sys
      EXT4_IOC_SHUTDOWN, NOLOGFLUSH = 0x8004587D, 2
      fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), EXT4_IOC_SHUTDOWN, struct.pack("I", NOLOGFLUSH))
      """
    try Testbed.run("python3", ["-c", script, path])
  }
}
