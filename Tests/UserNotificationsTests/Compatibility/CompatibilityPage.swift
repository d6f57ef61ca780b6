/// `Documentation/Compatibility.md`.
struct CompatibilityPage {
  let checklist: APIChecklist

  init(_ checklist: APIChecklist) { self.checklist = checklist }

  private static let introduction = """
    # Apple's notification API on Linux

    `import UserNotifications` and `import UserNotificationsUI` have Apple's names and behaviour,
    for programs that were written for Apple's systems. This page lists what is there, what differs,
    what is missing and what is more. It is made from
    `Tests/UserNotificationsTests/Fixtures/apple-api.txt` with `make compatibility`; a test compares
    that list with the symbols of the built modules, both ways. What is known of the behaviour, and
    which test shows it, is in [notification-rules.md](notification-rules.md).

    ```swift
    .product(
      name: "UserNotifications", package: "tocsin", condition: .when(platforms: [.linux]))
    ```

    On Apple's systems the condition leaves everything as it is: their own module is imported.

    ## Names of older guides

    The names on the left are those of before iOS 10 and macOS 10.14. `import LegacyNotifications` has them
    ("both"), beside or without `UserNotifications`, in the spelling that Swift 3 to 5 have for them; it
    takes the place of `UIKit` or `AppKit` in a source that uses nothing else of these. Where the centre
    has a delegate, the older delegates are not called.

    | before iOS 10, macOS 10.14 | today | here |
    |---|---|---|
    | `registerUserNotificationSettings(_:)`, `UIUserNotificationType` | `requestAuthorization(options:)`, `UNAuthorizationOptions` | both |
    | `currentUserNotificationSettings` | `notificationSettings()` | both |
    | `UILocalNotification`, `NSUserNotification` | `UNMutableNotificationContent` with a trigger, in a `UNNotificationRequest` | both |
    | `fireDate`, `deliveryDate`, `timeZone`, `repeatInterval` | `UNCalendarNotificationTrigger`, `UNTimeIntervalNotificationTrigger` | both |
    | `region`, `regionTriggersOnce` | `UNLocationNotificationTrigger` | both |
    | `alertTitle`, `alertBody`, `informativeText`, `soundName`, `applicationIconBadgeNumber` | `title`, `body`, `sound`, `badge` | both |
    | `UILocalNotificationDefaultSoundName` | `UNNotificationSound.default` | both |
    | `scheduleLocalNotification(_:)`, `scheduleNotification(_:)` | `add(_:)` | both |
    | `presentLocalNotificationNow(_:)`, `deliver(_:)` | `add(_:)` with a trigger of nil | both |
    | `cancelLocalNotification(_:)`, `cancelAllLocalNotifications()` | `removePendingNotificationRequests(withIdentifiers:)`, `removeAllPendingNotificationRequests()` | both |
    | `scheduledLocalNotifications` | `pendingNotificationRequests()` | both |
    | `UIMutableUserNotificationAction`, `UIMutableUserNotificationCategory` | `UNNotificationAction`, `UNNotificationCategory` | both; the minimal context's actions can be given by the older one alone, else the first two are shown |
    | `application(_:didReceive:)`, `application(_:handleActionWithIdentifier:…)` | `userNotificationCenter(_:willPresent:)`, `userNotificationCenter(_:didReceive:)` | both |
    | `UIApplicationLaunchOptionsLocalNotificationKey` | the response waits for the delegate, and comes when that is assigned | both: `launchOptions?[.localNotification]` |
    | `contentImage` | `attachments` | today's |


    """

  var text: String {
    Self.introduction + checklist.modules.map(section).joined(separator: "\n")
  }

  private func section(_ module: APIChecklist.Module) -> String {
    var missing: [String] = []
    var different: [String] = []
    var added: [String] = []
    for symbol in module.symbols {
      switch symbol.state {
      case .present: break
      case .missing(let reason): missing.append(Self.row(symbol, reason))
      case .different(let reason): different.append(Self.row(symbol, reason))
      case .added(let reason): added.append(Self.row(symbol, reason))
      }
    }
    let counts = module.symbols.reduce(into: 0) { $0 += $1.isOfApple ? 1 : 0 }
    return """
      ## \(module.name)

      \(counts) symbols of Apple's: \(counts - missing.count) are there, \(different.count) of them \
      with a difference; \(missing.count) are missing.

      ### Different

      \(module.differences.map { "- \($0)\n" }.joined())
      \(Self.table(different))
      ### Missing

      \(Self.table(missing))
      ### More

      \(Self.table(added))
      ### Present

      \(Self.present(module))
      """
  }

  private static func row(_ symbol: APIChecklist.Symbol, _ reason: String) -> String {
    "| `\(symbol.path)` | \(reason) |\n"
  }

  private static func table(_ rows: [String]) -> String {
    rows.isEmpty ? "Nothing.\n" : "| symbol | |\n|---|---|\n" + rows.joined()
  }

  /// The types, each with its members.
  private static func present(_ module: APIChecklist.Module) -> String {
    var lines: [String] = []
    for symbol in module.symbols where symbol.isPresent {
      if symbol.isType {
        lines.append("- `\(symbol.path)`")
      } else if let member = symbol.member {
        let isFirst = lines.last?.contains(": ") == false
        lines[lines.count - 1] += "\(isFirst ? ":" : ",") `\(member)`"
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

extension APIChecklist.Symbol {
  fileprivate var isOfApple: Bool {
    if case .added = state { false } else { true }
  }

  fileprivate var isPresent: Bool {
    switch state {
    case .present, .different: true
    case .missing, .added: false
    }
  }

  /// Its name within its type.
  fileprivate var member: String? {
    isType
      ? nil : path.split(separator: ".", omittingEmptySubsequences: false).last.map(String.init)
  }
}
