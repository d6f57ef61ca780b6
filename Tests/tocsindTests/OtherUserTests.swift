import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import TestSupport
import Testing

/// Root works in a user's store, as `sudo tocsinctl` and the commands for the system's unit do.
@Suite(
  "Root locks no user out of a store",
  .needs(OtherUser.words != nil, "this needs root, and the right to become another user"))
struct OtherUserTests {
  /// A box whose folders belong to `nobody`.
  private func box() throws -> Box {
    let box = try Box()
    try box.folder.write([], to: "log")
    for path in try FileManager.default.subpathsOfDirectory(atPath: box.folder.url.path) + [""] {
      lchown(box.folder.path(path), OtherUser.number, OtherUser.number)
    }
    box.environment["TOCSIN_AUDIO_DEVICE"] = "null"
    return box
  }

  /// The files in the store that do not belong to `nobody`.
  private func strangers(_ box: Box) throws -> [String] {
    let folder = box.stateFolder.path
    return try (FileManager.default.subpathsOfDirectory(atPath: folder) + [""]).filter { path in
      var status = stat()
      // A database's own files may go meanwhile.
      return lstat("\(folder)/\(path)", &status) == 0 && status.st_uid != OtherUser.number
    }
  }

  private func asUser(_ box: Box, _ arguments: String...) throws -> ToolResult {
    try asUser(box, arguments)
  }

  private func asUser(_ box: Box, _ arguments: [String]) throws -> ToolResult {
    let words = try #require(OtherUser.words)
    return try Tool(words[0]).run(
      words.dropFirst() + [try Tool.built("tocsinctl").path] + arguments,
      environment: box.environment)
  }

  /// The user's daemon works: it delivers what is due, and the user's own commands write.
  private func check(_ box: Box, delivers identifier: String) throws {
    let words = try #require(OtherUser.words)
    let daemon = try box.start("--null-audio", through: words)
    defer { daemon.terminate() }
    try box.eventually("it is delivered") {
      try self.asUser(box, "delivered").text.contains(identifier)
    }
    #expect(try asUser(box, "schedule", "--in", "1h", "--title", "own").status == 0)
  }

  @Test("Root's command opens the store first: the user's daemon delivers from it")
  func first() throws {
    let box = try box()
    let result = try box.run("schedule", "--in", "1s", "--title", "t", "--id", "of-root")
    #expect(result.status == 0)
    #expect(result.errors.contains("this store belongs to nobody"), "\(result.errors)")
    #expect(try strangers(box) == [])
    try check(box, delivers: "of-root")
    #expect(try strangers(box) == [])
  }

  @Test("Root delivers for itself, with no daemon: its log, locks and sockets are the user's")
  func delivering() throws {
    for runtime in ["", nil] {
      let box = try box()
      if let runtime { box.environment["XDG_RUNTIME_DIR"] = runtime }
      box.environment["TOCSIN_AUDIO_DEVICE"] = "null"
      let notify = ["notify", "--title", "t", "--sound", "ping", "--id"]
      #expect(try box.run(notify + ["of-root"]).status == 0)
      #expect(try strangers(box) == [])
      #expect(try asUser(box, notify + ["own"]).status == 0)
      let runtimeFolder = box.folder.path("run/tocsin")
      var status = stat()
      if stat(runtimeFolder, &status) == 0 { #expect(status.st_uid == OtherUser.number) }
    }
  }

  @Test("Root repairs the store: the user's daemon works with the new database")
  func salvaging() throws {
    let box = try box()
    for number in 0..<50 {
      _ = try asUser(box, "schedule", "--in", "\(2 + number)h", "--title", "t", "--id", "\(number)")
    }
    #expect(try asUser(box, "schedule", "--in", "1s", "--title", "t", "--id", "soon").status == 0)
    // The first page is lost: whoever opens it next repairs it.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: box.stateFolder.database))
    try handle.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
    try handle.close()
    #expect(try box.run("schedule", "--in", "9h", "--title", "t", "--id", "of-root").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: box.stateFolder.path)
    #expect(names.contains { $0.contains("corrupt") })
    #expect(try strangers(box) == [])
    try check(box, delivers: "soon")
    #expect(try asUser(box, "pending").text.contains("of-root"))
    #expect(try strangers(box) == [])
  }

  @Test("A database that root has made in an earlier version is named, with what to do")
  func earlier() throws {
    let box = try box()
    #expect(try box.run("schedule", "--in", "1h", "--title", "t").status == 0)
    chown(box.stateFolder.database, 0, 0)
    let result = try asUser(box, "pending")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "'\(box.stateFolder.database)' belongs to root: as root, run chown -R nobody"),
      "\(result.errors)")
  }
}

/// A user besides root.
enum OtherUser {
  /// The number of `nobody`.
  static let number: UInt32 = 65_534
  /// The words before a program that runs as `nobody`; nil where that is not possible.
  static let words: [String]? = {
    guard getuid() == 0, let control = try? Tool.built("tocsinctl").path else { return nil }
    let words = ["setpriv", "--reuid=\(number)", "--regid=\(number)", "--clear-groups"]
    let result = try? Tool(words[0]).run(words.dropFirst() + [control, "--version"])
    return result?.status == 0 ? words : nil
  }()
}
