// As Apple's UIKit does: its users write Foundation's names without importing it.
@_exported public import Foundation
// What registers with servers, of the module that has all of Apple's app object: there is one of it,
// whichever module a program imports.
@_exported public import class LegacyNotifications.UIApplication
@_exported public import protocol LegacyNotifications.UIApplicationDelegate
@_exported public import enum LegacyNotifications.UIBackgroundFetchResult
