import Desktop
import FoundationEssentials
import LinuxProcess
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization

extension DeliveryService {
  /// Asks the user about the app of a notification, if a question is necessary.
  func ask(about context: AppContext) {
    let settings = context.settings
    if context.isAllowedUnasked {
      // There was no desktop before; a user may have logged in since.
      guard policy.authorization == .ask, questions.withLock({ $0.looksAgain() }) else { return }
      return ask(
        Question(kind: .authorize, app: context.app, options: AppSettings.usualOptions),
        isWanted: true)
    }
    switch settings.permissions.authorization {
    case .notDetermined where policy.authorization == .ask && !settings.isSilent:
      ask(.aboutNotifications(of: context.app, settings))
    case .provisional:
      ask(Question(kind: .provisional, app: context.app, options: settings.requested))
    default: break
    }
  }

  /// Asks about apps that have requested authorization while no notification of them is due, or whose
  /// notifications wait for an answer.
  public func askPending() {
    if let profiles = try? store.read(.profiles) { askPending(profiles) }
  }

  func askPending(_ profiles: [String: AppProfile]) {
    askAboutLocation(profiles.mapValues(\.settings.location))
    for (app, settings) in profiles.mapValues(\.settings)
    where settings.permissions.authorization == .notDetermined && !settings.requested.isEmpty
      && (self.app ?? app) == app
    {
      switch policy.authorization {
      case .ask:
        ask(
          Question(kind: .authorize, app: app, options: settings.requested), isWanted: true)
      case .allow, .deny: settle(app, isAllowed: policy.authorization == .allow)
      }
    }
    let held = (try? store.fetch(.held(app: app))) ?? []
    for app in Set(held.map(\.app)) { askAboutHeld(app) }
  }

  /// Asks about an app whose notifications wait for the answer. Where the answer has come just before,
  /// they are delivered; where the user has left the question without one, they are listed.
  func askAboutHeld(_ app: String) {
    let settings = (try? store.profile(of: app))?.settings ?? AppSettings()
    guard settings.permissions.authorization == .notDetermined, policy.authorization == .ask else {
      return deliverHeld(app)
    }
    let question = Question.aboutNotifications(of: app, settings)
    // In one step: a question that cannot be shown may end at once.
    let isAsked = questions.withLock {
      $0.add(question, isWanted: false) || $0.isPending(question)
    }
    if isAsked { showQuestions() } else { store.writer.append(.notHeld(app: app)) }
  }

  func ask(_ question: Question, isWanted: Bool = false) {
    if questions.withLock({ $0.add(question, isWanted: isWanted) }) { showQuestions() }
  }

  /// Shows the questions whose turn it is. On the store's queue, because it reads the store and takes a
  /// lock.
  private func showQuestions() {
    // Deliveries that wait for the answer end after it is known.
    presentations.begin()
    store.writer.perform { [self] in
      defer { presentations.end() }
      while let question = questions.withLock({ $0.next() }) {
        if hasRight(to: question), !isAnswered(question) { show(question) }
      }
    }
  }

  /// Whether the user has answered elsewhere while the question waited for its turn.
  private func isAnswered(_ question: Question) -> Bool {
    guard question.kind == .authorize,
      let settings = try? store.profile(of: question.app).settings,
      settings.permissions.authorization != .notDetermined
    else { return false }
    questions.withLock { $0.forget(question) }
    deliverHeld(question.app)
    return true
  }

  private func show(_ question: Question) {
    // Deliveries that wait for the answer end after it is known.
    presentations.begin()
    Task(executorPreference: executor) { [self] in
      defer { presentations.end() }
      let outcome = await presenter.show(question.banner)
      questions.withLock { questions in
        questions.isNobodyThere = outcome != .shown
        if outcome == .shown { questions.noteShown(question) }
      }
      if outcome == .shown, questions.withLock(\.hasEnded) {
        await presenter.close(question.banner.id)
      }
      guard case .notShown(let failure) = outcome else { return }
      questions.withLock { $0.forget(question) }
      defer {
        showQuestions()
        onAnswer.withLock { $0 }()
      }
      log(
        DeliveryEvent(
          .notice, "nobody can be asked", ["app": question.app, "reason": "\(failure)"]))
      guard question.kind == .authorize || question.kind == .location else { return }
      if failure.meansNoDesktop {
        // On this executor, because it waits for writers of the store.
        await withTaskExecutorPreference(reconciler.executor) {
          if question.kind == .location {
            settleLocation(question.app, isAllowed: policy.unattended)
          } else {
            settle(question.app, isAllowed: policy.unattended)
          }
        }
      } else {
        askAgain()
      }
      if question.kind == .authorize { deliverHeld(question.app) }
    }
  }

  /// Whether this process asks: the daemon and an app may both want to, and the user is asked only
  /// once. Where another process asks, this one looks again after it has ended.
  private func hasRight(to question: Question) -> Bool {
    guard question.kind == .authorize, let folder else { return true }
    let prompt = AuthorizationPrompt(about: question.app, in: folder)
    do {
      if let right = try prompt.take() {
        questions.withLock { $0.keep(right, for: question.app) }
        return true
      }
    } catch {
      return true
    }
    let watches = questions.withLock { questions in
      questions.forget(question)
      return questions.watch(question.app)
    }
    guard watches else { return false }
    Task(executorPreference: reconciler.executor) { [self] in
      await LockWatch.waitUntilFree(prompt.path)
      questions.withLock { $0.endWatch(question.app) }
      askPending()
    }
    return false
  }

