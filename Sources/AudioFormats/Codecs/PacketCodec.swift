public import Files

/// Turns packets into PCM.
public protocol PacketDecoder {
  /// Replaces `pcm` with the frames of whole packets, which follow those of the last call.
  /// - Throws: ``CodecError`` for a packet that no encoder can have written.
  mutating func decode(_ packets: [UInt8], into pcm: inout PCMBuffer) throws(CodecError)
}

/// Turns PCM into packets.
public protocol PacketEncoder {
  /// The most frames of a stream; nil where there is no limit.
  var frameLimit: Int64? { get }

  /// Appends the packets that `pcm` completes; frames that fill no packet wait for the next call.
  mutating func encode(_ pcm: PCMBuffer, into packets: inout [UInt8])

  /// Appends the remaining packets.
  mutating func finish(into packets: inout [UInt8])
}

extension PacketEncoder {
  /// No limit.
  public var frameLimit: Int64? { nil }
}

/// The quality that an encoder of IMA4 optimizes.
public enum IMA4Optimization: String, CaseIterable, Sendable {
  /// The signal-to-noise ratio.
  case signal
  /// The noise-to-mask ratio: the audible part of the noise, by an ear model.
  case hearing
}

/// The reason why packets cannot be decoded or encoded.
public enum CodecError: Error, Hashable, Sendable {
  /// A packet that no encoder can have written; the position counts from the packets of the call.
  case malformed(Malformed)
  /// A coding that Tocsin has no codec for.
  case unsupported(DataFormat.Coding, name: String)
  /// A sound beyond the limits of an encoder, as a sentence.
  case limit(String)
}

/// A decoder for packets of `format`.
/// - Throws: ``CodecError`` where Tocsin has no decoder for it.
public func makeDecoder(for format: DataFormat) throws(CodecError) -> any PacketDecoder {
  switch format.coding {
  case .linearPCM(let pcm): LinearPCMDecoder(pcm)
  case .uLaw: G711Decoder(.uLaw)
  case .aLaw: G711Decoder(.aLaw)
  case .ima4: IMA4Decoder(channelCount: format.channelCount)
  case .msIMA(let bytes, let frames):
    MSIMADecoder(channelCount: format.channelCount, bytesPerPacket: bytes, framesPerPacket: frames)
  case .other: throw .unsupported(format.coding, name: format.codingName)
  }
}

/// An encoder to packets of `format`.
/// - Parameters:
///   - format: the coding, rate and channels of the packets.
///   - effort: the effort of the search for IMA4; the other codings leave no choice.
///   - optimization: the quality that IMA4 optimizes; for hearing the effort is always the
///     greatest.
///   - usesAllCores: whether IMA4 may work on all cores; the packets are the same.
/// - Throws: ``CodecError`` where Tocsin has no encoder for it, and for hearing below 8,000 Hz.
public func makeEncoder(
  for format: DataFormat, effort: IMA4Encoder.Effort = .normal,
  optimization: IMA4Optimization = .signal, usesAllCores: Bool = false
) throws(CodecError) -> any PacketEncoder {
  switch format.coding {
  case .linearPCM(let pcm): LinearPCMEncoder(pcm)
  case .uLaw: G711Encoder(.uLaw)
  case .aLaw: G711Encoder(.aLaw)
  case .ima4 where optimization == .hearing:
    try IMA4HearingEncoder(
      channelCount: format.channelCount, sampleRate: format.sampleRate, usesAllCores: usesAllCores)
  case .ima4:
    IMA4Encoder(channelCount: format.channelCount, effort: effort, usesAllCores: usesAllCores)
  case .msIMA, .other: throw .unsupported(format.coding, name: format.codingName)
  }
}

extension CodecError: CustomStringConvertible {
  /// The error and its place, as a sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed(let malformed): "bad packet at byte \(malformed.position): \(malformed.reason)"
    case .unsupported(_, let name): "Tocsin has no codec for \(name)"
    case .limit(let sentence): sentence
    }
  }
}
