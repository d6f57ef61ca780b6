import AudioTypes
import CIMA4Search

/// The quick way to encode: for each sample the code that comes nearest, without a look ahead.
///
/// It is done from four starts for each packet, of which the best one is kept. Each sample of a
/// chain waits for the one before it, so four chains in step take hardly longer than one.
extension IMA4Job {
  func encodeGreedily() {
    let frameCount = IMA4Layout.framesPerPacket
    unsafe withUnsafeTemporaryAllocation(byteCount: 4 * codeBytes, alignment: 8) { codes in
      unsafe IMAStepTable.shared.withUnsafePointers { table in
        for packet in unsafe 0..<found.count {
          let first = packet * frameCount
          let frames = unsafe UnsafeBufferPointer(rebasing: samples[first..<first + frameCount])
          let starts = unsafe GreedyStarts(for: frames)
          unsafe found[packet] = starts.candidates(for: frames, codes, table)
        }
      }
    }
  }
}

private let codeBytes = IMA4Layout.framesPerPacket / 2

/// The four starts that are tried for a packet.
private struct GreedyStarts {
  /// The multiple of 128 nearest to the first sample.
  private let predictor: Int32
  private let indices: (Int, Int, Int, Int)

  /// Guesses by how fast the signal moves: at its start, over the packet, and where it jumps most.
  init(for samples: UnsafeBufferPointer<Int16>) {
    var sum: Int32 = 0
    var greatest: Int32 = 0
    var early: Int32 = 0
    for frame in 1..<IMA4Layout.framesPerPacket {
      let change = unsafe abs(Int32(samples[frame]) &- Int32(samples[frame &- 1]))
      sum &+= change
      greatest = max(greatest, change)
      if frame == 7 { early = sum }
    }
    let first = unsafe Int32(samples[0])
    let mask = IMA4Preamble.predictorMask
    predictor = min((first &+ 64) & mask, 32_767 & mask)
    // The first step must reach the signal from the predictor.
    let needed = Self.index(moving: Float(abs(first &- predictor)))
    let start = max(Self.index(moving: 0.9 / 7 * Float(early)), needed)
    let last = IMAStepTable.maximumIndex
    indices = (
      start, start &+ 8 <= last ? start &+ 8 : start &- 8,
      max(Self.index(moving: 0.9 / 63 * Float(sum)), needed),
      Self.index(moving: 0.8 * Float(greatest))
    )
  }

  /// The index whose step size is about `size`: step sizes grow by a tenth from 7 on, and the bits
  /// of a floating-point number are nearly its logarithm.
  private static func index(moving size: Float) -> Int {
    let octaves = Float(Int32(bitPattern: size.bitPattern &- Float(7).bitPattern)) * 0x1p-23
    return min(max(Int(octaves * 7.27 + 0.5), 0), IMAStepTable.maximumIndex)
  }

  func candidates(
    for samples: UnsafeBufferPointer<Int16>, _ codes: UnsafeMutableRawBufferPointer,
    _ table: IMAStepTable.Pointers
  ) -> ima4_candidates {
    var first = GreedyChain(0, predictor, indices.0)
    var second = GreedyChain(1, predictor, indices.1)
    var third = GreedyChain(2, predictor, indices.2)
    var fourth = GreedyChain(3, predictor, indices.3)
    for pair in 0..<codeBytes {
      let low = unsafe Int32(samples[2 &* pair])
      let high = unsafe Int32(samples[2 &* pair &+ 1])
      unsafe codes[pair] = first.encode(low, high, table)
      unsafe codes[codeBytes &+ pair] = second.encode(low, high, table)
      unsafe codes[2 &* codeBytes &+ pair] = third.encode(low, high, table)
      unsafe codes[3 &* codeBytes &+ pair] = fourth.encode(low, high, table)
    }
    let best = first.cheaper(second).cheaper(third.cheaper(fourth))
    // Where the packet before has ended on the best one's index, another one is wanted.
    let other = first.unless(best).cheaper(second.unless(best))
      .cheaper(third.unless(best).cheaper(fourth.unless(best)))
    return unsafe ima4_candidates(best: best.candidate(codes), other: other.candidate(codes))
  }
}

/// One of the ways to encode a packet, sample by sample.
private struct GreedyChain {
  private let number: Int
  private let start: IMAState
  private var state: IMAState
  private var error: Int64 = 0

  init(_ number: Int, _ predictor: Int32, _ stepIndex: Int) {
    self.number = number
    start = IMAState(predictor: predictor, stepIndex: stepIndex)
    state = start
  }

  /// Encodes two samples into a byte.
  @inline(__always)
  mutating func encode(_ low: Int32, _ high: Int32, _ table: IMAStepTable.Pointers) -> UInt8 {
    let first = unsafe state.encode(low, table)
    let firstError = Int64(low &- state.predictor)
    let second = unsafe state.encode(high, table)
    let secondError = Int64(high &- state.predictor)
    error &+= firstError &* firstError &+ secondError &* secondError
    return UInt8(truncatingIfNeeded: first | second << 4)
  }

  func cheaper(_ another: GreedyChain) -> GreedyChain { another.error < error ? another : self }

  /// This way, at a price that none pays if it starts from the same index as `another`.
  func unless(_ another: GreedyChain) -> GreedyChain {
    var way = self
    if start.stepIndex == another.start.stepIndex { way.error = .max }
    return way
  }

  func candidate(_ codes: UnsafeMutableRawBufferPointer) -> ima4_candidate {
    var candidate = ima4_candidate()
    candidate.cost = Float(error)
    candidate.start_predictor = Int16(start.predictor)
    candidate.start_index = UInt8(start.stepIndex)
    candidate.end_predictor = Int16(state.predictor)
    candidate.end_index = UInt8(state.stepIndex)
    unsafe withUnsafeMutableBytes(of: &candidate.codes) { own in
      let from = unsafe UnsafeRawBufferPointer(codes)[number * codeBytes..<(number + 1) * codeBytes]
      unsafe own.copyMemory(from: UnsafeRawBufferPointer(rebasing: from))
    }
    return candidate
  }
}

extension IMAState {
  /// The code for `sample`; the state moves on as the decoder's will.
  ///
  /// One multiplication by the step's reciprocal finds how many quarters of the step there are.
  @inline(__always)
  mutating func encode(_ sample: Int32, _ table: IMAStepTable.Pointers) -> Int {
    let difference = sample &- predictor
    let magnitude = UInt64(UInt32(bitPattern: abs(difference)))
    let quarters = unsafe magnitude &* UInt64(table.quarters[stepIndex]) >> 24
    let code = Int(min(quarters, 7)) | Int(difference >> 31) & 8
    _ = unsafe decode(code, table)
    return code
  }
}
