import AudioFormats
import CSound

/// One libsoxr resampler: interleaved doubles in, interleaved doubles out.
@safe final class SoxrResampler {
  private let handle: soxr_t
  private let channelCount: Int

  /// libsoxr 0.1.3 never ends its output from this ratio on.
  private static let ratioLimit = 0x1p19

  init(
    from inputRate: Double, to outputRate: Double, channelCount: Int, quality: ResamplingQuality
  ) throws(ResamplingError) {
    // It crashes on a rate that is NaN.
    guard DataFormat.sampleRates.contains(inputRate), DataFormat.sampleRates.contains(outputRate),
      outputRate / inputRate < Self.ratioLimit
    else { throw ResamplingError(inputRate: inputRate, outputRate: outputRate) }
    guard tocsin_has_soxr() != 0 else {
      throw ResamplingError(inputRate: inputRate, outputRate: outputRate, isLibraryMissing: true)
    }
    var format = unsafe soxr_io_spec(SOXR_FLOAT64_I, SOXR_FLOAT64_I)
    var recipe = unsafe soxr_quality_spec(UInt(quality.recipe), UInt(quality.flags))
    var threads = unsafe soxr_runtime_spec(1)
    var failure: soxr_error_t?
    let created = unsafe soxr_create(
      inputRate, outputRate, UInt32(channelCount), &failure, &format, &recipe, &threads)
    guard let created = unsafe created, unsafe failure == nil else {
      throw ResamplingError(inputRate: inputRate, outputRate: outputRate)
    }
    unsafe handle = created
    self.channelCount = channelCount
  }

  deinit { unsafe soxr_delete(handle) }

  /// Replaces `output` with up to `room` frames, resampled from `input` from frame `start` on. A
  /// nil `input` means its end.
  /// - Returns: the number of frames taken from `input`.
  func process(
    _ input: PCMBuffer?, from start: Int = 0, into output: inout PCMBuffer, room: Int
  ) -> Int {
    output.resize(frames: room)
    var taken = 0
    var made = 0
    unsafe output.samples.withUnsafeMutableBufferPointer { out in
      guard let input else {
        _ = unsafe soxr_process(handle, nil, 0, &taken, out.baseAddress, room, &made)
        return
      }
      unsafe input.samples[(start * channelCount)...].withUnsafeBufferPointer { samples in
        _ = unsafe soxr_process(
          handle, samples.baseAddress, input.frameCount - start, &taken, out.baseAddress, room,
          &made)
      }
    }
    output.resize(frames: made)
    return taken
  }
}

/// A ratio of sample rates that the resampler refuses, or a resampler that is not installed.
public struct ResamplingError: Error, CustomStringConvertible {
  let inputRate: Double
  let outputRate: Double
  var isLibraryMissing = false

  /// The two rates, and the remedy where there is one, as a sentence without a full stop.
  public var description: String {
    "cannot resample from \(inputRate) Hz to \(outputRate) Hz"
      + (isLibraryMissing ? ": libsoxr is not installed (libsoxr0)" : "")
  }
}

/// The quality of a resampler, from fast to exact.
public enum ResamplingQuality: Hashable, Sendable, CaseIterable {
  /// Cubic interpolation, no filter.
  case quick
  /// 16 bits with a wide, a middle or a narrow transition band.
  case low, medium
  /// 20 bits.
  case high
  /// 28 bits: finer than any 24-bit file.
  case best
  /// 28 bits and the steepest filter.
  case mastering

  /// libsoxr's recipe (soxr.h, "Quality `recipes'").
  fileprivate var recipe: Int {
    switch self {
    case .quick: Int(SOXR_QQ)
    case .low: Int(SOXR_LQ)
    case .medium: Int(SOXR_MQ)
    case .high: Int(SOXR_HQ)
    case .best, .mastering: Int(SOXR_VHQ)
    }
  }

  fileprivate var flags: Int { self == .mastering ? Int(SOXR_STEEP_FILTER) : 0 }
}
