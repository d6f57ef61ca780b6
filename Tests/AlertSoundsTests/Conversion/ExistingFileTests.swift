import AlertSounds
import AudioFormats
import Files
import Foundation
import Glibc
import TestSupport
import Testing

@Suite("The rule for an existing file at the place of an output")
struct ExistingFileTests {
  private func refusal(
    _ path: String, _ content: FileContent, by new: FileContent = .container(.caf),
    _ naming: OutputNaming, _ inputs: [String] = ["a.wav"]
  ) -> ReplacementRefusal? {
    ExistingFile(path: path, content: content).refusal(by: new, named: naming, inputs: inputs)
  }

  @Test(
    "An output that an option names is replaced, whatever is there",
    arguments: [FileContent.container(.wave), .unknown, .png, .foreign(.mp3), .nothing])
  func option(content: FileContent) {
    #expect(refusal("b.wav", content, .option) == nil)
  }

  @Test(
    "A last argument with the extension of an input is kept, in any spelling",
    arguments: [
      ("a.wav", "b.wav"), ("a.WAV", "b.wav"), ("a.wav", "x/b.wave"), ("a.aif", "b.aiff"),
      ("a.aiff", "b.aifc"), ("a", "b"), ("a.m4a", "b.m4a"), ("a.caf", "b.caf"),
    ])
  func sameExtension(input: String, output: String) {
    for content in [FileContent.container(.caf), .nothing] {
      #expect(refusal(output, content, .position, [input]) == .namedLikeInput(input))
    }
    #expect(refusal(output, .container(.caf), .inputName, [input]) == nil)
  }

  @Test(
    "Standard input has no extension",
    arguments: ["b.caf", "b"])
  func standardInput(output: String) {
    #expect(refusal(output, .container(.caf), .position, ["-"]) == nil)
  }

  @Test("The content must be of the kind that is written")
  func content() {
    for naming in [OutputNaming.position, .inputName] {
      #expect(refusal("b.caf", .container(.caf), naming) == nil)
      #expect(refusal("b.caf", .nothing, naming) == nil)
      for other in [
        FileContent.container(.wave), .foreign(.mpeg4), .foreign(.webPage), .png, .unknown,
      ] {
        #expect(refusal("b.caf", other, naming) == .otherContent(other))
      }
      #expect(refusal("b.aiff", .container(.aifc), by: .container(.aiff), naming) == nil)
      #expect(refusal("b.x", .container(.rf64), by: .container(.wave), naming) == nil)
      #expect(refusal("b.m4a", .foreign(.mpeg4), by: .foreign(.mpeg4), naming) == nil)
      #expect(refusal("b.svg", .svg, by: .svg, naming) == nil)
      #expect(refusal("b.svg", .png, by: .svg, naming) == .otherContent(.png))
    }
  }

  @Test("The first bytes show the content; other kinds of files are left to the writer")
  func file() throws {
    let folder = try TemporaryFolder()
    let wave = try folder.write(PlainWAVE.integers([1, 2, 3]), to: "a.caf")
    #expect(ExistingFile(at: wave)?.content == .container(.wave))
    #expect(ExistingFile(at: try folder.write([], to: "e"))?.content == .nothing)
    #expect(ExistingFile(at: try folder.write([1, 2], to: "u"))?.content == .unknown)
    let svg = try folder.write("<?xml version=\"1.0\"?>\n<svg/>".utf8, to: "s")
    #expect(ExistingFile(at: svg)?.content == .svg)
    #expect(ExistingFile(at: folder.path("gone")) == nil)
    #expect(ExistingFile(at: folder.url.path) == nil)
    #expect(ExistingFile(at: "/dev/null") == nil)
    #expect(ExistingFile(at: "-") == nil)
  }

  @Test("Where a later output cannot get its name, the earlier ones are there and it is as it was")
  func laterCommitFails() throws {
    let folder = try TemporaryFolder()
    let sound = try SoundFile(
      path: try folder.write(PlainWAVE.integers([Int32](repeating: 9, count: 9_000)), to: "a.wav"))
    let names = ["1.caf", "2.caf", "3.caf"]
    for name in names { try folder.write([7], to: name) }
    let plans = try names.map {
      try ConversionPlan(.init(folder.path($0), ConversionRequest(container: .caf)), of: [sound])
    }
    #expect(throws: SoundError.self) {
      try SoundConverter.convert(
        [sound], by: plans,
        review: { _ in
          // A folder takes the second name when all outputs are written.
          if unlink(folder.path("2.caf")) == 0 {
            #expect(mkdir(folder.path("2.caf"), 0o755) == 0)
          }
        })
    }
    #expect(try folder.bytes(of: "1.caf").starts(with: "caff".utf8))
    #expect(try folder.bytes(of: "3.caf") == [7])
    #expect(try folder.names() == ["1.caf", "2.caf", "3.caf", "a.wav"])
  }

  @Test("An error of the review leaves every old file")
  func review() throws {
    struct Refused: Error {}
    let folder = try TemporaryFolder()
    let sound = try SoundFile(
      path: try folder.write(PlainWAVE.integers([Int32](repeating: 9, count: 900)), to: "a.wav"))
    try folder.write([7], to: "1.caf")
    #expect(throws: Refused.self) {
      let output = SoundConverter.Output(
        folder.path("1.caf"), ConversionRequest(container: .caf))
      return try SoundConverter.convert(
        [sound], by: [ConversionPlan(output, of: [sound])],
        review: { made in
          #expect(try ContainerSound(parsing: made, path: "x").description.validFrames == 900)
          throw Refused()
        })
    }
    #expect(try folder.bytes(of: "1.caf") == [7])
    #expect(try folder.names() == ["1.caf", "a.wav"])
  }
}
