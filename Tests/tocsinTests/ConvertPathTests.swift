import Foundation
import TestSupport
import Testing

@Suite("tocsin convert: one path from any input to any output")
struct ConvertPathTests {
  @Test("The name of the output is enough: ima4 in CAF, the source's PCM in WAVE and AIFF")
  func namesDecide() throws {
    let work = try Workplace()
    for (name, format) in [("a.caf", "ima4"), ("a.wav", "LEI16"), ("a.aiff", "BEI16")] {
      let result = try work.tocsin("convert", "in.wav", name)
      #expect(result.status == 0 && result.output.isEmpty)
      #expect(result.errors.hasPrefix("\(name): ") && result.errors.contains(format))
      #expect(
        try work.tocsin("info", "--json", name).jsonList().first?["dataFormat"] as? String
          == format)
    }
  }

  @Test("Two inputs in the place of input and output are both left alone")
  func twoInputs() throws {
    let work = try Workplace()
    try work.write("other.wav", channels: 1)
    let before = try work.folder.bytes(of: "other.wav")
    let result = try work.shell("\"$0\" convert *.wav -d ima4 -f caff")
    #expect(result.status == 1)
    #expect(
      result.errors.contains(
        "tocsin convert --output-dir FOLDER in.wav other.wav -d ima4 -f caff. "))
    #expect(try work.folder.bytes(of: "other.wav") == before)
  }

  @Test("'-' is standard input and standard output")
  func streams() throws {
    let work = try Workplace()
    let direct = try work.tocsin("convert", "in.wav", "direct.caf", "-d", "ima4", "-f", "caff")
    #expect(direct.isQuietSuccess)
    let piped = try work.shell("cat in.wav | \"$0\" convert - - -d ima4 -f caff > piped.caf")
    #expect(piped.isQuietSuccess, "\(piped.errors)")
    #expect(try work.folder.bytes(of: "piped.caf") == work.folder.bytes(of: "direct.caf"))
    #expect(try work.shell("\"$0\" validate - < direct.caf").status == 0)
    #expect(try work.shell("cat direct.caf | \"$0\" info - ").text.contains("4410 valid frames"))
    #expect(try work.folder.names() == ["direct.caf", "in.wav", "piped.caf"])
  }

  @Test(
    "A WAVE from a pipe is whole",
    arguments: [
      "ffmpeg -v error -i in.wav -f wav -", "sox in.wav -t wav - 2>/dev/null | cat",
    ])
  func pipedWAVE(command: String) throws {
    let work = try Workplace()
    let result = try work.shell("\(command) > p.wav && \"$0\" validate p.wav")
    #expect(result.status == 0, "\(result.text)")
    let facts = try work.tocsin("info", "--json", "p.wav").jsonList()
    #expect(facts.first?["validFrames"] as? Int == Workplace.frameCount)
  }

  @Test("A recorder that crashed leaves sizes of 0, and the sound is there")
  func zeroSizes() throws {
    let work = try Workplace()
    var bytes = try work.folder.bytes(of: "in.wav")
    for index in Array(4..<8) + Array(40..<44) { bytes[index] = 0 }
    try work.folder.write(bytes, to: "crashed.wav")
    let facts = try work.tocsin("info", "--json", "crashed.wav").jsonList()
    #expect(facts.first?["validFrames"] as? Int == Workplace.frameCount)
  }

  @Test("A foreign sound is whole, though its loudness is measured first")
  func foreignReadTwice() throws {
    let work = try Workplace()
    let made = try Tool("sox").run(["in.wav", "in.flac"], in: work.folder.url)
    #expect(made.status == 0)
    let result = try work.tocsin(
      "convert", "in.flac", "out.caf", "-d", "ima4", "--soundcheck-generate")
    #expect(result.isQuietSuccess, "\(result.errors)")
    let facts = try work.tocsin("info", "--json", "out.caf").jsonList()
    #expect(facts.first?["validFrames"] as? Int == Workplace.frameCount)
  }

  @Test("Many inputs take the options that one takes")
  func batchOptions() throws {
    let work = try Workplace()
    try work.write("stereo.wav", channels: 2)
    let result = try work.tocsin(
      "convert", "--to", "caff:LEI16", "--output-dir", "out", "--offset", "4000", "-v", "-b", "64",
      "in.wav", "stereo.wav")
    #expect(result.status == 0)
    #expect(
      result.errors == "*** warning: --bitrate means nothing for alert sounds and is ignored\n")
    #expect(result.text.contains("Input file: in.wav, 4410 frames"))
    #expect(result.text.contains("Output file: stereo.caf, 410 frames"))
  }

  @Test("Standard output is JSON alone, and errors are in it")
  func json() throws {
    let work = try Workplace()
    let verbose = try work.tocsin("convert", "in.wav", "out.caf", "-d", "ima4", "-v", "--json")
    #expect(verbose.status == 0)
    #expect(try verbose.jsonList().count == 1)
    let failed = try work.tocsin("convert", "gone.wav", "out.caf", "-d", "ima4", "--json")
    #expect(failed.status == 1)
    #expect((try failed.jsonList().first?["error"] as? String)?.contains("gone.wav") == true)
    let info = try work.tocsin("info", "--json", "gone.wav", "in.wav")
    #expect(info.status == 1)
    let records = try info.jsonList()
    #expect(records.count == 2 && records[0]["file"] as? String == "gone.wav")
    #expect((records[0]["error"] as? String)?.contains("no such file") == true)
  }

  @Test("An error among many names its file")
  func errorNamesFile() throws {
    let work = try Workplace()
    try work.write("six.wav", channels: 6)
    let result = try work.tocsin(
      "convert", "in.wav", "six.wav", "--to", "caff:ima4", "--output-dir", "o")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("Error: six.wav: "), "\(result.errors)")
  }

  @Test("Two outputs that are one file are refused, however they are spelled")
  func twins() throws {
    let work = try Workplace()
    let result = try work.tocsin(
      "convert", "in.wav", "-o", "a.caf", "-d", "ima4", "-o", "./a.caf", "-d", "ima4")
    #expect(result.status == 1 && result.errors.contains("the same file"))
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("An output that is a link stays one, and what it leads to is replaced")
  func link() throws {
    let work = try Workplace()
    let result = try work.shell(
      """
      "$0" convert in.wav real.caf -d LEI16 -f caff && ln -s real.caf link.caf &&
      "$0" convert in.wav link.caf -d ima4 -f caff && test -L link.caf && test ! -L real.caf
      """)
    #expect(result.status == 0, "\(result.errors)")
    let facts = try work.tocsin("info", "--json", "real.caf").jsonList()
    #expect(facts.first?["dataFormat"] as? String == "ima4")
  }

  @Test(
    "What would be passed over without a word is refused",
    arguments: [
      (["info", "--chunks", "--brief", "in.wav"], "--chunks goes with"),
      (["help", "nothing"], "unknown command 'nothing'"),
      (["convert", "--to=", "in.wav", "x.caf"], "missing argument: --to="),
    ])
  func passedOver(arguments: [String], complaint: String) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(arguments, in: work.folder.url)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(complaint), "\(result.errors)")
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test(
    "What was probably meant is named",
    arguments: [
      (["convrt", "a", "b"], "tocsin convert"), (["help", "validat"], "tocsin validate"),
      (["convert", "in.wav", "x.caf", "--outputdir", "y"], "--output-dir"),
      (["convert", "in.wav", "x.caf", "-d", "IMA4"], "'ima4'"), (["version"], "--version"),
      (["convert", "in.wav", "x.caf", "-f", "caf"], "'caff'"),
    ])
  func suggestions(arguments: [String], suggestion: String) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(arguments, in: work.folder.url)
    #expect(result.status == 2)
    #expect(result.errors.hasPrefix("Error: ") && result.errors.contains("did you mean"))
    #expect(result.errors.contains(suggestion), "\(result.errors)")
  }
}