  /// If the app has requested authorization, stores the policy's answer. An app that has not
  /// requested it stays `notDetermined`.
  private func settle(_ app: String, isAllowed: Bool) {
    do {
      let isAnswered = try store.change(app) { profile in
        let settings = profile.settings
        guard settings.permissions.authorization == .notDetermined, !settings.requested.isEmpty
        else { return false }
        profile.settings.answer(isAllowed, to: settings.requested)
        return true
      }
      guard isAnswered else { return }
      log(
        DeliveryEvent(
          .notice, "the policy \(isAllowed ? "allows" : "denies") it", ["app": app]))
      consultation.wake(app)
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": app]))
    }
  }

  /// For a desktop that did not take the question: an app that has requested authorization waits
  /// for it.
  private func askAgain() {
    Task(executorPreference: reconciler.executor) { [self] in
      let clock = SystemDeliveryClock()
      try? await clock.sleep(until: clock.now + .seconds(5))
      askPending()
    }
  }

  /// Handles the end of a prompt.
  func end(_ question: Question, by event: BannerEvent.Kind) {
    defer {
      questions.withLock { $0.end(question) }
      consultation.wake(question.app)
      showQuestions()
      onAnswer.withLock { $0 }()
    }
    if case .activated(let action) = event, let answer = Question.Answer(rawValue: action) {
      take(answer, to: question)
    } else if question.kind == .authorize {
      withdraw(question)
    } else if question.kind == .location {
      withdrawLocation(question.app)
    }
  }

  /// Handles a prompt that has disappeared without an answer. For now that is a no, which is not
  /// stored: the app may ask again.
  private func withdraw(_ question: Question) {
    store.writer.append(.notHeld(app: question.app))
    log(DeliveryEvent(.notice, "the user does not answer", ["app": question.app]))
    do {
      guard try !store.profile(of: question.app).settings.requested.isEmpty else { return }
      try store.change(question.app) { $0.settings.withdrawRequest() }
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": question.app]))
    }
  }

  private func take(_ answer: Question.Answer, to question: Question) {
    do {
      switch (question.kind, answer) {
      case (.authorize, .allow), (.authorize, .deny):
        _ = try store.change(question.app) { profile in
          // The app may have asked for more while the question was open.
          let requested = profile.settings.requested
          return profile.settings.answer(
            answer == .allow, to: requested.isEmpty ? question.options : requested)
        }
        deliverHeld(question.app)
      case (.provisional, .keepProminent):
        _ = try store.change(question.app) { $0.settings.answer(.keepProminent) }
      case (.provisional, .keepQuiet):
        _ = try store.change(question.app) { $0.settings.answer(.keepQuiet) }
      case (.provisional, .turnOff):
        ask(
          Question(kind: .turnOff, app: question.app, options: question.options), isWanted: true)
      case (.turnOff, .turnOff):
        _ = try store.change(question.app) { $0.settings.answer(.turnOff) }
      case (.location, .allow), (.location, .deny):
        try answerLocation(question.app, isAllowed: answer == .allow)
      default: break
      }
    } catch {
      log(DeliveryEvent(.error, "\(error)", ["app": question.app]))
    }
    log(DeliveryEvent(.notice, "the user answers \(answer.rawValue)", ["app": question.app]))
  }

  /// Whether the user is asked, or an answer is being carried out.
  var isAsking: Bool { questions.withLock(\.isAsking) }

  /// Takes the questions from the screen: this process ends, and could not hear an answer.
  func closeQuestions() async {
    for banner in questions.withLock({ $0.end() }) { await presenter.close(banner) }
  }

  /// Delivers the notifications that waited for an answer, with the current settings. What was not
  /// delivered when the process ends is still in the store.
  private func deliverHeld(_ app: String) {
    guard questions.withLock({ $0.beginDelivering(app) }) else { return }
    presentations.begin()
    Task(executorPreference: reconciler.executor) { [self] in
      defer { presentations.end() }
      repeat {
        let right = await rightToDeliverHeld(app)
        await deliverWaiting(app)
        withExtendedLifetime(right) {}
      } while questions.withLock { $0.endDelivering(app) }
    }
  }

  /// The daemon and an app's helper may both know the answer. They deliver one after the other: the
  /// second finds what it has put into the store after the first has looked for the last time.
  private func rightToDeliverHeld(_ app: String) async -> FileLock? {
    guard let path = folder?.lock(OwnerName("held", of: app)) else { return nil }
    while true {
      do {
        if let right = try FileLock.attempt(path) { return right }
      } catch {
        return nil
      }
      await LockWatch.waitUntilFree(path)
    }
  }

  private func deliverWaiting(_ app: String) async {
    var begun: Set<DeliveryID> = []
    while let held = try? store.fetch(.held(app: app)).filter({ begun.insert($0.id).inserted }),
      !held.isEmpty
    {
      await withTaskGroup(of: Void.self) { group in
        for item in held {
          group.addTask(executorPreference: executor) { [self] in
            guard let due = DueNotification(held: item, in: store) else { return }
            note(due, isCurrent: true)
            defer { note(due, isCurrent: false) }
            guard (try? await begin(due, await context(of: due.request))) != nil else { return }
            due.endHeld()
            await store.writer.isWritten()
          }
        }
      }
    }
  }
}

extension Question {
  /// The question whether an app may send notifications.
  fileprivate static func aboutNotifications(of app: String, _ settings: AppSettings) -> Question {
    Question(
      kind: .authorize, app: app,
      options: settings.requested.isEmpty ? AppSettings.usualOptions : settings.requested)
  }
}

extension BannerFailure {
  /// Whether there is no desktop at all, rather than one that fails for the moment.
  fileprivate var meansNoDesktop: Bool {
    switch self {
    case .noBus, .noServer, .stopped: true
    case .noAnswer, .busy, .refused, .badAnswer, .unsendable: false
    }
  }
}
