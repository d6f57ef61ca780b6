import CIMA4Search

/// One encoding of a packet of one channel.
struct IMA4Candidate: Sendable {
  /// The search's own structure, with the codes in place, so another packet needs no further
  /// allocation.
  private(set) var found: ima4_candidate

  init(_ found: ima4_candidate) { self.found = found }

  /// The sum of the squared errors.
  var cost: Float { found.cost }

  /// The state that the preamble stores; the predictor is a multiple of 128.
  var start: IMAState {
    IMAState(predictor: Int32(found.start_predictor), stepIndex: Int(found.start_index))
  }

  /// The state of a decoder after the packet.
  var end: IMAState {
    IMAState(predictor: Int32(found.end_predictor), stepIndex: Int(found.end_index))
  }

  /// Whether every decoder that is in the state `running` starts this packet from its preamble.
  /// Decoders that carry their own predictor on must have no reason to do so.
  func startsAlike(after running: IMAState) -> Bool {
    IMA4Preamble(carrying: start).state(after: running) == start
  }

  /// Appends the packet: 34 bytes.
  func append(to packets: inout [UInt8]) {
    // At once: to make room for each part costs more than to find the codes by `fast`.
    let packet = (IMA4Preamble(carrying: start).bytes, found.codes)
    unsafe withUnsafeBytes(of: packet) { unsafe packets.append(contentsOf: $0) }
  }

  /// The candidate closest to this one that ends on a state after which `next` starts alike.
  func ending(before next: IMA4Candidate) -> IMA4Candidate {
    var packet: [UInt8] = []
    append(to: &packet)
    let last = packet.count - 1
    let states = IMAStepTable.shared.states(of: packet[2...], after: start)
    var best = self
    var least = Int32.max
    // Half of the codes lead to a smaller index and the others to larger ones, so some will do.
    for code in 0..<16 {
      let state = IMAStepTable.shared.state(after: states[states.count - 2], code)
      let distance = abs(state.predictor - end.predictor)
      guard distance < least, next.startsAlike(after: state) else { continue }
      least = distance
      best.found.end_predictor = Int16(state.predictor)
      best.found.end_index = UInt8(state.stepIndex)
      unsafe withUnsafeMutableBytes(of: &best.found.codes) { codes in
        unsafe codes[codes.count - 1] = packet[last] & 0xF | UInt8(code) << 4
      }
    }
    return best
  }
}

extension ima4_candidates {
  /// Leads both candidates to silence after the first `frameCount` frames.
  mutating func fade(after frameCount: Int) {
    best = IMA4Candidate(best).fading(after: frameCount).found
    other = IMA4Candidate(other).fading(after: frameCount).found
  }
}

extension IMA4Candidate {
  /// The same candidate for `frameCount` frames, then the nearest codes to silence.
  fileprivate func fading(after frameCount: Int) -> IMA4Candidate {
    var packet: [UInt8] = []
    append(to: &packet)
    let table = IMAStepTable.shared
    var state = table.states(of: packet[2...], after: start)[frameCount]
    for frame in frameCount..<IMA4Layout.framesPerPacket {
      let ways = (0..<16).map { table.state(after: state, $0) }
      let code = ways.indices.min { abs(ways[$0].predictor) < abs(ways[$1].predictor) } ?? 0
      state = ways[code]
      let byte = packet[2 + frame / 2]
      packet[2 + frame / 2] =
        frame.isMultiple(of: 2) ? byte & 0xF0 | UInt8(code) : byte & 0xF | UInt8(code) << 4
    }
    var faded = self
    faded.found.end_predictor = Int16(state.predictor)
    faded.found.end_index = UInt8(state.stepIndex)
    unsafe withUnsafeMutableBytes(of: &faded.found.codes) {
      unsafe $0.copyBytes(from: packet[2...])
    }
    return faded
  }
}

extension IMAStepTable {
  fileprivate func state(after state: IMAState, _ code: Int) -> IMAState {
    var state = state
    _ = unsafe withTransitions { unsafe state.decode(code, $0) }
    return state
  }

  /// The state after each of the codes, two in a byte.
  fileprivate func states(of codes: ArraySlice<UInt8>, after start: IMAState) -> [IMAState] {
    var states = [start]
    for byte in codes {
      for code in [byte & 0xF, byte >> 4] {
        states.append(state(after: states[states.count - 1], Int(code)))
      }
    }
    return states
  }
}

/// Chooses among the candidates of each packet of one channel, so that all decoders read each
/// preamble alike.
///
/// They do unless a preamble repeats the step index on which the packet before ended, with a
/// predictor near the one there. So a packet waits for the next one, and the cheapest candidates of
/// the two that fit together are taken.
struct IMA4Chain {
  /// The state of a decoder after the packets that are settled.
  private var running = IMAState()
  /// A candidate for the packet that waits; nil before the first one.
  private var way: IMA4Candidate?
  /// Another candidate, unless it does not fit the packets that are settled.
  private var detour: IMA4Candidate?

  /// Takes the candidates of the next packet.
  /// - Returns: the packet before it, which is settled now.
  mutating func add(_ found: ima4_candidates) -> IMA4Candidate? {
    let (best, other) = (IMA4Candidate(found.best), IMA4Candidate(found.other))
    let settled = way.map { settle($0, before: best, or: other) }
    if let settled { running = settled.end }
    let takesBest = best.startsAlike(after: running)
    way = takesBest ? best : other
    detour = takesBest && other.startsAlike(after: running) ? other : nil
    return settled
  }

  /// The last packet.
  mutating func finish() -> IMA4Candidate? {
    defer { way = nil }
    return way
  }

  /// The choice for the packet that waits, if `best` or `other` follows.
  private func settle(
    _ way: IMA4Candidate, before best: IMA4Candidate, or other: IMA4Candidate
  ) -> IMA4Candidate {
    if best.startsAlike(after: way.end) { return way }
    var chosen: IMA4Candidate?
    var least = Float.infinity
    if other.startsAlike(after: way.end) { (chosen, least) = (way, way.cost + other.cost) }
    if let detour {
      let cost =
        detour.cost
        + min(
          best.startsAlike(after: detour.end) ? best.cost : .infinity,
          other.startsAlike(after: detour.end) ? other.cost : .infinity)
      if cost < least { chosen = detour }
    }
    return chosen ?? way.ending(before: best)
  }
}
