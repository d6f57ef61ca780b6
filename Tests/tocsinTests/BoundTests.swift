import Foundation
import TestSupport
import Testing

@Suite("Bounds of inputs, and the reasons that are given")
struct BoundTests {
  @Test("validate takes 16 MiB of standard input; more is a finding, as for a large file")
  func standardInput() throws {
    let work = try Workplace()
    let large = try work.shell("head -c 16777217 /dev/zero | \"$0\" validate -")
    #expect(large.status == 1)
    #expect(large.text.contains("more than 16 MiB: no alert sound has so many"), "\(large.text)")
    let endless = try work.shell("cat /dev/zero | \"$0\" validate -")
    #expect(endless.status == 1 && endless.text.contains("more than 16 MiB"))
    let most = try work.shell("head -c 16777216 /dev/zero | \"$0\" validate -")
    #expect(most.status == 1 && !most.text.contains("more than"), "\(most.text)")
  }

  @Test("A folder for temporary files that is not there is named, with the remedy")
  func temporaryFolder() throws {
    let work = try Workplace()
    for (folder, reason) in [("/nonexistent", "no such file or directory"), ("/proc", "")] {
      let result = try work.shell("cat in.wav | TMPDIR=\(folder) \"$0\" info -")
      #expect(result.status == 1)
      let start = "cannot read -: no temporary file can be made in \(folder): \(reason)"
      #expect(result.errors.contains(start), "\(result.errors)")
      #expect(result.errors.contains("TMPDIR"))
    }
  }

  @Test("Encoding for hearing is refused below 8 kHz and over 60 s, with the reason")
  func hearing() throws {
    let work = try Workplace()
    for rate in ["1", "160", "161", "180", "206", "7999"] {
      let result = try work.tocsin(
        "convert", "in.wav", "out.caf", "-d", "ima4@\(rate)", "--optimize", "hearing")
      #expect(result.status == 1 && !result.wasKilled, "\(rate) Hz")
      #expect(result.errors.contains("need 8000 Hz or more"), "\(result.errors)")
    }
    let long = try work.tocsin(
      "convert", "in.wav", "out.caf", "-d", "ima4@8000", "--optimize", "hearing", "--repeat", "601")
    #expect(long.status == 1 && long.errors.contains("60 s at most"), "\(long.errors)")
    // The noise of a rate without a mask has no ratio, rather than one that is not a number.
    let low = try work.tocsin("convert", "-v", "in.wav", "out.caf", "-d", "ima4@180")
    #expect(low.status == 0 && !low.text.contains("nan"), "\(low.text)")
  }

  @Test("Sources do no plain arithmetic with counts that a file states, and the check sees one")
  func countRule() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardized
    let check = Tool(at: root.appending(path: "Scripts/check-counts").path)
    let sources = try check.run([])
    #expect(sources.status == 0, "\(sources.text)")
    let folder = try TemporaryFolder()
    let lines = [
      "var end = priming + validFrames", "let all = packetCount * Int64(format.framesPerPacket)",
      "count: sound.frameCount.map { $0 - excerpt.startFrame }",
      "x = (table?.primingFrames ?? 0) + 1",
      "let then = first\n  + description.validFrames", "left -= packetCount",
    ]
    for line in lines {
      try folder.write(line.utf8, to: "line.swift")
      #expect(try check.run([folder.url.path]).status == 1, "\(line)")
    }
    for line in [
      "let a = Double(validFrames) / rate", "let b = \"\\(validFrames) + \\(primingFrames)\"",
      "// bounded: frames in memory.\nlet c = frameCount + 1", "a.adding(validFrames)",
    ] {
      try folder.write(line.utf8, to: "line.swift")
      #expect(try check.run([folder.url.path]).status == 0, "\(line)")
    }
  }
}
