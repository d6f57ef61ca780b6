import Foundation
import TestSupport
import Testing

@Suite("tocsin convert and wave: only a file that was named as an output is replaced")
struct ReplacementTests {
  private let work: Workplace

  init() throws {
    work = try Workplace()
    try work.write("z.wav", channels: 2)
    for (source, name) in [("in.wav", "a.caf"), ("z.wav", "z.caf")] {
      #expect(try work.tocsin("convert", source, name).status == 0)
    }
  }

  private func contents() throws -> [String: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: work.folder.names().map { ($0, try work.folder.bytes(of: $0)) })
  }

  private static let options = [
    "", "-f m4af -d aac", "-d alac", "-d ulaw", "--normalize -16", "--join", "-f WAVE",
    "-f caff", "-d LEI16 -f caff", "--from 0.01", "-f adts -d aac", "--trim-silence", "-v",
  ]

  @Test("A pattern that matches two sounds replaces neither", arguments: ["wav", "caf"], options)
  func pattern(suffix: String, options: String) throws {
    let before = try contents()
    let result = try work.shell("\"$0\" convert *.\(suffix) \(options)")
    #expect(result.status == 1, "\(result.text)")
    #expect(result.errors.hasPrefix("Error: refusing to replace z.\(suffix): "), "\(result.errors)")
    #expect(result.errors.contains("--force"))
    #expect(try contents() == before)
  }

  @Test("The command in the message converts all the files", arguments: options)
  func advice(options: String) throws {
    let before = try contents()
    let refused = try work.shell("\"$0\" convert *.wav \(options)")
    let start = try #require(refused.errors.range(of: "tocsin convert "), "\(refused.errors)")
    let end = try #require(refused.errors.range(of: ". To replace"), "\(refused.errors)")
    let command = refused.errors[start.lowerBound..<end.lowerBound].replacing(
      "tocsin", with: "\"$0\"", maxReplacements: 1)
    let done = try work.shell(String(command))
    #expect(done.status == 0, "\(command): \(done.errors)")
    let after = try contents(in: options == "--join" ? nil : "FOLDER")
    #expect(after.count == (options == "--join" ? before.count + 1 : 2), "\(after.keys)")
    for (name, bytes) in before { #expect(try work.folder.bytes(of: name) == bytes) }
  }

  private func contents(in folder: String?) throws -> [String: [UInt8]] {
    guard let folder else { return try contents() }
    let names = try FileManager.default.contentsOfDirectory(atPath: work.folder.path(folder))
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try work.folder.bytes(of: folder + "/" + $0)) })
  }

  @Test("Three files, one file twice and a folder replace nothing")
  func otherPatterns() throws {
    let before = try contents()
    let three = try work.tocsin("convert", "in.wav", "z.wav", "a.caf")
    #expect(three.status == 2 && three.errors.contains("--output-dir FOLDER"))
    let twice = try work.tocsin("convert", "in.wav", "in.wav")
    #expect(twice.status == 1 && twice.errors.contains("the output is the input file"))
    #expect(try contents() == before)
    try FileManager.default.createDirectory(
      at: work.folder.url("Sounds"), withIntermediateDirectories: false)
    let folder = try work.tocsin("convert", "in.wav", "Sounds")
    #expect(folder.status == 1 && folder.errors.contains("--output-dir Sounds"), "\(folder.errors)")
    #expect(
      try work.tocsin("convert", "--output-dir", "Sounds", "--to", "caff:ima4", "in.wav").status
        == 0)
    #expect(try work.tocsin("convert", "Sounds", "a.caf").status == 1)
    #expect(try work.folder.bytes(of: "a.caf") == before["a.caf"])
  }

  @Test(
    "A named output, another extension of one kind, and an empty file are replaced",
    arguments: [
      ["in.wav", "-o", "z.wav"], ["in.wav", "-o", "z.wav", "-d", "ulaw"], ["in.wav", "z.caf"],
      ["--force", "in.wav", "z.wav"], ["in.wav", "--force", "z.wav", "-f", "m4af", "-d", "aac"],
      ["in.wav", "empty.caf"],
    ])
  func replaced(arguments: [String]) throws {
    try work.folder.write([], to: "empty.caf")
    let before = try contents()
    let result = try Tool.tocsin().run(["convert"] + arguments, in: work.folder.url)
    #expect(result.status == 0, "\(result.errors)")
    let changed = try contents().filter { before[$0.key] != $0.value }.keys
    #expect(changed.count == 1 && changed.first != "in.wav", "\(changed)")
  }

  @Test(
    "A file of another kind is kept, wherever its name comes from",
    arguments: [
      (["in.wav", "x.caf"], "x.caf"), (["in.wav", "x.m4a", "-d", "aac"], "x.m4a"),
      (["--to", "caff:ima4", "--output-dir", ".", "x.wav"], "x.caf"),
      (["--to", "caff:ima4", "--output-dir", ".", "--force", "in.wav"], nil),
    ])
  func otherKind(arguments: [String], kept: String?) throws {
    let text = Array("not a sound, but somebody's notes about one, and long enough".utf8)
    for name in ["x.caf", "x.m4a", "in.caf"] { try work.folder.write(text, to: name) }
    try work.write("x.wav", channels: 1)
    let result = try Tool.tocsin().run(["convert"] + arguments, in: work.folder.url)
    #expect(result.status == (kept == nil ? 0 : 1), "\(result.errors)")
    if let kept {
      #expect(result.errors.contains("refusing to replace "))
      #expect(result.errors.contains("it is plain text, not a sound in"), "\(result.errors)")
      #expect(try work.folder.bytes(of: kept) == text)
    } else {
      #expect(try work.folder.bytes(of: "in.caf") != text)
    }
  }

  @Test("A folder's batch never replaces an input of the same run, also through links")
  func batchInput() throws {
    try FileManager.default.createDirectory(
      at: work.folder.url("d"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: work.folder.path("d/in.caf"), withDestinationPath: "../z.caf")
    let before = try work.folder.bytes(of: "z.caf")
    let result = try work.tocsin(
      "convert", "--to", "caff:ima4", "--output-dir", "d", "--force", "in.wav", "z.caf")
    #expect(result.status == 1)
    #expect(result.errors.contains("the output is the input file"), "\(result.errors)")
    #expect(try work.folder.bytes(of: "z.caf") == before)
  }

  @Test("afconvert replaces what its second argument names, as on a Mac")
  func afconvert() throws {
    let result = try work.shell(
      "ln -s \"$0\" afconvert && ./afconvert -f WAVE -d LEI16 in.wav z.wav")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try work.folder.bytes(of: "z.wav").count < 17_000)
  }

  @Test("A cut that leaves nothing is an error and leaves the old file")
  func nothingLeft() throws {
    let before = try contents()
    for arguments in [
      ["in.wav", "a.caf", "--from", "5"], ["in.wav", "a.caf", "--offset", "4410"],
      ["in.wav", "-o", "a.caf", "--from", "5", "-d", "aac"],
    ] {
      let result = try Tool.tocsin().run(["convert"] + arguments, in: work.folder.url)
      #expect(result.status == 1)
      #expect(
        result.errors.hasPrefix("Error: nothing is left of in.wav, which has 0.100 s: "),
        "\(result.errors)")
    }
    #expect(try contents() == before)
  }

  @Test("Standard input without an output goes to standard output, and is 'stdin' in a folder")
  func standardInput() throws {
    let before = try work.folder.names()
    #expect(
      try work.shell("\"$0\" convert - -f caff -d ima4 < in.wav > out").isQuietSuccess)
    #expect(try work.folder.bytes(of: "out").starts(with: "caff".utf8))
    #expect(try work.folder.names() == (before + ["out"]).sorted())
    let folder = try work.shell("\"$0\" convert - --to caff:ima4 --output-dir d < in.wav")
    #expect(folder.status == 0, "\(folder.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: work.folder.path("d")) == ["stdin.caf"])
  }

  @Test("Pictures of a folder replace pictures of their format alone")
  func pictures() throws {
    #expect(try work.tocsin("wave", "--output-dir", ".", "in.wav").status == 0)
    let first = try work.folder.bytes(of: "in.svg")
    #expect(try work.tocsin("wave", "--output-dir", ".", "in.wav").isQuietSuccess)
    #expect(try work.folder.bytes(of: "in.svg") == first)
    try work.folder.write(try work.folder.bytes(of: "z.wav"), to: "in.svg")
    let kept = try work.tocsin("wave", "--output-dir", ".", "in.wav")
    #expect(kept.status == 1 && kept.errors.contains("it is a sound in WAVE"), "\(kept.errors)")
    #expect(try work.folder.bytes(of: "in.svg") == work.folder.bytes(of: "z.wav"))
    #expect(try work.tocsin("wave", "--output-dir", ".", "--force", "in.wav").status == 0)
    #expect(try work.folder.bytes(of: "in.svg") == first)
  }

  @Test("A baseline replaces a baseline alone")
  func baseline() throws {
    let notes = Array("{\"aps\": {\"sound\": \"in.wav\"}}\n".utf8)
    try work.folder.write(notes, to: "push.json")
    let update = ["preflight", "in.wav", "--update-baseline", "--baseline"]
    let tool = try Tool.tocsin()
    let kept = try tool.run(update + ["push.json"], in: work.folder.url)
    #expect(kept.status == 1 && kept.errors.contains("is not a baseline"), "\(kept.errors)")
    #expect(try work.folder.bytes(of: "push.json") == notes)
    for _ in 1...2 {
      #expect(try tool.run(update + ["known.json"], in: work.folder.url).status == 0)
    }
  }
}
