// As Apple's UIKit does: its users write Foundation's names without importing it.
@_exported public import Foundation
// The registration with servers, from the module that has all of Apple's app object: there is only
// one app object, whichever module a program imports.
@_exported public import class LegacyNotifications.UIApplication
@_exported public import protocol LegacyNotifications.UIApplicationDelegate
@_exported public import enum LegacyNotifications.UIBackgroundFetchResult
