import AlertSounds
import AudioFormats
import Foundation
import TestSupport
import Testing

@Suite("Pages: their commands work")
struct PageCommandTests {
  /// The indented lines of a page, without those that install a program.
  private static func commands(_ page: Rule) -> [String] {
    page.explanation.split(separator: "\n")
      .filter { $0.hasPrefix("    ") && !$0.contains("sudo ") }
      .map { $0.drop { $0 == " " } + "" }
  }

  @Test(
    "Whoever types what a page says gets what it promises",
    arguments: SoundRules.all.map(\.identifier))
  func commandsWork(of rule: String) throws {
    let page = try #require(SoundRules.all.first { $0.identifier == rule })
    let folder = try TemporaryFolder()
    let bell = Signals.bell(channels: 2)
    let master = try folder.write(
      PlainWAVE.floats(bell.samples, channelCount: 2), to: "ding.wav")
    try convert(master, to: folder.path("ding.caf"), .caf, .ima4)
    for foreign in ["ding.mp3", "ding.m4a"] {
      try Peer.ffmpeg.run(["-nostdin", "-v", "error", "-i", master, folder.path(foreign)])
    }
    let commands = Self.commands(page)
    // ffmpeg does not write over what is there.
    if commands.contains(where: { $0.hasSuffix(" ding.wav") }) {
      try FileManager.default.removeItem(atPath: master)
    }
    let tools = URL(fileURLWithPath: try Tool.tocsin().path).deletingLastPathComponent().path
    let path = tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
    #expect(!commands.isEmpty)
    for command in commands {
      let result = try Tool("sh").run(
        ["-c", command], in: folder.url, environment: ["PATH": path])
      #expect(result.status == 0, "\(command): \(result.errors)")
    }
    for made in ["ding.caf", "ding-fixed.caf"] where try folder.names().contains(made) {
      #expect(SoundValidator().validate(path: folder.path(made)).findings.isEmpty, "\(made)")
    }
  }
}
