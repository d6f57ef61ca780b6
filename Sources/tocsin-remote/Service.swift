import ConsoleOutput
import Files
import Foundation
import Glibc
import NotificationScheduling
import RemoteNotifications
import RemoteReceiving
import Synchronization

/// A receiver for the enrolment that the box has now; without one there is none.
final class Service: Sendable {
  private struct State {
    var file: Data?
    var receiver: PushReceiver?
    var hasSaidThatItWaits = false
  }

  private let schedule: NotificationSchedule
  private let path: String
  private let state = Mutex(State())
  private let rest = Rest()

  init() throws {
    let folder = StoreFolder.standard()
    schedule = try NotificationSchedule.standard(in: folder)
    path = folder.enrolment
  }

  /// Looks at the enrolment and the registrations again.
  func look() {
    defer { rest.begin() }
    state.withLock { state in
      let file = FileManager.default.contents(atPath: path)
      guard file != state.file || file == nil else {
        state.receiver?.look()
        return
      }
      state.receiver?.stop()
      state.receiver = nil
      state.file = file
      if let file {
        state.receiver = receiver(file)
      } else if !state.hasSaidThatItWaits {
        Self.log(.init(level: .notice, message: "the box is not enrolled: tocsinctl remote enrol"))
        ServiceManager.status("Waiting for an enrolment")
      }
      state.hasSaidThatItWaits = file == nil
    }
  }

  func stop() { state.withLock { $0.receiver?.stop() } }

  private func receiver(_ file: Data) -> PushReceiver? {
    do {
      let enrolment = try RemoteEnrolment(parsing: file)
      let receiver = try PushReceiver(
        enrolment, schedule: schedule, hasWorked: { [rest] in rest.begin() }, log: Self.log)
      receiver.start()
      ServiceManager.status("Enrolled as \(enrolment.name)")
      return receiver
    } catch {
      Self.log(.init(level: .error, message: "\(path): \(error)"))
      ServiceManager.status("The enrolment cannot be used")
      return nil
    }
  }

  /// With the level before it where the journal takes standard error (sd-daemon(3)).
  private static let log: @Sendable (ReceiverEvent) -> Void = { event in
    let prefix = getenv("JOURNAL_STREAM") == nil ? "" : "<\(event.level.rawValue)>"
    FileHandle.standardError.write(Data("\(prefix)\(printable(event.message))\n".utf8))
  }
}
