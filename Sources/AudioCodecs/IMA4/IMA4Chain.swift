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
  /// A way to encode the packet that waits; nil before the first one.
  private var way: IMA4Candidate?
  /// Another way, unless it does not go with the packets that are settled.
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

  /// What becomes of the packet that waits, if `best` or `other` follows.
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
