import TestSupport
import Testing

@Suite("Exit statuses: 0 done, 1 not done, 2 wrong usage; data and talk keep apart")
struct ExitStatusTests {
  @Test(
    "Wrong usage is status 2, one error line with the usage after it, and nothing on stdout",
    arguments: [
      ["nonsense"], ["--nonsense"], ["convert"], ["convert", "in.wav"],
      ["convert", "in.wav"], ["convert", "in.wav", "out.caf", "-d", "foo"],
      ["convert", "in.wav", "out.caf", "-f", "foo"], ["convert", "in.wav", "out.caf", "-d"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "-c", "0"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "-c", "65"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "-c", "two"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "--nonsense"],
      ["convert", "in.wav", "out.caf", "--to", "caff", "-d", "ima4"],
      ["convert", "in.wav", "out.caf", "third.caf", "-d", "ima4"],
      ["convert", "in.wav", "out.caf", "--to", "caff:"],
      ["convert", "--to", "caff", "--output-dir", "sounds"],
      ["convert", "-d", "ima4", "--output-dir", "sounds", "in.wav"],
      ["convert", "--output-dir", "sounds", "in.wav"], ["info"], ["info", "--nonsense", "in.wav"],
      ["validate"], ["validate", "--nonsense", "in.wav"], ["play"],
      ["play", "in.wav", "in.wav", "--device", "file:out.wav"],
      ["play", "in.wav", "--device"], ["play", "in.wav", "--device", "file:"],
      ["help", "nonsense", "--nonsense"],
    ])
  func usage(arguments: [String]) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(arguments, in: work.folder.url)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    // afconvert's own two messages have no "Error: ".
    let starts = ["Error: ", "unknown option: ", "missing argument: "]
    #expect(starts.contains { result.errors.hasPrefix($0) }, "\(result.errors)")
    #expect(result.errors.contains("\nUsage: "))
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test(
    "The usage of 'tocsin convert' is called by its full name",
    arguments: [
      ["in.wav"], ["in.wav", "out.caf", "-d", "ima4", "-c", "two"], ["in.wav", "out.caf", "-d"],
      ["in.wav", "out.caf", "-d", "ima4", "--nonsense"], ["in.wav", "out.caf", "-d", "foo"],
      ["in.wav", "out.caf", "--to", "caff", "-d", "ima4"],
      ["-d", "ima4", "--output-dir", "sounds", "in.wav"],
      ["--to", "caff", "--output-dir", "sounds", "in.wav", "other/in.wav"],
    ])
  func usageOfConvert(arguments: [String]) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(["convert"] + arguments, in: work.folder.url)
    #expect(result.status == 2)
    #expect(result.errors.contains("\nUsage: tocsin convert "), "\(result.errors)")
    #expect(!result.errors.contains("See 'convert --help'"))
  }

  @Test(
    "Work that was not done is status 1, one error line, and nothing on stdout",
    arguments: [
      ["convert", "gone.wav", "out.caf", "-d", "ima4"],
      ["convert", "in.wav", "gone/out.caf", "-d", "ima4"],
      ["convert", "in.wav", "out.xyz", "-d", "ima4"],
      ["convert", "in.wav", "out.wav", "-d", "ima4"],
      ["convert", "in.wav", "in.wav", "-d", "ulaw"], ["convert", "in.wav", ".", "-f", "caff"],
      ["convert", "", "out.caf", "-d", "ima4"], ["convert", "in.wav", "", "-f", "caff"],
      ["convert", "in.wav", "out.caf", "-d", "0", "-c", "2"],
      ["convert", "in.wav", "out.caf", "-d", "ima4", "-c", "3"],
      ["convert", "in.wav", "/dev/null", "-f", "WAVE"], ["convert", ".", "out.caf", "-f", "caff"],
      ["info", "gone.wav"], ["info", "."], ["play", "gone.wav"],
      ["play", "in.wav", "--device", "file:gone/out.wav"],
    ])
  func notDone(arguments: [String]) throws {
    let work = try Workplace()
    let result = try Tool.tocsin().run(arguments, in: work.folder.url)
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.hasPrefix("Error: "))
    #expect(result.errors.count { $0.isNewline } == 1)
    #expect(try work.folder.names() == ["in.wav"])
  }

  @Test("An empty path is not called a directory")
  func emptyPath() throws {
    let work = try Workplace()
    let result = try work.tocsin("convert", "in.wav", "", "-f", "caff")
    #expect(!result.errors.contains("directory"))
  }

  /// The work is in the output; when that is lost, the work is not done.
  @Test(
    "Output that cannot be written is status 1",
    arguments: [
      "info in.wav", "info --json in.wav", "validate in.wav", "validate --json in.wav",
      "wave in.wav", "convert in.wav - -d ima4 -f caff", "rules",
    ])
  func fullOutput(command: String) throws {
    let work = try Workplace()
    let result = try work.shell("\"$0\" \(command) > /dev/full")
    #expect(result.status == 1)
    #expect(!result.errors.isEmpty)
  }

  @Test(
    "Who stops reading ends the program without a message",
    arguments: ["", "trap '' PIPE; "])
  func closedPipe(ignoring: String) throws {
    let work = try Workplace()
    let names = Array(repeating: "in.wav", count: 3_000).joined(separator: " ")
    let result = try work.shell(
      "\(ignoring){ \"$0\" info \(names); echo \"status $?\" >&2; } | head -1")
    #expect(result.text == "in.wav\n")
    #expect(result.errors == "status 141\n")
  }
}
