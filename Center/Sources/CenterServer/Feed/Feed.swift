import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NotificationDelivery
import NotificationScheduling
import NotificationStorage

/// What the page shows, as server-sent events (HTML Standard, 9.2): everything at first, then each
/// change.
struct Feed: Sendable {
  private let schedule: NotificationSchedule
  private let configuration: @Sendable () -> HostConfiguration
  private let watch: StoreWatch
  private let log: Logger

  init(
    _ schedule: NotificationSchedule, configuration: @escaping @Sendable () -> HostConfiguration,
    watch: StoreWatch, log: Logger
  ) {
    self.schedule = schedule
    self.configuration = configuration
    self.watch = watch
    self.log = log
  }

  /// Ends when the browser closes the connection.
  func reply(to request: Request) -> Response {
    var fields = Reply.fields("text/event-stream")
    fields[.named("X-Accel-Buffering")] = "no"
    return Response(
      status: .ok, headers: fields,
      body: ResponseBody { writer in
        // The writer is used by this closure alone.
        nonisolated(unsafe) var output = writer
        try? await request.body.consumeWithCancellationOnInboundClose { _ in
          try await follow { text in try await output.write(ByteBuffer(string: text)) }
        }
        try await output.finish(nil)
      })
  }

  private func follow(_ write: (String) async throws -> Void) async throws {
    // Before the first look, so that no change falls between.
    let changes = watch.changes()
    var state = FeedState(schedule, configuration())
    try await write("retry: 1000\n\n")
    try await tell(&state, write)
    for await _ in changes {
      try Task.checkCancellation()
      try await tell(&state, write)
    }
  }

  private func tell(
    _ state: inout FeedState, _ write: (String) async throws -> Void
  ) async throws {
    do {
      while let events = try state.next() {
        for event in events { try await write(event.text) }
      }
    } catch let error as StoreError {
      // The next change finds out whether it can be read again.
      log.warning("\(error)")
      try await write(FeedEvent("problem", "\(error)").text)
    }
  }
}

/// One event: a name, and a line of JSON.
struct FeedEvent {
  let text: String

  init(_ name: String, _ value: some Encodable) throws {
    let json = String(decoding: try JSON.encode(value), as: UTF8.self)
    text = "event: \(name)\ndata: \(json)\n\n"
  }
}
