import Foundation
import TestSupport
import Testing

@Suite("The names of the one program")
struct NameTests {
  /// A folder with links: `bin/tocsinctl`, `bin/tocsind` and, which is neither name, `bin/box`.
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ command: String) throws -> ToolResult {
    let bin = folder.url("bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    for name in ["tocsinctl", "tocsind", "box"] {
      try FileManager.default.createSymbolicLink(
        atPath: bin.path + "/" + name, withDestinationPath: try Tool.built("tocsind").path)
    }
    return try Tool("bash").run(["-c", command], in: folder.url)
  }

  @Test(
    "It is the tool, or the daemon, as the last part of its name says, or its first argument",
    arguments: [
      ("bin/tocsinctl", "tocsinctl"), ("PATH=bin:$PATH; tocsinctl", "tocsinctl"),
      ("exec -a tocsinctl bin/box", "tocsinctl"),
      ("exec -a /x/tocsinctl/ bin/tocsind", "tocsinctl"),
      ("bin/box tocsinctl", "tocsinctl"), ("exec -a '' bin/box tocsinctl", "tocsinctl"),
      ("bin/tocsind", "tocsind"), ("PATH=bin:$PATH; tocsind", "tocsind"),
      ("exec -a tocsind bin/tocsinctl", "tocsind"), ("bin/box /usr/bin/tocsind", "tocsind"),
    ])
  func called(command: String, name: String) throws {
    let version = try run(command + " --version")
    #expect(version.status == 0 && version.text.hasPrefix(name + " 0."), "\(version)")
    try FileManager.default.removeItem(at: folder.url("bin"))
    let refusal = try run(command + " --nonesuch")
    #expect(refusal.status == 2 && refusal.errors.contains("Usage: \(name) "), "\(refusal)")
  }

  @Test(
    "Under another name it starts neither, and says how it is called",
    arguments: ["bin/box", "bin/box pending tocsinctl", "exec -a '' bin/tocsind"])
  func unknown(command: String) throws {
    let result = try run(command)
    #expect(result.status == 2 && result.text == "", "\(result)")
    #expect(result.errors.contains("call this program tocsind or tocsinctl"), "\(result)")
  }

  @Test("Its installation is one file and a link beside it, which finds the sounds there")
  func installed() throws {
    let packaging = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Packaging/install").standardized.path
    let install = try Tool("bash").run([packaging, Tool.built("tocsind").path, folder.url.path])
    #expect(install.status == 0, "\(install.errors)")
    let link = folder.path("bin/tocsinctl")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "tocsind")
    for name in ["tocsind", "tocsinctl"] {
      let page = try String(
        contentsOfFile: folder.path("share/man/man1/\(name).1"), encoding: .utf8)
      #expect(page.hasPrefix(".TH \(name.uppercased()) 1"))
      let completions = try String(
        contentsOfFile: folder.path("share/bash-completion/completions/\(name)"), encoding: .utf8)
      #expect(completions.contains("complete -o filenames -F _\(name) \(name)\n"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("elsewhere"), withDestinationPath: "bin/tocsinctl")
    let state = ["XDG_STATE_HOME": folder.url.path, "XDG_RUNTIME_DIR": folder.url.path]
    let notified = try Tool("bash").run(
      ["-c", "exec -a tocsinctl ./elsewhere notify --sound ping --device null --title t"],
      in: folder.url, environment: state)
    #expect(notified.status == 0 && notified.errors == "", "\(notified)")
  }
}
