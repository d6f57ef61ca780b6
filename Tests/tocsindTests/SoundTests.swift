import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing
import Triggers

@Suite("The sound of a notification on a sound server", .serialized)
struct SoundTests {
  @Test(
    "The sound that was asked for is heard, and the default one in the place of a bad one",
    arguments: [("ping", "ping"), ("nonesuch", "default")])
  func heard(name: String, file: String) throws {
    let server = try PulseServer()
    let box = try Box(
      configuration: Box.allowing + "banners: {enabled: false}\n", environment: server.environment)
    try server.startRecording()
    try box.start("--device", "server")
    _ = try box.run("schedule", "--in", "1s", "--id", "a", "--sound", name, "--title", "Hi")
    #expect(try box.outcome(of: "a").sound.code == "played")
    let recorded = try server.stopRecording()
    let left = recorded.indices.filter { $0.isMultiple(of: 2) }.map { Double(recorded[$0]) }
    #expect(likeness(of: left, to: try samples(of: file)) > 0.99)
    let other = file == "ping" ? "default" : "ping"
    #expect(likeness(of: left, to: try samples(of: other)) < 0.9)
  }

  @Test("Sounds are heard one after the other, and none before it is due")
  func inOrder() throws {
    let server = try PulseServer()
    let box = try Box(
      configuration: Box.allowing + "banners: {enabled: false}\n", environment: server.environment)
    // A busy machine's server runs dry in the middle of a sound: what follows must not pass for the next.
    let tones = Tones(count: 7)
    try tones.write(for: "clock", in: box)
    let start = Date() + 3
    let offsets = (0..<tones.count).map { Double($0) * 1.5 }
    let requests = offsets.enumerated().map { number, offset in
      ScheduledRequest(
        request: NotificationRequest(
          identifier: "\(offset)", app: "clock",
          content: NotificationContent(
            title: "t", sound: NotificationSound(name: "tone-\(number).wav"))),
        due: .wall(date: start + offset, local: 0), added: start)
    }
    _ = try box.store().add(requests, limit: .unlimited)
    try server.startRecording()
    let zero = try server.recordingStart()
    try box.start("--device", "server")
    for offset in offsets { #expect(try box.outcome(of: "\(offset)").sound.code == "played") }
    let recorded = try server.stopRecording()
    #expect(tones.beginnings(in: recorded, gap: 100) == offsets.map { _ in 1 })
    let starts = tones.starts(in: recorded).compactMap { $0 }
    #expect(starts.count == offsets.count)
    #expect(starts == starts.sorted())
    // How late they are is a matter of the machine, and measured in the benchmarks. The recorder's
    // own start is known to some milliseconds.
    for (heard, offset) in zip(starts, offsets) {
      #expect(zero + heard >= start + offset - 0.05)
    }
  }

  /// From the first loud sample on, without runs of zeros: a busy machine lets the server run dry for
  /// a while, in the middle of a sound.
  private func withoutSilence(_ samples: [Double]) -> [Double] {
    var kept: [Double] = []
    var zeros = 0
    for sample in samples.drop(while: { abs($0) < 100 }) {
      zeros = sample == 0 ? zeros + 1 : 0
      kept.append(sample)
      if zeros == PulseServer.sampleRate / 1_000 { kept.removeLast(zeros) }
      if zeros > PulseServer.sampleRate / 1_000 { kept.removeLast() }
    }
    return kept
  }

  /// A shipped sound as another program decodes it, without the silence around it.
  private func samples(of name: String) throws -> [Double] {
    let result = try Tool("ffmpeg").run([
      "-v", "error", "-i", "\(Box.sounds)/\(name).caf", "-f", "s16le", "-ac", "1", "-",
    ])
    return integers([UInt8](result.output), as: Int16.self).map { Double($0) }
  }

  /// The cosine of the angle between two sounds that begin with their first loud sample.
  private func likeness(of left: [Double], to right: [Double]) -> Double {
    let pairs = Array(zip(withoutSilence(left), withoutSilence(right)))
    let product = pairs.reduce(0) { $0 + $1.0 * $1.1 }
    let energies = pairs.reduce((0.0, 0.0)) { ($0.0 + $1.0 * $1.0, $0.1 + $1.1 * $1.1) }
    return product / (energies.0 * energies.1).squareRoot()
  }
}
