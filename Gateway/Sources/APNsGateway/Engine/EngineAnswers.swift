import NIOCore
import NIOHTTP2
import Synchronization

/// A push that is being stored by the engine, with what the answer to its provider needs.
struct PushTicket: Sendable {
  let stream: HTTP2StreamID
  let identifier: String
  let begin = NIODeadline.now()
}

/// The engine's answers on their way to the event loop of a connection: one task for all answers
/// that have arrived meanwhile, instead of one wake-up of the loop for each.
final class EngineAnswers: Sendable {
  typealias Answer = (ticket: PushTicket, isStored: Bool)

  /// The receiver of the answers, on the loop.
  final class Taker {
    var take: ([Answer]) -> Void = { _ in }
  }

  let taker: NIOLoopBound<Taker>
  private let loop: any EventLoop
  private let ready = Mutex<[Answer]>([])

  /// On the loop.
  init(_ loop: any EventLoop) {
    self.loop = loop
    taker = NIOLoopBound(Taker(), eventLoop: loop)
  }

  /// Adds the engine's answer on one push, on any thread.
  func add(_ ticket: PushTicket, isStored: Bool) {
    let isFirst = ready.withLock { ready in
      ready.append((ticket, isStored))
      return ready.count == 1
    }
    if isFirst { loop.execute { self.handOver() } }
  }

  private func handOver() {
    let all = ready.withLock { ready in
      defer { ready = [] }
      return ready
    }
    taker.value.take(all)
  }
}
