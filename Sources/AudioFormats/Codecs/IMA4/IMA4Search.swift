import CIMA4Search
import Dispatch
import Synchronization

/// Finds candidates for many packets at once.
struct IMA4Search: Sendable {
  /// The number of packets that are worth a call.
  let batchSize: Int
  private let effort: IMA4Encoder.Effort
  private let usesAllCores: Bool
  private let vectors: ima4_vectors
  /// The number of packets that one core searches side by side.
  private let packetsPerTask: Int
  private let workspaces: IMA4Workspaces

  init(
    _ effort: IMA4Encoder.Effort, usesAllCores: Bool,
    vectors: ima4_vectors = ima4_widest_vectors()
  ) {
    self.effort = effort
    self.usesAllCores = usesAllCores
    self.vectors = vectors
    packetsPerTask = ima4_lanes(vectors)
    // On several cores many tasks each: to begin and to end together costs them time.
    batchSize = usesAllCores ? 128 * packetsPerTask : packetsPerTask
    workspaces = IMA4Workspaces(byteCount: ima4_workspace_size(vectors, effort.search))
  }

  /// Finds candidates for packets of 64 samples each, one packet after the other.
  /// - Parameter found: has room for at least as many; the rest keeps its memory for the next call.
  func find(_ samples: UnsafeBufferPointer<Int16>, into found: inout [ima4_candidates]) {
    let count = samples.count / IMA4Layout.framesPerPacket
    let taskCount = (count + packetsPerTask - 1) / packetsPerTask
    if found.count < count {
      found += repeatElement(ima4_candidates(), count: count - found.count)
    }
    unsafe found.withUnsafeMutableBufferPointer { found in
      let room = unsafe UnsafeMutableBufferPointer(rebasing: found[..<count])
      let job = unsafe IMA4Job(samples: samples, found: room)
      if usesAllCores && taskCount > 1 {
        DispatchQueue.concurrentPerform(iterations: taskCount) { unsafe run($0, of: job) }
      } else {
        for task in 0..<taskCount { unsafe run(task, of: job) }
      }
    }
  }

  private func run(_ task: Int, of job: IMA4Job) {
    let first = task * packetsPerTask
    let part = unsafe job.part(first, min(packetsPerTask, job.found.count - first))
    unsafe workspaces.withWorkspace { workspace in
      unsafe ima4_search(
        vectors, effort.search, part.samples.baseAddress, part.found.count, workspace,
        part.found.baseAddress)
    }
  }
}

/// Packets to encode and room for their candidates; each task has a part of its own.
@unsafe struct IMA4Job: @unchecked Sendable {
  /// 64 for each packet.
  let samples: UnsafeBufferPointer<Int16>
  let found: UnsafeMutableBufferPointer<ima4_candidates>

  /// `count` packets from `first` on.
  func part(_ first: Int, _ count: Int) -> IMA4Job {
    let frames = IMA4Layout.framesPerPacket
    let range = first * frames..<(first + count) * frames
    return unsafe IMA4Job(
      samples: UnsafeBufferPointer(rebasing: samples[range]),
      found: UnsafeMutableBufferPointer(rebasing: found[first..<first + count]))
  }
}

extension IMA4Encoder.Effort {
  fileprivate var search: ima4_effort {
    switch self {
    case .fast: ima4_greedy
    case .normal: ima4_single
    case .best: ima4_most
    }
  }
}

/// Memory that searches need while they run. It holds as many pieces as the maximum of searches
/// that have run in parallel.
///
/// Copies of an encoder may share it on any threads.
@safe final class IMA4Workspaces: Sendable {
  private let byteCount: Int
  private let idle = unsafe Mutex<[Piece]>([])

  /// Memory that one search at a time writes to.
  @unsafe private struct Piece: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer
  }

  init(byteCount: Int) { self.byteCount = byteCount }

  deinit {
    unsafe idle.withLock { pieces in
      unsafe pieces.forEach { unsafe $0.memory.deallocate() }
    }
  }

  /// Runs `body` with memory of its own, which starts at a multiple of 128 bytes.
  func withWorkspace(_ body: (UnsafeMutableRawPointer) -> Void) {
    let piece =
      unsafe idle.withLock { unsafe $0.popLast() }
      ?? Piece(memory: .allocate(byteCount: byteCount, alignment: 128))
    unsafe body(piece.memory)
    unsafe idle.withLock { unsafe $0.append(piece) }
  }
}
