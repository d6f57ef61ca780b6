import NIOCore
import NIOHTTP2
import Synchronization

/// A push that the engine is to store, as its provider knows it.
struct PushTicket: Sendable {
  let stream: HTTP2StreamID
  let identifier: String
  let begin = NIODeadline.now()
}

/// The engine's answers on their way to the event loop of a connection: one task for all that have
/// come meanwhile, where each would wake the loop by itself.
final class EngineAnswers: Sendable {
  typealias Answer = (ticket: PushTicket, isStored: Bool)

  /// Who takes them, on the loop.
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

  /// The engine's word on one push, on any thread.
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
