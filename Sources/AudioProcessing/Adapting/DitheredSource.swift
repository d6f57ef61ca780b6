public import AudioFormats

/// A source with noise added that makes rounding to fewer bits free of distortion.
///
/// The noise is triangular, two steps of the target wide (TPDF), so the power of the rounding error
/// no longer depends on the signal (Lipshitz, Wannamaker, Vanderkooy, "Quantization and Dither",
/// JAES 40/5, 1992). The noise is the same at each run, so the files are too.
public struct DitheredSource: PCMFilter {
  /// The source that noise is added to.
  public private(set) var input: any PCMSource
  private let step: Double
  private var state: UInt64 = 0x70C5_1900_D17E_4ED1

  /// Dithers for integers of `bitDepth` bits.
  public init(_ input: any PCMSource, bitDepth: Int) {
    self.input = input
    step = 2 / Double(UInt64(1) << bitDepth)
  }

  /// Replaces `buffer` with the input's next block and its noise.
  /// - Throws: any error from the input.
  public mutating func read(into buffer: inout PCMBuffer) throws {
    try input.read(into: &buffer)
    for index in buffer.samples.indices {
      buffer.samples[index] += step * (uniform() - uniform())
    }
  }

  /// A number in 0..<1: xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift
  /// generators, scrambled", 2014), its upper bits.
  private mutating func uniform() -> Double {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) * 0x1p-53
  }
}
