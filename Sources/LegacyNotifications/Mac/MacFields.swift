import Foundation
import NotificationTypes
import UserNotifications

/// The fields of an `NSUserNotification`, in the form in which they are kept beside a request.
struct MacFields: Codable, Hashable, Sendable {
  var identifier: String?
  var title: String?
  var subtitle: String?
  var informativeText: String?
  var soundName: String?
  var deliveryDate: Date?
  var deliveryTimeZone: String?
  var deliveryRepeatInterval: DateComponents?
  var hasActionButton = true
  var actionButtonTitle = ""
  var otherButtonTitle = ""
  var hasReplyButton = false
  var responsePlaceholder: String?
  var additionalActions: [NSUserNotificationAction.Fields]?
}

extension MacFields {
  /// The identifiers of the buttons that every notification may have.
  enum Button {
    static let action = "NSUserNotification.action"
    static let reply = "NSUserNotification.reply"
    static let other = "NSUserNotification.other"
    /// The prefix of the number of an additional button.
    static let additional = "NSUserNotification.additional."
  }

  /// A notification's buttons become a category; equal buttons are one category.
  var category: NotificationCategory? {
    var actions: [NotificationAction] = []
    if hasReplyButton {
      actions.append(
        NotificationAction(
          identifier: Button.reply, title: actionButtonTitle.isEmpty ? "Reply" : actionButtonTitle,
          textInput: .init(buttonTitle: "", placeholder: responsePlaceholder ?? "")))
    } else if hasActionButton, !actionButtonTitle.isEmpty {
      actions.append(
        NotificationAction(
          identifier: Button.action, title: actionButtonTitle, options: .foreground))
    }
    for (index, action) in (additionalActions ?? []).enumerated() {
      actions.append(
        NotificationAction(identifier: Button.additional + "\(index)", title: action.title ?? ""))
    }
    if !otherButtonTitle.isEmpty {
      actions.append(NotificationAction(identifier: Button.other, title: otherButtonTitle))
    }
    guard !actions.isEmpty else { return nil }
    let name = actions.map { "\($0.identifier)=\($0.title)=\($0.textInput?.placeholder ?? "")" }
    return NotificationCategory(
      identifier: Self.categoryPrefix + name.joined(separator: ";"), actions: actions)
  }

  static let categoryPrefix = "NSUserNotification:"

  func content(userInfo: [String: UserInfoValue]) -> NotificationContent {
    var content = NotificationContent(
      title: title ?? "", subtitle: subtitle ?? "", body: informativeText ?? "",
      sound: soundName.map {
        $0 == NSUserNotificationDefaultSoundName ? .standard : NotificationSound(name: $0)
      },
      categoryIdentifier: category?.identifier ?? "", userInfo: userInfo)
    content.original = OriginalForm.stored(self)
    return content
  }

  /// The triggers that make it due.
  func triggers(at now: Date) -> [NotificationTrigger] {
    let zone: FirstDate.Zone =
      deliveryTimeZone.flatMap(TimeZone.init(identifier:)).map { .fixed($0) } ?? .floating(.current)
    return FirstDate(date: deliveryDate, zone: zone)
      .triggers(every: deliveryRepeatInterval.flatMap { CalendarStride(interval: $0) }, at: now)
  }

  /// The fields of a request that another API has created.
  init(_ content: NotificationContent) {
    if let own = OriginalForm.read(MacFields.self, from: content) {
      self = own
      return
    }
    let shown = LocalizedBundle.current.localized(content)
    title = shown.title.isEmpty ? nil : shown.title
    subtitle = shown.subtitle.isEmpty ? nil : shown.subtitle
    informativeText = shown.body.isEmpty ? nil : shown.body
    soundName = content.sound.map { $0.name ?? NSUserNotificationDefaultSoundName }
  }
}
