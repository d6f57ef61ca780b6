import Foundation
import TestSupport
import Testing

@Suite("The quick start: neither the parser nor a library is missed")
struct StartTests {
  @Test(
    "Files alone are told about as the parser's command line would",
    arguments: ["info", "validate"],
    [["in.wav"], ["in.wav", "x.caf", "gone", "text.caf"], ["in.wav", "in.wav"], [""], ["help"]])
  func filesAlone(command: String, files: [String]) throws {
    let work = try Workplace()
    #expect(try work.tocsin("convert", "in.wav", "x.caf").status == 0)
    try work.folder.write(Array("no sound".utf8), to: "text.caf")
    let tool = try Tool.tocsin()
    let plain = try tool.run([command] + files, in: work.folder.url)
    let parsed = try tool.run([command, "--"] + files, in: work.folder.url)
    #expect(plain.status == parsed.status)
    #expect(plain.output == parsed.output && plain.errors == parsed.errors)
  }

  @Test("A command without a file is still wrong usage", arguments: ["info", "validate"])
  func noFiles(command: String) throws {
    let result = try Workplace().tocsin(command)
    #expect(result.status == 2 && result.errors.contains("Usage: tocsin \(command)"))
  }

  /// The environment of a box on which the libraries cannot be loaded: each file is empty.
  private func brokenLibraries(_ work: Workplace) throws -> [String: String] {
    let names = ["asound.so.2", "ebur128.so.1", "nettle.so.8", "soxr.so.0", "yaml-0.so.2"]
    for name in names { try work.folder.write([UInt8](), to: "lib\(name)") }
    return ["LD_LIBRARY_PATH": work.folder.url.path]
  }

  @Test("What needs no library works without them", arguments: ["info", "validate"])
  func withoutLibraries(command: String) throws {
    let work = try Workplace()
    let result = try work.tocsin(command, "in.wav", environment: brokenLibraries(work))
    #expect(result.isQuietSuccess)
    #expect(try work.tocsin(command, "in.wav").output == result.output)
  }

  @Test("A library that is missing where it is needed is named, and no file is left")
  func missingLibrary() throws {
    let work = try Workplace()
    let broken = try brokenLibraries(work)
    let result = try work.tocsin(
      "convert", "in.wav", "x.caf", "-d", "ima4@22050", environment: broken)
    #expect(result.status == 1 && result.errors.hasSuffix("libsoxr is not installed (libsoxr0)\n"))
    #expect(!FileManager.default.fileExists(atPath: work.folder.path("x.caf")))
  }

  @Test("A program that brings a library uses it where the system has none")
  func ownLibrary() throws {
    let work = try Workplace()
    let broken = try brokenLibraries(work)
    for folder in ["box/bin", "box/lib/tocsin"] {
      try FileManager.default.createDirectory(
        atPath: work.folder.path(folder), withIntermediateDirectories: true)
    }
    let program = work.folder.path("box/bin/tocsin")
    try FileManager.default.copyItem(atPath: try Tool.tocsin().path, toPath: program)
    let convert = [program, "convert", "in.wav", "x.caf", "-d", "ima4@22050"]
    let tool = try Tool("env")
    #expect(try tool.run(convert, in: work.folder.url, environment: broken).status == 1)
    let cache = try Tool("ldconfig").run(["-p"]).text.split(separator: "\n")
    let soxr = try #require(cache.first { $0.contains("libsoxr.so.0") })
    let library = try #require(soxr.split(separator: " ").last)
    // Its content: the name is a link.
    let content = try Data(contentsOf: URL(fileURLWithPath: String(library)))
    try work.folder.write(Array(content), to: "box/lib/tocsin/libsoxr.so.0")
    let result = try tool.run(convert, in: work.folder.url, environment: broken)
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test("Without libasound there is no device, and that is told as such")
  func missingALSA() throws {
    let work = try Workplace()
    let result = try work.tocsin("play", "in.wav", environment: brokenLibraries(work))
    #expect(result.status == 1 && result.errors.contains("libasound is not installed"))
  }
}
