import Foundation
import Glibc
import NotificationScheduling
import NotificationStorage
import TestSupport
import Testing

@Suite("Something else under the name of one of the store's files is refused by name")
struct ForeignFileTests {
  /// What may be there instead of a file.
  private enum Kind: String, CaseIterable {
    case pipe, link, danglingLink, folder, socket, device

    /// - Returns: false where this user cannot make it.
    func make(at path: String, in box: Box) throws -> Bool {
      switch self {
      case .pipe: return mkfifo(path, 0o600) == 0
      case .link:
        try box.folder.write("another's\n".utf8, to: "elsewhere")
        return symlink(box.folder.path("elsewhere"), path) == 0
      case .danglingLink: return symlink(box.folder.path("nowhere"), path) == 0
      case .folder: return mkdir(path, 0o700) == 0
      case .socket: return mknod(path, S_IFSOCK | 0o600, 0) == 0
      // /dev/null's numbers.
      case .device: return mknod(path, S_IFCHR | 0o600, 1 << 8 | 3) == 0
      }
    }
  }

  /// The files that a store has whatever its apps are called.
  static let names = [
    "notifications.sqlite", "notifications.sqlite-wal", "notifications.sqlite-shm",
    "notifications.sqlite-journal", "notifications.sqlite.next", "notifications.sqlite.new",
    "notifications.backup.sqlite", "store.lock", "migration.lock", "scheduler.lock",
    "scheduler.log",
  ]

  @Test("The daemon and the tool end with its name, and touch nothing", arguments: names)
  func refused(name: String) throws {
    let box = try Box()
    for kind in Kind.allCases {
      let state = box.stateFolder.path
      try? FileManager.default.removeItem(atPath: state)
      #expect(try box.run("schedule", "--in", "1h", "--title", "kept", "--id", "kept").status == 0)
      let path = "\(state)/\(name)"
      unlink(path)
      guard try kind.make(at: path, in: box) else { continue }
      // A program that hangs is ended, with a status of its own.
      let programs = [
        [try Tool.built("tocsinctl").path, "pending"],
        [try Tool.built("tocsinctl").path, "schedule", "--in", "1h", "--title", "t"],
        [try Tool.built("tocsind").path, "--null-audio"],
      ]
      for program in programs {
        let result = try Tool("timeout").run(["60"] + program, environment: box.environment)
        #expect(result.status == 1, "\(kind) \(program) \(result.errors)")
        #expect(result.errors.contains("'\(path)' is a"), "\(kind) \(program) \(result.errors)")
        #expect(result.errors.contains("move it away"))
      }
      #expect(!FileManager.default.fileExists(atPath: box.folder.path("nowhere")))
      if kind == .link {
        #expect(try box.folder.bytes(of: "elsewhere") == Array("another's\n".utf8))
      }
    }
  }

  @Test(
    "So are the files of an app, when the app delivers for itself",
    arguments: ["scheduler-mail.lock", "scheduler-mail.log"])
  func ofApp(name: String) throws {
    let box = try Box()
    #expect(try box.run("pending").status == 0)
    let path = "\(box.stateFolder.path)/\(name)"
    #expect(mkfifo(path, 0o600) == 0)
    let result = try Tool("timeout").run(
      ["60", try Tool.built("tocsinctl").path, "notify", "--app", "mail", "--title", "t"],
      environment: box.environment)
    #expect(result.status == 1)
    #expect(result.errors.contains("'\(path)' is a pipe"), "\(result.errors)")
  }

  @Test("A file with the name of a socket is kept, and named", arguments: ["scheduler", "status"])
  func socket(name: String) throws {
    let box = try Box()
    box.environment["XDG_RUNTIME_DIR"] = ""
    #expect(try box.run("pending").status == 0)
    let path = "\(box.stateFolder.path)/\(name).socket"
    try box.folder.write("mine".utf8, to: "state/tocsin/\(name).socket")
    for result in [try box.run("pending"), try box.refusal("--null-audio")] {
      #expect(result.status == 1)
      #expect(result.errors.contains("'\(path)' is a file, not a socket"), "\(result.errors)")
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
  }
}
