import AudioFormats
import Foundation

/// The codecs alone, in this process: ten minutes of 44.1 kHz mono in the blocks of a conversion.
struct CodecSpeed: Measure {
  private static let blockFrames = 4_096

  func run(in workshop: Workshop) throws -> Section {
    let minutes = workshop.isQuick ? 2 : 10
    let blocks = Self.minuteOfBlocks()
    let tasks: [(name: String, work: () throws -> Int)] = [
      ("IMA4 encode", { try Self.encode(blocks, .ima4, minutes) }),
      ("IMA4 decode", Self.decoding(blocks, .ima4, minutes)),
      ("double → 16-bit PCM", { try Self.encode(blocks, Self.pcm16, minutes) }),
      ("16-bit PCM → double", Self.decoding(blocks, Self.pcm16, minutes)),
    ]
    var speeds = [[Double]](repeating: [], count: tasks.count)
    for round in 1...5 {
      for (index, task) in tasks.enumerated() {
        workshop.progress.show("codec: round \(round) of 5, \(task.name)")
        let start = processorSeconds()
        let samples = try task.work()
        speeds[index].append(Double(samples) / (processorSeconds() - start) / 1e6)
      }
    }
    var table = Table("codec", "Msamples/s (min–max)", "× real time")
    for (task, speeds) in zip(tasks, speeds) {
      let middle = median(speeds)
      table.append(
        task.name,
        String(format: "%.1f (%.1f–%.1f)", middle, speeds.min() ?? 0, speeds.max() ?? 0),
        String(format: "%.0f", middle * 1e6 / 44_100))
    }
    return Section(
      title: "\(minutes) minutes of 44.1 kHz mono in process, CPU time, 5 rounds", text: table.text)
  }

  private static let pcm16 = DataFormat.Coding.linearPCM(.int16(.littleEndian))

  private static func format(_ coding: DataFormat.Coding) throws -> DataFormat {
    try DataFormat(coding, sampleRate: 44_100, channelCount: 1)
  }

  private static func encode(
    _ blocks: [PCMBuffer], _ coding: DataFormat.Coding, _ minutes: Int
  ) throws -> Int {
    var encoder = try makeEncoder(for: try format(coding))
    var packets: [UInt8] = []
    for _ in 0..<minutes {
      for block in blocks {
        packets.removeAll(keepingCapacity: true)
        encoder.encode(block, into: &packets)
      }
    }
    return minutes * blocks.count * blockFrames
  }

  /// The work of decoding; the packets are prepared in advance.
  private static func decoding(
    _ blocks: [PCMBuffer], _ coding: DataFormat.Coding, _ minutes: Int
  ) -> () throws -> Int {
    let pieces = Result {
      var encoder = try makeEncoder(for: try format(coding))
      return blocks.map { block in
        var packets: [UInt8] = []
        encoder.encode(block, into: &packets)
        return packets
      }
    }
    return {
      var decoder = try makeDecoder(for: try format(coding))
      var block = PCMBuffer(channelCount: 1)
      for _ in 0..<minutes {
        for piece in try pieces.get() { try decoder.decode(piece, into: &block) }
      }
      return minutes * blocks.count * blockFrames
    }
  }

  /// One minute of sines and noise.
  private static func minuteOfBlocks() -> [PCMBuffer] {
    var noise = Noise(seed: 1)
    return (0..<60 * 44_100 / blockFrames).map { number in
      let pitch = Double(200 + number % 400)
      return Sound("", sampleRate: 44_100, frameCount: blockFrames) { time, _ in
        0.4 * sin(2 * .pi * pitch * time) + 0.2 * sin(2 * .pi * 3.01 * pitch * time)
          + 0.02 * noise.next()
      }.pcm
    }
  }
}
