import DesktopBanners
import NotificationScheduling
import NotificationTypes
import Synchronization

extension DeliveryService {
  /// Asks the user about the app of a notification, if there is something to ask.
  func ask(about due: DueNotification, _ context: AppContext) {
    let settings = context.settings
    switch settings.permissions.authorization {
    case .notDetermined where policy.authorization == .ask:
      questions.withLock { $0.hold(due) }
      ask(
        Question(
          kind: .authorize, app: context.app,
          options: settings.requested.isEmpty ? Self.usual : settings.requested))
    case .provisional:
      ask(Question(kind: .provisional, app: context.app, options: settings.requested))
    default: break
    }
  }

  /// What an app is asked about that has not said what it wants.
  static let usual: AuthorizationOptions = [.alert, .sound, .badge, .timeSensitive]

  /// Asks about apps that wait for an answer: they have asked, and nothing of them is due.
  public func askPending() {
    guard policy.authorization == .ask, let all = try? store.allSettings() else { return }
    for (app, settings) in all
    where settings.permissions.authorization == .notDetermined && !settings.requested.isEmpty {
      ask(Question(kind: .authorize, app: app, options: settings.requested))
    }
  }

  private func ask(_ question: Question) {
    guard questions.withLock({ $0.begin(question) }) else { return }
    Task(executorPreference: executor) { [self] in
      let outcome = await presenter.show(question.banner)
      questions.withLock { $0.isNobodyThere = outcome != .shown }
      guard case .notShown(let failure) = outcome else { return }
      questions.withLock { $0.forget(question) }
      log(
        DeliveryEvent(
          .notice, "nobody can be asked", ["app": question.app, "reason": "\(failure)"]))
      if question.kind == .authorize { deliverHeld(question.app) }
    }
  }

  /// Takes an answer; what is no answer leaves the question for the next start.
  func answer(_ question: Question, _ text: String) {
    guard let answer = Question.Answer(rawValue: text) else { return }
    do {
      switch (question.kind, answer) {
      case (.authorize, .allow), (.authorize, .deny):
        _ = try store.changeSettings(app: question.app) {
          $0.answer(answer == .allow, to: question.options)
        }
        deliverHeld(question.app)
      case (.provisional, .keepProminent):
        _ = try store.changeSettings(app: question.app) { $0.answer(.keepProminent) }
      case (.provisional, .keepQuiet):
        _ = try store.changeSettings(app: question.app) { $0.answer(.keepQuiet) }
      case (.provisional, .turnOff):
        ask(Question(kind: .turnOff, app: question.app, options: question.options))
      case (.turnOff, .turnOff):
        _ = try store.changeSettings(app: question.app) { $0.answer(.turnOff) }
      default: break
      }
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": question.app]))
    }
    log(DeliveryEvent(.notice, "the user answers \(text)", ["app": question.app]))
    if let folder { AppPresence.wake(question.app, in: folder) }
  }

  /// Delivers what has waited for an answer, by the settings that there are now.
  private func deliverHeld(_ app: String) {
    for due in questions.withLock({ $0.release(app) }) { present(due, context(of: due.request)) }
  }
}
