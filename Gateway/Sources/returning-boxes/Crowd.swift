import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// All boxes, and their way to the engine.
final class Crowd: Sendable {
  private let port: Int
  private let context: NIOSSLContext
  private let group: MultiThreadedEventLoopGroup
  private let failed = Atomic(0)
  private let begin = ContinuousClock.now

  init(port: Int, context: NIOSSLContext, group: MultiThreadedEventLoopGroup) {
    self.port = port
    self.context = context
    self.group = group
  }

  /// The number of connections that failed.
  var failures: Int { failed.load(ordering: .relaxed) }

  /// Connects all boxes at once.
  /// - Returns: the time of each until it had its newest push, in seconds.
  func comeBack(_ boxes: [BoxCredentials]) async -> [Double] {
    await withTaskGroup(of: Double.self) { tasks in
      for box in boxes { tasks.addTask { await self.bring(box) } }
      return await tasks.reduce(into: []) { $0.append($1) }
    }
  }

  /// One box: until it has all.
  private func bring(_ box: BoxCredentials) async -> Double {
    while true {
      do {
        try await connect(box)
        return (ContinuousClock.now - begin) / .seconds(1)
      } catch {
        if failed.add(1, ordering: .relaxed).newValue == 1 {
          FileHandle.standardError.write(Data("the first failed attempt: \(error)\n".utf8))
        }
        try? await Task.sleep(for: .milliseconds(.random(in: 2_000...5_000)))
      }
    }
  }

  private func connect(_ box: BoxCredentials) async throws {
    let done = group.any().makePromise(of: Void.self)
    let bootstrap = ClientBootstrap(group: group)
      .connectTimeout(.seconds(10))
      .channelInitializer { [context] channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(
            SimulatedBox(box, context: context, done: done))
        }
      }
    do {
      _ = try await bootstrap.connect(host: "127.0.0.1", port: port).get()
    } catch {
      done.fail(error)
    }
    try await done.futureResult.get()
  }
}
