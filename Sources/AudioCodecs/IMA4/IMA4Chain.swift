import CIMA4Search

/// Chooses among the candidates of each packet of one channel, so that all decoders read each
/// preamble alike.
///
/// They do unless a preamble repeats the step index that the packet before has ended on, with a
/// predictor near the one there. A packet waits for the one behind it, and of the two the cheapest
/// ways that go together are taken.
struct IMA4Chain {
  /// The state of a decoder behind the packets that are settled.
  private var running = IMAState()
  /// The ways that are left for the packet that waits, the cheaper one first; none at the start.
  private var waiting: [IMA4Candidate] = []

  /// Takes the candidates of the next packet.
  /// - Returns: the packet before it, which is settled now.
  mutating func add(_ found: ima4_candidates) -> IMA4Candidate? {
    let next = [IMA4Candidate(found.best), IMA4Candidate(found.other)]
    guard !waiting.isEmpty else {
      waiting = next.filter { $0.startsAlike(after: running) }
      // Only a preamble like (±127, 0) could be mistaken, and those are no multiples of 128.
      precondition(!waiting.isEmpty)
      return nil
    }
    let settled = bestWay(to: next)
    running = settled.end
    waiting = next.filter { $0.startsAlike(after: running) }
    return settled
  }

  /// The last packet.
  mutating func finish() -> IMA4Candidate? {
    defer { waiting = [] }
    return waiting.first
  }

  private func bestWay(to next: [IMA4Candidate]) -> IMA4Candidate {
    var best: IMA4Candidate?
    var least = Float.infinity
    for way in waiting {
      for candidate in next where candidate.startsAlike(after: way.end) {
        let cost = way.cost + candidate.cost
        if cost < least { (best, least) = (way, cost) }
      }
    }
    return best ?? waiting[0].ending(before: next[0])
  }
}
