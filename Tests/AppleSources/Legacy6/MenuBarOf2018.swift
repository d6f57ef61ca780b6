// An app's own source: what it makes public needs no documentation here.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LegacyNotifications

extension NSUserNotification {
  public convenience init(title: String?, message: String?) {
    self.init()
    self.title = title
    self.informativeText = message
    soundName = NSUserNotificationDefaultSoundName
  }

  public func show() { NSUserNotificationCenter.default.deliver(self) }
}

public struct Build: Sendable {
  public var name: String
  public var isGreen: Bool
  public init(name: String, isGreen: Bool) { (self.name, self.isGreen) = (name, isGreen) }

  public func announce() {
    let note = NSUserNotification(title: name, message: isGreen ? "passed" : "failed")
    note.hasActionButton = !isGreen
    note.actionButtonTitle = "Open log"
    note.additionalActions = [NSUserNotificationAction(identifier: "again", title: "Run again")]
    note.show()
  }
}
