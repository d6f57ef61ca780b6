import AudioTypes
import CSoxr

/// One libsoxr resampler: interleaved doubles in, interleaved doubles out.
@safe final class SoxrResampler {
  private let handle: soxr_t
  private let channelCount: Int

  init(from inputRate: Double, to outputRate: Double, channelCount: Int) throws(ResamplingError) {
    var format = unsafe soxr_io_spec(SOXR_FLOAT64_I, SOXR_FLOAT64_I)
    // SOXR_VHQ: 28 bits, as afconvert's default is its best quality.
    var quality = unsafe soxr_quality_spec(UInt(SOXR_VHQ), 0)
    var threads = unsafe soxr_runtime_spec(1)
    var failure: soxr_error_t?
    let created = unsafe soxr_create(
      inputRate, outputRate, UInt32(channelCount), &failure, &format, &quality, &threads)
    guard let created = unsafe created, unsafe failure == nil else {
      throw ResamplingError(inputRate: inputRate, outputRate: outputRate)
    }
    unsafe handle = created
    self.channelCount = channelCount
  }

  deinit { unsafe soxr_delete(handle) }

  /// Replaces `output` with up to `room` frames of what `input` yields from frame `start` on; nil
  /// is the end of the input.
  /// - Returns: the frames of `input` that were taken.
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

/// A ratio of sample rates that the resampler refuses.
public struct ResamplingError: Error, CustomStringConvertible {
  let inputRate: Double
  let outputRate: Double

  public var description: String { "cannot resample from \(inputRate) Hz to \(outputRate) Hz" }
}
