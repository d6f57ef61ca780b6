import Foundation
import TestSupport
import Testing

@Suite("tocsin convert --output-dir: many inputs into one folder")
struct BatchTests {
  private func workplace() throws -> Workplace {
    let work = try Workplace()
    try work.write("stereo.wav", channels: 2)
    return work
  }

  @Test("The table has a line for each file, in the order of the inputs")
  func table() throws {
    let work = try workplace()
    let result = try work.tocsin(
      "convert", "--to", "caff:LEI16", "--output-dir", "sounds", "stereo.wav", "in.wav")
    #expect(result.isQuietSuccess)
    let golden = """
      in          out                codec  seconds  bytes in  bytes out  ratio  SNR dB
      stereo.wav  sounds/stereo.caf  LEI16    0.100     17684      21736   0.81   exact
      in.wav      sounds/in.caf      LEI16    0.100      8864      12916   0.69   exact

      """
    #expect(result.text == golden)
  }

  @Test("A lossy coding has its quality in the table")
  func quality() throws {
    let work = try workplace()
    let result = try work.tocsin("convert", "--to", "caff:ima4", "--output-dir", "sounds", "in.wav")
    let cells =
      result.text.split(separator: "\n").last?.split(separator: " ").map(String.init) ?? []
    #expect(
      cells.dropLast() == ["in.wav", "sounds/in.caf", "ima4", "0.100", "8864", "6442", "1.38"])
    #expect(cells.last.flatMap(Double.init) ?? 0 > 30)
  }

  @Test("A file that fails is named, and the others are made")
  func partialFailure() throws {
    let work = try workplace()
    try work.folder.write(Array("no sound".utf8), to: "text.wav")
    let result = try work.tocsin(
      "convert", "--to", "WAVE:ulaw", "--output-dir", "sounds", "in.wav", "text.wav", "gone.wav",
      "stereo.wav")
    #expect(result.status == 1)
    let rows = result.text.split(separator: "\n").dropFirst()
      .map { $0.split(separator: " ").prefix(2).map(String.init) }
    #expect(
      rows == [
        ["in.wav", "sounds/in.wav"], ["text.wav", "failed"], ["gone.wav", "failed"],
        ["stereo.wav", "sounds/stereo.wav"],
      ])
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == 2 && errors.allSatisfy { $0.hasPrefix("Error: ") })
    #expect(errors.last == "Error: cannot open gone.wav: no such file")
    let made = try FileManager.default.contentsOfDirectory(atPath: work.folder.path("sounds"))
    #expect(made.sorted() == ["in.wav", "stereo.wav"])
  }

  @Test("--json is a list of records, failures too")
  func json() throws {
    let work = try workplace()
    let result = try work.tocsin(
      "convert", "--to", "AIFC:ima4", "--output-dir", "a/b", "--json", "in.wav", "gone.wav")
    #expect(result.status == 1)
    let records = try result.jsonList()
    #expect(records.map { $0["input"] as? String } == ["in.wav", "gone.wav"])
    #expect(records.first?["output"] as? String == "a/b/in.aifc")
    #expect(records.first?["frames"] as? Int == 4_410)
    #expect(records.last?["error"] as? String == "cannot open gone.wav: no such file")
    #expect(records.last?["frames"] == nil)
    #expect(try work.folder.bytes(of: "a/b/in.aifc").starts(with: "FORM".utf8))
  }

  @Test("Two inputs for one output are refused before anything is written")
  func clash() throws {
    let work = try workplace()
    let result = try work.tocsin(
      "convert", "--to", "caff", "--output-dir", "sounds", "in.wav", "other/in.aiff")
    #expect(result.status == 2)
    #expect(
      result.errors.hasPrefix("Error: in.wav and other/in.aiff would both become sounds/in.caf\n"))
    #expect(try work.folder.names() == ["in.wav", "stereo.wav"])
  }

  @Test("An input that would be its own output is refused and stays as it is")
  func ownOutput() throws {
    let work = try workplace()
    let before = try work.folder.bytes(of: "in.wav")
    let result = try work.tocsin("convert", "--to", "WAVE:UI8", "--output-dir", ".", "in.wav")
    #expect(result.status == 1)
    #expect(result.errors.contains("the output is the input file"))
    #expect(try work.folder.bytes(of: "in.wav") == before)
  }

  @Test("A folder that cannot be made is an error")
  func noFolder() throws {
    let work = try workplace()
    let result = try work.tocsin("convert", "--to", "caff", "--output-dir", "in.wav", "stereo.wav")
    #expect(result.status == 1)
    #expect(result.errors == "Error: cannot make the folder in.wav: not a directory\n")
  }

  @Test("Many files give the same result on all cores as one by one")
  func parallel() throws {
    let work = try workplace()
    var names: [String] = []
    for index in 0..<40 {
      names.append("\(index).wav")
      try work.folder.write(
        PlainWAVE.integers((0..<Int32(100 + index)).map { $0 * 100 - 5_000 }), to: names[index])
    }
    let tool = try Tool.tocsin()
    let result = try tool.run(
      ["convert", "--to", "caff:ima4", "--output-dir", "sounds"] + names, in: work.folder.url)
    #expect(result.isQuietSuccess)
    let inputs = result.text.split(separator: "\n").dropFirst().map { $0.split(separator: " ")[0] }
    #expect(inputs.map(String.init) == names)
    for index in [0, 17, 39] {
      #expect(try work.tocsin("convert", names[index], "one.caf", "-d", "ima4").isQuietSuccess)
      #expect(try work.folder.bytes(of: "sounds/\(index).caf") == work.folder.bytes(of: "one.caf"))
    }
  }
}
