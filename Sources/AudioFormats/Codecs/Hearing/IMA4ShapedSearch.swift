import CIMA4Search

/// Finds packets whose errors, weighted by a sound's mask, are small.
struct IMA4ShapedSearch {
  private let strength: Double
  private let vectors: ima4_vectors

  init(strength: Double, vectors: ima4_vectors = ima4_widest_vectors()) {
    self.strength = strength
    self.vectors = vectors
  }

  /// All packets of one channel, of which the last one is not full.
  func packets(of samples: [Int16], _ filter: MaskingFilter) -> [UInt8] {
    let frames = IMA4Layout.framesPerPacket
    let count = samples.count / frames + 1
    let lastFrames = samples.count % frames
    let held = Array(repeating: samples.last ?? 0, count: frames - lastFrames)
    var found = search(
      samples + held, filter.taps(packetCount: count, strength: strength),
      // The filter needs at least two samples; with fewer, the padding after the sound counts too.
      lastFrameCount: lastFrames < 2 ? frames : lastFrames)
    var last = ima4_candidates(best: found[count - 1], other: found[count - 1])
    last.fade(after: lastFrames)
    found[count - 1] = last.best
    var packets: [UInt8] = []
    packets.reserveCapacity(count * IMA4Layout.bytesPerChannel)
    for candidate in found { IMA4Candidate(candidate).append(to: &packets) }
    return packets
  }

  /// - Parameters:
  ///   - samples: 64 for each packet.
  ///   - taps: 16 for each packet.
  func search(_ samples: [Int16], _ taps: [Float], lastFrameCount: Int) -> [ima4_candidate] {
    let (frames, lanes) = (IMA4Layout.framesPerPacket, ima4_lanes(vectors))
    let count = samples.count / frames
    precondition(taps.count == count * Int(IMA4_TAPS) && (2...frames).contains(lastFrameCount))
    var found = Array(repeating: ima4_candidate(), count: count)
    var state = ima4_shaped_state()
    let workspaces = IMA4Workspaces(byteCount: ima4_workspace_size(vectors, ima4_most))
    unsafe workspaces.withWorkspace { workspace in
      unsafe samples.withUnsafeBufferPointer { samples in
        unsafe taps.withUnsafeBufferPointer { taps in
          unsafe found.withUnsafeMutableBufferPointer { found in
            for first in stride(from: 0, to: count, by: lanes) {
              let size = min(lanes, count - first)
              state.last_frame_count = Int32(first + size == count ? lastFrameCount : frames)
              unsafe ima4_search_shaped(
                vectors, UnsafeBufferPointer(rebasing: samples[(first * frames)...]).baseAddress,
                size, UnsafeBufferPointer(rebasing: taps[(first * Int(IMA4_TAPS))...]).baseAddress,
                &state, workspace,
                UnsafeMutableBufferPointer(rebasing: found[first...]).baseAddress)
            }
          }
        }
      }
    }
    return found
  }
}
