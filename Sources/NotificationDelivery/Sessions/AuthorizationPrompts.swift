package import Desktop
package import NotificationStorage
package import NotificationTypes

/// A question to the user about an app, as a banner of Tocsin's own.
package struct Question: Sendable, Hashable {
  /// What is asked.
  package enum Kind: String, Sendable, Hashable {
    /// Whether the app may send notifications.
    case authorize
    /// Whether quiet delivery, which is on trial, goes on.
    case provisional
    /// Whether the app's notifications are really to be turned off.
    case turnOff = "turn-off"
    /// Whether the app may use the place of the device.
    case location
  }

  /// What the user may answer.
  package enum Answer: String, Sendable {
    case allow, deny
    case keepProminent = "keep-prominent"
    case keepQuiet = "keep-quiet"
    case turnOff = "turn-off"
    case cancel
  }

  /// The mark of prompts' banners: random, so that no app can know it.
  private static let mark = "prompt \(UInt64.random(in: 0...UInt64.max))"

  /// Whether a banner is a prompt of this process.
  package static func isPrompt(_ banner: Banner.ID) -> Bool { banner.request.hasPrefix(mark) }

  package let kind: Kind
  package let app: String
  package let options: AuthorizationOptions
  /// The app's reason, where the question has one.
  package var purpose = ""

  /// A question about `app`, for an authorization with `options`.
  package init(kind: Kind, app: String, options: AuthorizationOptions, purpose: String = "") {
    self.kind = kind
    self.app = app
    self.options = options
    self.purpose = purpose
  }

  /// The banner that asks it.
  package var banner: Banner {
    Banner(
      id: .init(app: "tocsin", request: "\(Self.mark) \(kind.rawValue) \(app)"),
      appName: "Tocsin",
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
    case .location: "Allow “\(app)” to use the place of this device?"
    }
  }

  private var text: String {
    switch kind {
    case .authorize: "They may be banners, sounds and numbers on icons."
    case .provisional: "They are in the list alone. Keep them?"
    case .turnOff: "Nothing of it will be shown or heard."
    case .location: purpose
    }
  }

  private var answers: [(Answer, String)] {
    switch kind {
    case .authorize, .location: [(.allow, "Allow"), (.deny, "Don’t Allow")]
    case .provisional:
      [(.keepProminent, "Keep"), (.turnOff, "Turn Off…"), (.keepQuiet, "Keep Quiet")]
    case .turnOff: [(.turnOff, "Turn Off"), (.cancel, "Cancel")]
    }
  }
}

