import DesktopBanners
import NotificationScheduling
import NotificationTypes

/// A question to the user about an app, as a banner of Tocsin's own.
struct Question: Sendable, Hashable {
  enum Kind: String, Sendable, Hashable {
    /// May it send notifications?
    case authorize
    /// Shall quiet delivery, which is on trial, go on?
    case provisional
    /// Is it really to be turned off?
    case turnOff = "turn-off"
  }

  enum Answer: String, Sendable {
    case allow, deny
    case keepProminent = "keep-prominent"
    case keepQuiet = "keep-quiet"
    case turnOff = "turn-off"
    case cancel
  }

  static let asker = "tocsin"

  let kind: Kind
  let app: String
  let options: AuthorizationOptions

  var banner: Banner {
    Banner(
      id: .init(app: Self.asker, request: "\(kind.rawValue) \(app)"), appName: "Tocsin",
      title: title, body: text, icon: "preferences-system-notifications",
      interruptionLevel: kind == .provisional ? .passive : .active,
      actions: answers.map { NotificationAction(identifier: $0.rawValue, title: $1) },
      expiry: kind == .provisional ? nil : .never)
  }

  private var title: String {
    switch kind {
    case .authorize: "“\(app)” would like to send you notifications"
    case .provisional: "“\(app)” delivers notifications quietly"
    case .turnOff: "Turn off notifications of “\(app)”?"
    }
  }

  private var text: String {
    switch kind {
    case .authorize: "They may be banners, sounds and numbers on icons."
    case .provisional: "They are in the list alone. Keep them?"
    case .turnOff: "Nothing of it will be shown or heard."
    }
  }

  private var answers: [(Answer, String)] {
    switch kind {
    case .authorize: [(.allow, "Allow"), (.deny, "Don’t Allow")]
    case .provisional:
      [(.keepProminent, "Keep"), (.turnOff, "Turn Off…"), (.keepQuiet, "Keep Quiet")]
    case .turnOff: [(.turnOff, "Turn Off"), (.cancel, "Cancel")]
    }
  }
}

/// The questions that are open, and the notifications that wait for an answer.
struct QuestionDesk: Sendable {
  /// So many notifications of one app wait; of more, the newest.
  private static let heldLimit = 16

  /// The last question could not be shown.
  var isNobodyThere = false
  private var open: [Banner.ID: Question] = [:]
  /// What was asked in this run of the program is not asked again.
  private var asked: Set<Banner.ID> = []
  /// The right to ask about an app, which goes when it has been answered.
  private var rights: [String: FileLock] = [:]
  private var held: [String: [DueNotification]] = [:]

  mutating func hold(_ due: DueNotification) {
    var waiting = held[due.request.app] ?? []
    waiting.removeAll { $0.request.identifier == due.request.identifier }
    waiting.append(due)
    held[due.request.app] = waiting.suffix(Self.heldLimit)
  }

  mutating func release(_ app: String) -> [DueNotification] { held.removeValue(forKey: app) ?? [] }

  /// - Returns: false where it has been asked before.
  mutating func begin(_ question: Question) -> Bool {
    guard question.kind == .turnOff || asked.insert(question.banner.id).inserted else {
      return false
    }
    open[question.banner.id] = question
    return true
  }

  mutating func keep(_ right: FileLock, for app: String) { rights[app] = right }
  mutating func release(rightFor app: String) { rights[app] = nil }

  /// Takes the question that a banner asks.
  mutating func take(_ banner: Banner.ID) -> Question? { open.removeValue(forKey: banner) }

  mutating func forget(_ question: Question) {
    open[question.banner.id] = nil
    asked.remove(question.banner.id)
    rights[question.app] = nil
  }
}
