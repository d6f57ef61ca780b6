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

  /// Appends what `input` yields to `output`; nil is the end of the input.
  func process(_ input: PCMBuffer?, into output: inout PCMBuffer, roomFor frames: Int) {
    let start = output.frameCount
    output.resize(frames: start + frames)
    var taken = 0
    var made = 0
    unsafe output.samples.withUnsafeMutableBufferPointer { out in
      let room = unsafe out.baseAddress.map { unsafe $0 + start * channelCount }
      if let input {
        unsafe input.samples.withUnsafeBufferPointer { samples in
          _ = unsafe soxr_process(
            handle, samples.baseAddress, input.frameCount, &taken, room, frames, &made)
        }
      } else {
        _ = unsafe soxr_process(handle, nil, 0, &taken, room, frames, &made)
      }
    }
    output.resize(frames: start + made)
  }
}

/// A ratio of sample rates that the resampler refuses.
public struct ResamplingError: Error, CustomStringConvertible {
  let inputRate: Double
  let outputRate: Double

  public var description: String { "cannot resample from \(inputRate) Hz to \(outputRate) Hz" }
}
