public import Foundation
import LinuxProcess
import NotificationStorage
public import NotificationTypes
import Triggers

extension NotificationClient {
  // MARK: Pending

  /// Schedules a request; when this returns, it is in the store.
  ///
  /// As on Apple's systems it is not an error if the user has denied notifications, or if the
  /// trigger's date has passed; the request is not stored then. Its attachments move to the system:
  /// files in the app's bundle are copied, others are moved.
  /// - Throws: ``ClientError``.
  public func add(_ request: NotificationRequest) async throws {
    try await perform { [self] in
      var request = request
      request.app = app.identifier
      guard request.content.saysSomething else { throw ClientError.noContent }
      if let refusal { throw refusal }
      request.content.attachments = try vault.check(request.content.attachments)
      let settings = try schedule.store.profile(of: app.identifier).settings
      if settings.permissions.authorization == .denied { return }
      guard try isEverDue(request.trigger) else {
        // It still replaces the request with its identifier.
        try schedule.cancel([request.identifier], app: app.identifier)
        return try vault.sweep(schedule.store)
      }
      try introduce()
      let checked = request
      try vault.keep(checked.content.attachments) { attachments in
        var kept = checked
        kept.content.attachments = attachments
        return try schedule.add(kept)
      }
      background.hasAdded()
      // A request that it has replaced may have had files.
      try? vault.sweep(schedule.store)
    }
  }

  private func isEverDue(_ trigger: NotificationTrigger) throws -> Bool {
    if case .region = trigger { return true }
    let now = schedule.clock.now.wall
    return try trigger.nextTriggerDate(after: now, timeZones: schedule.timeZones) != nil
  }

  /// The requests that wait, soonest first; none where the store cannot be read.
  public func pending() async -> [NotificationRequest] {
    let requests = try? await perform { [self] in try schedule.pending(app: app.identifier) }
    return requests?.map(\.request) ?? []
  }

  /// Cancels the requests with these identifiers; unknown ones are ignored.
  public func removePending(identifiers: [String]) async { await removePending(identifiers) }

  /// Cancels all requests of the app.
  public func removeAllPending() async { await removePending(nil) }

  private func removePending(_ identifiers: [String]?) async {
    try? await perform { [self] in
      try schedule.cancel(identifiers, app: app.identifier)
      try vault.sweep(schedule.store)
    }
  }

  /// The date at which a request with this trigger, added at `date`, would be due; nil where it is
  /// never due, or waits for the crossing of a region.
  public func nextTriggerDate(of trigger: NotificationTrigger, after date: Date) -> Date? {
    (try? trigger.nextTriggerDate(after: date, timeZones: schedule.timeZones)) ?? nil
  }

  // MARK: Delivered

  /// The delivered notifications that the user can see and has not dealt with, newest first.
  public func delivered() async -> [DeliveredNotification] {
    let all = try? await perform { [self] in
      try schedule.store.fetch(.delivered(app: app.identifier))
    }
    return all?.filter(\.isDisplayed) ?? []
  }

  /// Removes delivered notifications from the list, and their banners from the screen.
  public func removeDelivered(identifiers: [String]) async { await removeDelivered(identifiers) }

  /// Removes all notifications of the app from the list, and their banners from the screen.
  public func removeAllDelivered() async { await removeDelivered(nil) }

  private func removeDelivered(_ identifiers: [String]?) async {
    try? await perform { [self] in
      try schedule.removeDelivered(identifiers, app: app.identifier)
      try vault.sweep(schedule.store)
    }
  }
}

extension DeliveredNotification {
  /// Whether it is on the screen, or at least in the list. The store also has notifications that
  /// were withheld completely, which the user cannot see.
  fileprivate var isDisplayed: Bool {
    guard let banner = record?.banner, banner.code == DeliveryRecord.Fate.none.code else {
      return true
    }
    return banner.reason == nil || banner.reason == DeliveryRecord.nothingToShow
  }
}

extension NotificationContent {
  /// Whether there is anything for the user. A request without text, picture, sound and badge has
  /// no content, however much data of the app it contains.
  fileprivate var saysSomething: Bool {
    !(title + subtitle + body).isEmpty || badge != nil || sound != nil || !attachments.isEmpty
  }
}
