import FoundationEssentials
import LinuxProcess
import NotificationStorage
import RemoteNotifications

/// The connections to ntfy servers: opens them, watches them, opens them again.
final class NtfyDesk {
  private unowned let receiver: NtfyReceiver
  private let streams: HTTPStreams
  private var connections: [NtfyConnection] = []

  init(_ receiver: NtfyReceiver, _ streams: HTTPStreams) {
    self.receiver = receiver
    self.streams = streams
  }

  /// Keeps the connections that are still wanted, closes the others and adds the missing ones.
  func set(_ subscriptions: [NtfySubscription]) {
    let groups = Dictionary(grouping: subscriptions) {
      NtfyConnection.Key(server: $0.server, authorization: $0.authorization, ca: $0.ca)
    }
    let wanted = groups.map { key, topics in
      (key, topics.sorted { $0.topic < $1.topic })
    }
    connections.removeAll { connection in
      guard !wanted.contains(where: { $0 == (connection.key, connection.subscriptions) }) else {
        return false
      }
      connection.stream.map(streams.close)
      return true
    }
    for (key, topics) in wanted where !connections.contains(where: { $0.key == key }) {
      connections.append(NtfyConnection(key, topics, receiver))
    }
  }

  /// Does the work that is due.
  /// - Returns: milliseconds until the next work, if nothing arrives.
  func work() -> Int64 {
    for (name, end) in streams.perform() {
      connections.first { $0.stream == name }?.hasEnded(end)
    }
    for connection in connections where !connection.takeCompleteBacklog() {
      connection.stream.map(streams.close)
      connection.hasEnded(HTTPEnd(status: 0, reason: "the store cannot take its messages"))
    }
    let now = receiver.now
    for connection in connections where connection.next <= now {
      if let stream = connection.stream {
        streams.close(stream)
        connection.hasEnded(HTTPEnd(status: 0, reason: "nothing was heard of it for too long"))
      } else {
        connection.open(in: streams)
      }
    }
    // New connections have work at once.
    if connections.contains(where: \.isNew) {
      for connection in connections { connection.isNew = false }
      return 0
    }
    return connections.map { $0.due - now }.min() ?? 3_600_000
  }
}

extension NtfyReceiver {
  /// The time in milliseconds, on a clock that cannot be set.
  var now: Int64 { schedule.clock.now.elapsed.milliseconds }
}
