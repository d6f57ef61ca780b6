/// A program that takes part in a comparison.
struct Contender {
  let name: String
  /// The command; nil if the program is not installed.
  let command: Command?
  /// The factor from the command's work to the work of the comparison.
  var scale = 1.0
  /// A note that a reader needs for a fair comparison.
  var note = ""
  /// Runs before each run, outside the measurement.
  var prepare: () throws -> Void = {}

  /// A contender for `peer`, which is missing if `peer` is.
  static func peer(
    _ peer: Peer, scale: Double = 1, note: String = "", prepare: @escaping () throws -> Void = {},
    _ command: (_ program: String) -> Command
  ) -> Contender {
    Contender(
      name: peer.name, command: peer.path.map(command), scale: scale, note: note, prepare: prepare)
  }
}

/// The outcome of a contender.
enum Outcome {
  case missing
  case failed(String)
  case measured([Cost])
}

/// Contenders and their outcomes, in the same order.
struct Comparison {
  let contenders: [Contender]
  let outcomes: [Outcome]
  /// The memory (bytes) that is measured for any child.
  let memoryFloor: Double
}

/// Runs contenders in turns, so that other load on the machine affects all of them equally.
struct Rounds {
  let count: Int
  let name: String

  /// Runs all rounds; a contender that fails once is left out from then on.
  func run(_ contenders: [Contender], in workshop: Workshop) throws -> Comparison {
    let memoryFloor = try workshop.run(Command("/bin/true", [])).peakMemory
    var outcomes = contenders.map { $0.command == nil ? Outcome.missing : .measured([]) }
    for round in 0..<count {
      for turn in contenders.indices {
        // Each round starts with another contender, so that none always follows the same one.
        let index = (turn + round) % contenders.count
        guard case .measured(let costs) = outcomes[index], let command = contenders[index].command
        else { continue }
        workshop.progress.show("\(name): round \(round + 1) of \(count), \(contenders[index].name)")
        try contenders[index].prepare()
        do {
          let cost = try workshop.run(command)
          outcomes[index] = .measured(costs + [cost.scaled(by: contenders[index].scale)])
        } catch let failure as RunFailure {
          outcomes[index] = .failed(failure.description)
          workshop.hasFailures = true
        }
      }
    }
    return Comparison(contenders: contenders, outcomes: outcomes, memoryFloor: memoryFloor)
  }
}

/// The middle value; the mean of the middle two of an even number.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
