import Dispatch
import Glibc
import Synchronization

/// Encodes Apple's IMA4 for the ear: of a sound's encodings the one whose noise is hidden best.
///
/// One is that of `IMA4Encoder` with the greatest effort. The others weigh errors with the sound's
/// own mask. All have the same size, and all decoders read them. Nothing is decided before the
/// sound ends, so all of it is kept in memory, about 60 bytes a sample when it is encoded.
public struct IMA4HearingEncoder: PacketEncoder {
  /// The powers of the ear's sensitivity that errors are weighted with. Beyond these a tone is
  /// only noise of another kind.
  private static let strengths = [0.2, 0.4, 0.6]
  /// The noise-to-mask ratio in dB below which the noise is inaudible and nothing is to be gained.
  private static let transparent = -20.0
  /// The flatness in dB below which the noise itself consists of tones: it repeats with the sound.
  /// A mask hides noise only; such tones are heard as a distortion, which grows with their number.
  private static let tonal = -15.0
  /// dB of signal-to-noise ratio that may be given up.
  private static let greatestLoss = 10.0

  /// Seconds of the longest sound: twice as long as an alert may be. With two channels at 48 kHz it
  /// takes about 350 MB.
  public static let maximumDuration = 60.0
  /// The frames of ``maximumDuration``.
  public var frameLimit: Int64? { Int64(Self.maximumDuration * ear.sampleRate) }

  private let channelCount: Int
  private let ear: EarModel
  private let usesAllCores: Bool
  private var samples: [Int16] = []

  /// An encoder at the start of a stream of one or two channels.
  /// - Parameters:
  ///   - channelCount: 1 or 2.
  ///   - sampleRate: the rate in Hz, by which the mask is found.
  ///   - usesAllCores: whether encodings may be made in parallel; the result is the same.
  /// - Throws: `CodecError.limit` for a rate below 8,000 Hz.
  public init(
    channelCount: Int, sampleRate: Double, usesAllCores: Bool = false
  ) throws(CodecError) {
    precondition((1...DataFormat.maximumIMA4ChannelCount).contains(channelCount))
    self.channelCount = channelCount
    ear = try EarModel(sampleRate: sampleRate)
    self.usesAllCores = usesAllCores
  }

  /// Keeps the frames; no packet is appended before the sound ends.
  public mutating func encode(_ pcm: PCMBuffer, into packets: inout [UInt8]) {
    appendRounded(pcm.samples, to: &samples)
  }

  /// Appends all packets. As with `IMA4Encoder` the last one is not full.
  public mutating func finish(into packets: inout [UInt8]) {
    packets += bestEncoding()
    samples = []
  }

  private func bestEncoding() -> [UInt8] {
    let plain = Judged(plainPackets(), of: samples, channelCount, ear)
    guard let ratio = plain.noiseToMask, ratio >= Self.transparent,
      let flatness = plain.noiseFlatness, flatness >= Self.tonal
    else { return plain.packets }
    let shaped = shapedEncodings().filter { $0.isAdmissible(instead: plain, Self.greatestLoss) }
    let best = shaped.min { ($0.noiseToMask ?? 0) < ($1.noiseToMask ?? 0) }
    return (best ?? plain).packets
  }

  private func plainPackets() -> [UInt8] {
    var encoder = IMA4Encoder(
      channelCount: channelCount, effort: .best, usesAllCores: usesAllCores)
    var packets: [UInt8] = []
    encoder.encode(samples, into: &packets)
    encoder.finish(into: &packets)
    return packets
  }

  /// One encoding for each strength, in that order.
  private func shapedEncodings() -> [Judged] {
    let (samples, channelCount, ear) = (samples, channelCount, ear)
    let channels = (0..<channelCount).map { channel in
      stride(from: channel, to: samples.count, by: channelCount).map { samples[$0] }
    }
    let filters = channels.map { MaskingFilter(ear, $0.map(Double.init)) }
    let found = Mutex<[Int: Judged]>([:])
    let encode = { @Sendable (number: Int) in
      let packets = zip(channels, filters).map { samples, filter in
        IMA4ShapedSearch(strength: Self.strengths[number]).packets(of: samples, filter)
      }
      let judged = Judged(Self.interleaved(packets), of: samples, channelCount, ear)
      found.withLock { $0[number] = judged }
    }
    if usesAllCores {
      DispatchQueue.concurrentPerform(iterations: Self.strengths.count, execute: encode)
    } else {
      for number in Self.strengths.indices { encode(number) }
    }
    return found.withLock { found in Self.strengths.indices.compactMap { found[$0] } }
  }

  /// The channels' packets in turns.
  private static func interleaved(_ channels: [[UInt8]]) -> [UInt8] {
    guard channels.count > 1 else { return channels.flatMap { $0 } }
    let size = IMA4Layout.bytesPerChannel
    return stride(from: 0, to: channels[0].count, by: size).flatMap { start in
      channels.flatMap { $0[start..<start + size] }
    }
  }
}

/// An encoding of a sound, and its measured quality.
private struct Judged: Sendable {
  let packets: [UInt8]
  /// dB.
  let noiseToMask: Double?
  let segmentalNoiseToMask: Double?
  let noiseFlatness: Double?
  /// The sum of the squared errors.
  let noise: Double

  init(
    _ packets: [UInt8], of samples: [Int16], _ channelCount: Int, _ ear: EarModel
  ) {
    self.packets = packets
    var decoder = IMA4Decoder(channelCount: channelCount)
    var decoded: [Int16] = []
    do {
      try decoder.decode(packets, into: &decoded)
    } catch { preconditionFailure("an encoder's packets are in order: \(error)") }
    var ratio = NoiseToMask(channelCount: channelCount, ear)
    ratio.add(samples.map { Double($0) * 0x1p-15 }, decoded.map { Double($0) * 0x1p-15 })
    ratio.finish()
    noiseToMask = ratio.decibels
    segmentalNoiseToMask = ratio.segmentalDecibels
    noiseFlatness = ratio.noiseFlatness
    noise = zip(samples, decoded).reduce(0) { sum, pair in
      let error = Double(pair.0) - Double(pair.1)
      return sum + error * error
    }
  }

  /// Whether no measure of hearing has become worse, and the noise is not too great.
  func isAdmissible(instead plain: Judged, _ greatestLoss: Double) -> Bool {
    guard let noiseToMask, let segmentalNoiseToMask, let before = plain.noiseToMask,
      let segmentalBefore = plain.segmentalNoiseToMask
    else { return false }
    return noiseToMask <= before && segmentalNoiseToMask <= segmentalBefore
      && 10 * log10(noise / plain.noise) <= greatestLoss
  }
}
