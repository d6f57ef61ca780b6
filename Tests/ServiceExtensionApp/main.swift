// What a developer adds for Linux to an extension whose source is as Xcode makes it.
import AppleSourcesSwift5
import UserNotifications

ServiceExtensionProgram.run { NotificationService() }
