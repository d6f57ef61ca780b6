import Foundation
import TestSupport
import Testing

@Suite("The installation: four names, with manual pages and completions")
struct AfconvertInstallationTests {
  private let folder: TemporaryFolder
  private static let names = ["afconvert", "afinfo", "afplay", "tocsin"]
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Packaging/install")

  init() throws { folder = try TemporaryFolder() }

  private func install(_ arguments: String...) throws {
    let result = try Tool("bash").run([Self.script.path] + arguments, in: folder.url)
    try #require(result.status == 0, "\(result.errors)")
    #expect(result.errors == "")
  }

  /// The files under `name`, without the folders.
  private func files(under name: String) throws -> Set<String> {
    let all = try FileManager.default.subpathsOfDirectory(atPath: folder.path(name))
    var isFolder: ObjCBool = false
    return Set(
      all.filter { path in
        let isThere = FileManager.default.fileExists(
          atPath: folder.path("\(name)/\(path)"), isDirectory: &isFolder)
        return !isThere || !isFolder.boolValue
      })
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try folder.bytes(of: path), as: UTF8.self)
  }

  private static let installed = Set(
    names.flatMap { name in
      [
        "bin/\(name)", "share/man/man1/\(name).1", "share/bash-completion/completions/\(name)",
        "share/zsh/site-functions/_\(name)", "share/fish/vendor_completions.d/\(name).fish",
      ]
    })

  @Test("All is installed, runs by its names, and is removed again")
  func whole() throws {
    try install(try Tool.tocsin().path, "/usr", folder.path("root"))
    #expect(try files(under: "root/usr") == Self.installed)
    for name in Self.names.dropLast() {
      let link = folder.path("root/usr/bin/\(name)")
      // Relative, so that the folder can move to where it belongs.
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "tocsin")
      let help = try Tool("env").run([link, "--help"])
      #expect((help.text + help.errors).contains("USAGE: \(name) "), "\(name)")
    }
    try folder.write(Array("another's".utf8), to: "root/usr/bin/other")
    try install("--remove", "/usr", folder.path("root"))
    #expect(try files(under: "root/usr") == ["bin/other"])
    try install("--remove", "/usr", folder.path("root"))
  }

  @Test("Manual pages are about the name that they have")
  func manualPages() throws {
    try install(try Tool.tocsin().path, folder.path("prefix/"))
    for name in Self.names {
      let page = try text("prefix/share/man/man1/\(name).1")
      #expect(page.hasPrefix(".TH \(name.uppercased()) 1 \"\" Tocsin\n.SH NAME\n\(name) \\- "))
      #expect(page.contains("\n.SH SYNOPSIS\n\\fB\(name)\\fR [\\fI"), "\(name)")
      #expect(page.contains("\n.SH OPTIONS\n"))
    }
    let page = try text("prefix/share/man/man1/afconvert.1")
    #expect(page.contains("\\fB\\-\\-data\\fR"))
    #expect(page.contains("\\fB\\-\\-no\\-filler\\fR"))
  }

  @Test("Completions are for the name that they have")
  func completions() throws {
    try install(try Tool.tocsin().path, folder.path("prefix"))
    for name in Self.names {
      let bash = try text("prefix/share/bash-completion/completions/\(name)")
      #expect(bash.contains("complete -o filenames -F _\(name) \(name)\n"), "\(name)")
      #expect(
        try text("prefix/share/zsh/site-functions/_\(name)").hasPrefix("#compdef \(name)\n"),
        "\(name)")
      let fish = try text("prefix/share/fish/vendor_completions.d/\(name).fish")
      #expect(fish.contains("complete -c '\(name)'"), "\(name)")
    }
  }
}
