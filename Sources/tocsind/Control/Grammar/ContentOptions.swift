public import ArgumentParser
import Foundation
public import NotificationTypes

extension InterruptionLevel: ExpressibleByArgument {}

/// The options for the content.
struct ContentOptions: ParsableArguments {
  @Option(help: "The first line.") var title = ""
  @Option(help: "The second line.") var subtitle = ""
  @Option(help: "The text.") var body = ""
  @Option(help: "The number on the app's icon; 0 removes it.") var badge: Int?
  @Option(
    help: """
      The sound's name; 'default' is the default sound. Silent without it. Sounds of your own \
      belong into ~/.local/share/APP/Library/Sounds, with --app for APP.
      """)
  var sound: String?
  @Flag(help: "The sound is heard in spite of silence and Do Not Disturb.") var critical = false
  @Option(help: "The volume of a critical sound, 0 to 1.") var volume: Double?
  @Option(help: "The category whose actions are offered.") var category = ""
  @Option(help: "Notifications of one thread are shown together.") var thread = ""
  @Option(help: "passive, active, time-sensitive or critical.")
  var level = InterruptionLevel.active
  @Option(help: "0 to 1: how relevant it is among the app's own.") var relevance = 0.0
  @Option(help: "A word that quiet hours may let it pass by: quiet.criteria in tocsin.yml.")
  var filterCriteria: String?
  @Option(help: "The app's own data, a JSON object.") var userInfo: String?
  @Option(name: .customLong("attach"), help: "A file to show; may be given again.")
  var attachments: [String] = []

  func validate() throws {
    guard !title.isEmpty || !subtitle.isEmpty || !body.isEmpty || badge != nil || sound != nil
    else { throw ValidationError("name what to show: --title, --body, --sound or --badge") }
    guard volume == nil || critical else { throw ValidationError("--volume needs --critical") }
    for (name, value) in [("--volume", volume), ("--relevance", relevance)] {
      guard value.map((0...1).contains) ?? true else {
        throw ValidationError("\(name) must be 0 to 1")
      }
    }
  }

  func content() throws -> NotificationContent {
    var content = NotificationContent(
      title: title, subtitle: subtitle, body: body, badge: badge, sound: notificationSound,
      categoryIdentifier: category, threadIdentifier: thread, userInfo: try ownData(),
      interruptionLevel: level, relevance: relevance,
      attachments: attachments.enumerated().map { index, path in
        NotificationAttachment(
          identifier: "\(index + 1)", path: URL(fileURLWithPath: path).standardizedFileURL.path)
      })
    content.filterCriteria = filterCriteria
    return content
  }

  private var notificationSound: NotificationSound? {
    guard sound != nil || critical else { return nil }
    return NotificationSound(
      name: sound == "default" ? nil : sound, isCritical: critical, volume: volume)
  }

  private func ownData() throws -> [String: UserInfoValue] {
    guard let userInfo else { return [:] }
    do {
      return try JSONDecoder().decode([String: UserInfoValue].self, from: Data(userInfo.utf8))
    } catch {
      throw ValidationError("--user-info is not a JSON object")
    }
  }
}
