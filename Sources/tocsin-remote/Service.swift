import ConsoleOutput
import Foundation
import Glibc
import LogOutput
import NotificationStorage
import RemoteNotifications
import RemoteReceiving
import Synchronization

/// The receivers of the process: one for the box's current enrolment, one for its topics; without
/// an enrolment or topics there is none.
final class Service: Sendable {
  private struct State {
    var file: Data?
    var receiver: PushReceiver?
    var ntfyFile: Data?
    /// Created with the first topic, because it loads further libraries.
    var ntfy: NtfyReceiver?
    var hasSaidThatItWaits = false
  }

  private let schedule: NotificationSchedule
  private let extensions: ExtensionDesk
  private let path: String
  private let ntfyPath: String
  private let state = Mutex(State())
  private let rest = Rest()

  init() throws {
    let folder = StoreFolder.standard()
    schedule = try NotificationSchedule.standard(in: folder)
    extensions = ExtensionDesk(
      schedule: schedule, hasWorked: { [rest] in rest.begin() }, log: Self.log)
    path = folder.enrolment
    ntfyPath = folder.ntfy
  }

  /// Reads the enrolment, the registrations and the topics again.
  func look() {
    defer { rest.begin() }
    extensions.look()
    lookAtTopics()
    state.withLock { state in
      let file = FileManager.default.contents(atPath: path)
      guard file != state.file || file == nil else {
        state.receiver?.look()
        return
      }
      // Another device, or none: nobody is to push to the one that it was.
      let next = file.flatMap { try? RemoteEnrolment(parsing: $0) }
      if let receiver = state.receiver {
        if receiver.device == next?.device { receiver.stop() } else { receiver.leave() }
      }
      state.receiver = nil
      state.file = file
      if let file {
        state.receiver = receiver(file)
      } else if state.ntfy == nil, !state.hasSaidThatItWaits {
        Self.log(.init(level: .notice, message: "the box is not enrolled: tocsinctl remote enrol"))
        ServiceManager.status("Waiting for an enrolment")
      }
      state.hasSaidThatItWaits = file == nil
    }
  }

  private func lookAtTopics() {
    state.withLock { state in
      let file = FileManager.default.contents(atPath: ntfyPath)
      guard file != state.ntfyFile else { return }
      state.ntfyFile = file
      let topics: [NtfySubscription]
      do {
        topics = try file.map { try NtfySubscriptions(parsing: $0).subscriptions } ?? []
      } catch {
        Self.log(.init(level: .error, message: "\(ntfyPath): \(error)"))
        return
      }
      if topics.isEmpty {
        state.ntfy?.stop()
        state.ntfy = nil
      } else {
        let receiver =
          state.ntfy
          ?? NtfyReceiver(
            schedule: schedule, hasWorked: { [rest] in rest.begin() }, log: Self.log)
        state.ntfy = receiver
        receiver.set(topics)
        if state.receiver == nil { ServiceManager.status("Listening to \(topics.count) topics") }
      }
    }
  }

  func stop() {
    state.withLock { state in
      state.receiver?.stop()
      state.ntfy?.stop()
    }
    extensions.stop()
  }

  private func receiver(_ file: Data) -> PushReceiver? {
    do {
      let enrolment = try RemoteEnrolment(parsing: file)
      let receiver = try PushReceiver(
        enrolment, schedule: schedule, extensions: extensions,
        hasWorked: { [rest] in rest.begin() }, log: Self.log)
      receiver.start()
      ServiceManager.status("Enrolled as \(enrolment.name)")
      return receiver
    } catch {
      Self.log(.init(level: .error, message: "\(path): \(error)"))
      ServiceManager.status("The enrolment cannot be used")
      return nil
    }
  }

  /// Writes a line to standard error, with its level first if the journal reads it (sd-daemon(3)).
  private static let log: @Sendable (ReceiverEvent) -> Void = { event in
    let prefix = getenv("JOURNAL_STREAM") == nil ? "" : "<\(event.level.rawValue)>"
    StandardErrorLog.write(prefix + LogLine.bounded(event.message))
  }
}
