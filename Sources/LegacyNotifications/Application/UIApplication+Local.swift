import Foundation
import NotificationDelivery
import NotificationTypes
import UserNotifications

extension UIApplication {
  /// Schedules a notification; when this returns, it is kept. A date that has passed is at once.
  ///
  /// What cannot be scheduled is named on standard error: data that no property list can hold, or a
  /// notification without text, sound and badge.
  public func scheduleLocalNotification(_ notification: UILocalNotification) {
    useOlderAPI()
    guard let fields = Self.storable(notification) else { return }
    schedule(fields, fields.triggers(at: Date()))
  }

  /// Delivers a notification at once, whatever its date is.
  public func presentLocalNotificationNow(_ notification: UILocalNotification) {
    useOlderAPI()
    guard let fields = Self.storable(notification) else { return }
    schedule(fields, [.immediate])
  }

  /// Takes back what says the same as `notification`, and takes its banner off the screen.
  public func cancelLocalNotification(_ notification: UILocalNotification) {
    let fields = notification.snapshot
    client.now { client in
      await client.removePending(identifiers: await client.localPending { $0 == fields })
      await client.removeDelivered(identifiers: await client.localDelivered { $0 == fields })
    }
  }

  /// Takes all of them back, and their banners off the screen.
  public func cancelAllLocalNotifications() {
    client.now { client in
      await client.removePending(identifiers: await client.localPending { _ in true })
      await client.removeDelivered(identifiers: await client.localDelivered { _ in true })
    }
  }

  /// Those that wait, the soonest first. Setting it takes back what is not among them any more, and
  /// schedules what is new.
  public var scheduledLocalNotifications: [UILocalNotification]? {
    get { waiting.map(UILocalNotification.init(fields:)) }
    set {
      let wanted = newValue ?? []
      let before = waiting
      let after = wanted.map(\.snapshot)
      let gone = Set(before).subtracting(after)
      client.now { client in
        await client.removePending(identifiers: await client.localPending { gone.contains($0) })
      }
      for notification in wanted where !before.contains(notification.snapshot) {
        scheduleLocalNotification(notification)
      }
    }
  }

  private var waiting: [LocalFields] {
    client.now { client in
      await client.pending().filter { !LocalIdentifier.isCompanion($0.identifier) }
        .compactMap { OriginalForm.read(LocalFields.self, from: $0.content) }
    }
  }

  private func schedule(_ fields: LocalFields, _ triggers: [NotificationTrigger]) {
    let identifiers = LocalIdentifier.new(count: triggers.count)
    let content = fields.content
    let failures = client.now { client in
      var failures: [String] = []
      for (identifier, trigger) in zip(identifiers, triggers) {
        let request = NotificationRequest(
          identifier: identifier, app: client.app.identifier, content: content, trigger: trigger)
        do { try await client.add(request) } catch { failures.append("\(error)") }
      }
      return failures
    }
    failures.first.map(Complaint.write)
  }

  private static func storable(_ notification: UILocalNotification) -> LocalFields? {
    do {
      let fields = try notification.checkedSnapshot()
      if notification.region != nil, fields.region == nil {
        Complaint.write("its region is not a circle on the Earth")
        return nil
      }
      return fields
    } catch {
      Complaint.write("\(error)")
      return nil
    }
  }
}

extension NotificationClient {
  fileprivate func localPending(_ isMeant: (LocalFields) -> Bool) async -> [String] {
    await pending().filter { request in
      OriginalForm.read(LocalFields.self, from: request.content).map(isMeant) ?? false
    }.map(\.identifier)
  }

  fileprivate func localDelivered(_ isMeant: (LocalFields) -> Bool) async -> [String] {
    await delivered().map(\.request).filter { request in
      OriginalForm.read(LocalFields.self, from: request.content).map(isMeant) ?? false
    }.map(\.identifier)
  }
}
