import AudioFormats
import TestSupport
import Testing

@Suite("afconvert -c, --mix and -l")
struct AfconvertChannelTests {
  private let work: AfconvertWorkplace
  private static let half = 0.5.squareRoot()

  init() throws { work = try AfconvertWorkplace() }

  /// What becomes of a sound in which each channel has a frame of its own at half scale: a row
  /// for each input channel, a column for each output channel, full scale 1.
  private func weights(from count: Int, to outputCount: Int, _ options: String...) throws
    -> [[Double]]
  {
    try work.write(
      "many.wav", Signals.make(frames: count, channels: count) { $0 == $1 ? 0.5 : 0 })
    let result = try work.afconvert(
      ["many.wav", "out.wav", "-d", "LEF64", "-c", "\(outputCount)"] + options)
    try #require(result.status == 0, "\(result.errors)")
    let samples = try work.floats("out.wav")
    try #require(samples.count == count * outputCount)
    return (0..<count).map { row in
      samples[row * outputCount..<(row + 1) * outputCount].map { $0 * 2 }
    }
  }

  private func expectEqual(_ weights: [[Double]], _ expected: [[Double]]) {
    #expect(weights.count == expected.count)
    for (row, pair) in zip(weights, expected).enumerated() {
      #expect(
        zip(pair.0, pair.1).allSatisfy { abs($0 - $1) < 1e-12 } && pair.0.count == pair.1.count,
        "channel \(row): \(pair.0), not \(pair.1)")
    }
  }

  @Test("Without --mix fewer channels are the first ones")
  func dropped() throws {
    expectEqual(try weights(from: 2, to: 1), [[1], [0]])
    expectEqual(
      try weights(from: 6, to: 2), [[1, 0], [0, 1], [0, 0], [0, 0], [0, 0], [0, 0]])
  }

  @Test("Dropped channels are told in one line")
  func droppedWarning() throws {
    try work.write("six.wav", Signals.sine(frames: 100, channels: 6))
    let result = try work.afconvert("six.wav", "out.wav", "-d", "LEI16", "-c", "2")
    #expect(result.status == 0)
    #expect(result.errors == "*** warning: six.wav: 4 of 6 channels were dropped\n")
  }

  @Test("--mix drops nothing, and does not say that it does")
  func mixWarning() throws {
    try work.write("six.wav", Signals.sine(frames: 100, channels: 6))
    let result = try work.afconvert("six.wav", "out.wav", "-d", "LEI16", "-c", "2", "--mix")
    #expect(result.isQuietSuccess, "\(result.errors)")
  }

  @Test("--mix of stereo is the mean of both")
  func stereoToMono() throws {
    expectEqual(try weights(from: 2, to: 1, "--mix"), [[0.5], [0.5]])
  }

  @Test("--mix of 5.1 has the weights of BS.775, so scaled that it cannot clip")
  func surroundToStereo() throws {
    let near = 1 / (1 + 2 * Self.half)
    let far = Self.half * near
    // Left, right, centre, low frequencies, left and right surround.
    expectEqual(
      try weights(from: 6, to: 2, "--mix"),
      [[near, 0], [0, near], [far, far], [0, 0], [far, 0], [0, far]])
    expectEqual(
      try weights(from: 5, to: 2, "--mix"),
      [[near, 0], [0, near], [far, far], [far, 0], [0, far]])
  }

  @Test("--mix of other layouts to stereo and mono is that of BS.775 too")
  func otherLayouts() throws {
    let three = 1 / (1 + Self.half)
    expectEqual(
      try weights(from: 3, to: 2, "--mix"),
      [[three, 0], [0, three], [Self.half * three, Self.half * three]])
    expectEqual(
      try weights(from: 4, to: 2, "--mix"),
      [[three, 0], [0, three], [Self.half * three, 0], [0, Self.half * three]])
    let sum = 2 + 4 * Self.half
    expectEqual(
      try weights(from: 6, to: 1, "--mix"),
      [[1 / sum], [1 / sum], [2 * Self.half / sum], [0], [Self.half / sum], [Self.half / sum]])
  }

  @Test("More channels: mono goes to all, beside several an added one is silent")
  func added() throws {
    expectEqual(try weights(from: 1, to: 2), [[1, 1]])
    expectEqual(try weights(from: 1, to: 3), [[1, 1, 1]])
    expectEqual(try weights(from: 2, to: 3), [[1, 0, 0], [0, 1, 0]])
  }

  @Test("--mix to as many channels as there are changes nothing")
  func same() throws {
    expectEqual(try weights(from: 3, to: 3, "--mix"), [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
  }

  @Test(
    "-l writes the layout into a CAF",
    arguments: [
      ("Mono", 1, [0, 100, 0, 1] as [UInt8]), ("Binaural", 2, [0, 106, 0, 2]),
      ("kAudioChannelLayoutTag_Quadraphonic", 4, [0, 108, 0, 4]),
      ("MPEG_5_1_A", 6, [0, 121, 0, 6]),
    ])
  func layout(name: String, channels: Int, tag: [UInt8]) throws {
    try work.write("many.wav", Signals.sine(frames: 100, channels: channels))
    try work.convert("many.wav", "out.caf", "-d", "LEI16", "-l", name)
    #expect(try work.chunk("chan", of: "out.caf") == tag + [UInt8](repeating: 0, count: 8))
    #expect(try work.describe("out.caf").dataFormat.channelCount == channels)
  }

  @Test("A layout alone says how many channels there are to be, as -c does")
  func layoutForCount() throws {
    try work.convert("in.wav", "out.caf", "-d", "ima4", "-l", "Stereo")
    #expect(try work.describe("out.caf").dataFormat.channelCount == 2)
  }

  @Test("Given twice, the second layout is the output's")
  func twice() throws {
    let result = try work.afconvert(
      "in.wav", "out.caf", "-d", "LEI16", "-c", "2", "-l", "Mono", "-l", "MidSide")
    #expect(result.status == 0)
    #expect(
      result.errors
        == "*** warning: the first --channellayout means nothing for alert sounds and is ignored\n")
    #expect(try work.chunk("chan", of: "out.caf")?.prefix(4) == [0, 104, 0, 2])
  }

  @Test(
    "A layout that does not fit is refused",
    arguments: [
      (["-l", "Quadraphonic", "-c", "2"], 1, "has 4 channels, the output 2: add -c 4"),
      (["-l", "Sterio"], 2, "--channellayout must be one of Mono Stereo"),
      (["-l", "stereo"], 2, "not 'stereo'"),
      (["-l", "Mono", "-l", "Mono", "-l", "Mono"], 2, "-l may be given twice at most"),
    ])
  func refused(options: [String], status: Int32, message: String) throws {
    let result = try work.afconvert(["in.wav", "out.caf", "-d", "LEI16"] + options)
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try work.folder.names() == ["in.wav"])
  }
}
