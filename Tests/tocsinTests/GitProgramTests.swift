import Foundation
import TestSupport
import Testing

@Suite("Programs that a repository's own settings name")
struct GitProgramTests {
  /// A repository whose every setting that names a program makes a file in `signs`.
  private struct HostileRepository {
    let work: PreflightWorkplace
    var signs: URL { work.folder.url("signs") }

    init() throws {
      work = try PreflightWorkplace()
      try FileManager.default.createDirectory(at: signs, withIntermediateDirectories: false)
      try work.addError()
      try work.write("*.wav filter=own\n", to: ".gitattributes")
      try git("init", "-q")
      try git("add", "-A")
      try git("commit", "-q", "-m", "x")
      for kind in ["clean", "smudge"] {
        try git("config", "filter.own.\(kind)", "touch '\(signs.path)/\(kind)'; cat")
      }
      try git("config", "filter.own.process", "touch '\(signs.path)/process'; false")
      try git("config", "filter.own.required", "true")
      try git("config", "core.fsmonitor", "touch '\(signs.path)/monitor'; false")
      for hook in ["post-index-change", "post-checkout", "reference-transaction"] {
        let path = work.folder.url(".git/hooks/\(hook)").path
        try Data("#!/bin/sh\ntouch '\(signs.path)/\(hook)'\n".utf8)
          .write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
      // Git compares the content of files that have another time than its index says.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: 86_400)],
        ofItemAtPath: work.folder.url("ding.wav").path)
    }

    func git(_ arguments: String...) throws {
      let identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
      let result = try Tool("git").run(identity + arguments, in: work.folder.url)
      try #require(result.status == 0, "\(result.errors)")
    }

    func run(_ arguments: [String]) throws -> [String] {
      _ = try work.run(arguments, in: ".")
      return try FileManager.default.contentsOfDirectory(atPath: signs.path).sorted()
    }
  }

  @Test(
    "are not run",
    arguments: [
      ["preflight", ".", "--output", "html=report.html"], ["preflight", ".", "--since", "HEAD"],
      ["fix", ".", "--write"], ["fix", "ding.wav", "--write", "--allow-dirty"],
    ])
  func notRun(_ arguments: [String]) throws {
    #expect(try HostileRepository().run(arguments) == [])
  }

  @Test("would be run by a plain 'git status'")
  func plain() throws {
    let repository = try HostileRepository()
    _ = try Tool("git").run(["status"], in: repository.work.folder.url)
    let signs = try FileManager.default.contentsOfDirectory(atPath: repository.signs.path)
    #expect(signs.contains("monitor") && signs.contains("process"))
  }
}