/// The questions on the screen, and those that wait for their turn. The notifications that wait for
/// an answer are in the store.
///
/// At most ``maximumOpen`` questions are on the screen, and one about each app.
package struct AuthorizationPrompts: Sendable {
  /// The maximum number of questions on the screen.
  package static let maximumOpen = 3

  /// The time after which a missing desktop is looked for again.
  package var absence = Duration.seconds(60)

  /// Whether the last question could not be shown.
  package var isNobodyThere = false { didSet { lastLook = .now } }
  private var lastLook = ContinuousClock.now
  private var open: [Banner.ID: Question] = [:]
  /// The questions that wait for their turn, in this order.
  private var waiting: [Question] = []
  /// The prompts that have gone from the screen, and whose end is not in the store yet.
  private var ending: Set<Banner.ID> = []
  /// The questions that are not asked again for a notification in this run of the program.
  private var asked: Set<Banner.ID> = []
  /// The apps about which another process asks; this one waits for its end.
  private var watched: Set<String> = []
  /// The right to ask about an app, released when the question has been answered.
  private var rights: [String: FileLock] = [:]
  /// The apps whose notifications have their answer, and are being delivered; true where more may have
  /// come since.
  private var delivering: [String: Bool] = [:]
  /// Whether this process ends.
  package private(set) var hasEnded = false

  /// No question.
  package init() {}

  /// - Returns: false where what has waited for the answer is being delivered already; it is looked at
  ///   again then.
  package mutating func beginDelivering(_ app: String) -> Bool {
    defer { delivering[app] = delivering[app] != nil }
    return delivering[app] == nil
  }

  /// - Returns: whether to look again.
  package mutating func endDelivering(_ app: String) -> Bool {
    let isAgain = delivering[app] == true
    delivering[app] = isAgain ? false : nil
    return isAgain
  }

  /// Puts a question among those that wait; ``next()`` has it when it is its turn. What the user has
  /// to confirm comes first, because the user is there.
  /// - Parameter isWanted: whether to ask again where it was asked before, because the app requests
  ///   an answer, or the user has to confirm one.
  /// - Returns: false where the question is open, waits, or was asked before.
  @discardableResult
  package mutating func add(_ question: Question, isWanted: Bool) -> Bool {
    let banner = question.banner.id
    guard open[banner] == nil, !ending.contains(banner),
      !waiting.contains(where: { $0.banner.id == banner })
    else { return false }
    guard asked.insert(banner).inserted || isWanted else { return false }
    waiting.insert(question, at: question.kind == .turnOff ? 0 : waiting.count)
    return true
  }

  /// Whether a question is on the screen, waits for its turn or for another process, or has an answer
  /// that is being carried out.
  package func isPending(_ question: Question) -> Bool {
    let banner = question.banner.id
    return open[banner] != nil || waiting.contains { $0.banner.id == banner }
      || ending.contains(banner) || watched.contains(question.app)
      || delivering[question.app] != nil
  }

  /// Takes the next question that may be shown; nil where none may, or none waits.
  package mutating func next() -> Question? {
    let apps = Set(open.values.map(\.app))
    guard open.count < Self.maximumOpen,
      let place = waiting.firstIndex(where: { !apps.contains($0.app) })
    else { return nil }
    let question = waiting.remove(at: place)
    open[question.banner.id] = question
    return question
  }

  /// Whether to look for a missing desktop again; true at most once a minute.
  package mutating func looksAgain() -> Bool {
    guard isNobodyThere, lastLook.duration(to: .now) >= absence else { return false }
    lastLook = .now
    return true
  }

  /// - Returns: false where this process watches the other one already.
  package mutating func watch(_ app: String) -> Bool { watched.insert(app).inserted }

  /// The other process has ended.
  package mutating func endWatch(_ app: String) { watched.remove(app) }

  /// Whether the user is asked, or an answer is being carried out.
  package var isAsking: Bool {
    !(open.isEmpty && waiting.isEmpty && ending.isEmpty && delivering.isEmpty)
  }

  /// Takes all questions, because this process ends; the next one asks them again.
  /// - Returns: the banners that are on the screen.
  package mutating func end() -> [Banner.ID] {
    hasEnded = true
    defer { (open, waiting, rights) = ([:], [], [:]) }
    return Array(open.keys)
  }

  /// The question is on the screen.
  package func noteShown(_ question: Question) {
    if question.kind == .authorize { rights[question.app].map(AuthorizationPrompt.noteShown) }
  }

  /// Keeps the right to ask about an app until the answer.
  package mutating func keep(_ right: FileLock, for app: String) { rights[app] = right }

  /// Takes the question of a banner; call ``end(_:)`` after it.
  package mutating func take(_ banner: Banner.ID) -> Question? {
    guard let question = open.removeValue(forKey: banner) else { return nil }
    ending.insert(banner)
    return question
  }

  /// Ends a question whose answer, or lack of one, is in the store.
  package mutating func end(_ question: Question) {
    ending.remove(question.banner.id)
    if question.kind == .authorize { rights[question.app] = nil }
  }

  /// Forgets a question that could not be shown.
  package mutating func forget(_ question: Question) {
    open[question.banner.id] = nil
    asked.remove(question.banner.id)
    rights[question.app] = nil
  }
}
