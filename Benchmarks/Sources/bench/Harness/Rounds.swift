/// A program that takes part in a comparison.
struct Contender {
  let name: String
  /// Nil where the program is not installed.
  let command: Command?
  /// The work of the comparison is so many times what the command does.
  var scale = 1.0
  /// What a reader must know to compare fairly.
  var note = ""
  /// Runs before each run, outside the measurement.
  var prepare: () throws -> Void = {}

  /// A peer that is missing where `peer` is.
  static func peer(
    _ peer: Peer, scale: Double = 1, note: String = "", prepare: @escaping () throws -> Void = {},
    _ command: (_ program: String) -> Command
  ) -> Contender {
    Contender(
      name: peer.name, command: peer.path.map(command), scale: scale, note: note, prepare: prepare)
  }
}

/// What became of a contender.
enum Outcome {
  case missing
  case failed(String)
  case measured([Cost])
}

/// Contenders and what became of them, in the same order.
struct Comparison {
  let contenders: [Contender]
  let outcomes: [Outcome]
  /// Bytes that any child is charged with.
  let memoryFloor: Double
}

/// Lets contenders run in turns, so that whatever else the machine does meets all of them alike.
struct Rounds {
  let count: Int
  let name: String

  /// Runs all rounds; who fails once is left out from then on.
  func run(_ contenders: [Contender], in workshop: Workshop) throws -> Comparison {
    let memoryFloor = try workshop.run(Command("/bin/true", [])).peakMemory
    var outcomes = contenders.map { $0.command == nil ? Outcome.missing : .measured([]) }
    for round in 0..<count {
      for turn in contenders.indices {
        // Each round starts with another contender: none always follows the same one.
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
