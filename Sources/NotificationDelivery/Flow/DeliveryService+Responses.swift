import Desktop
import FoundationEssentials
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import Synchronization
import Triggers

extension DeliveryService {
  /// Handles the users' actions on banners, and hands over responses that an earlier run has left.
  public func run() async {
    // Not on the executor of sounds, because a click is written to the disk and synced.
    await withTaskExecutorPreference(reconciler.executor) {
      handOverNew()
      for await event in presenter.events { handle(event) }
    }
  }

  /// Hands over what the store has for apps: responses that were not there at the last look, and
  /// messages from servers.
  func handOverNew() {
    let responses = (try? store.fetch(.responses(app: app))) ?? []
    for app in reconciler.appsWithNewResponses(responses) { handover.handOver(to: app) }
    let messages = (try? store.fetch(.remoteMessages(app: app))) ?? []
    for app in Set(messages.map(\.message.app)) { handover.handOver(to: app) }
  }

  private func handle(_ event: BannerEvent) {
    if Question.isPrompt(event.banner) {
      guard let question = questions.withLock({ $0.take(event.banner) }) else { return }
      return end(question, by: event.kind)
    }
    reconciler.forget(event.banner)
    switch event.kind {
    case .activated(let action): respond(event, action, nil)
    case .replied(let action, let text): respond(event, action, text)
    case .closed(.dismissed):
      if wantsDismissal(event.banner) {
        respond(event, NotificationAction.dismissIdentifier, nil)
      } else {
        settle(event.banner)
      }
    case .closed: break
    }
  }

  private func wantsDismissal(_ banner: Banner.ID) -> Bool {
    guard let item = notification(of: banner),
      let categories = try? store.profile(of: banner.app).categories
    else { return false }
    let name = item.request.content.categoryIdentifier
    return categories.first { $0.identifier == name }?.options.contains(.customDismissAction)
      ?? false
  }

  /// The notification of a banner: it is being delivered, or in the list of delivered
  /// notifications.
  private func notification(of banner: Banner.ID) -> DeliveredNotification? {
    func delivered() -> DeliveredNotification? {
      try? store.fetch(.delivered(app: banner.app, identifier: banner.request)).first
    }
    // Between two looks it may move from the requests to the list; then the list has it.
    return currentDelivery(of: banner)?.notification ?? delivered() ?? waiting(banner)
      ?? delivered()
  }

  /// A notification whose end has not been written yet.
  private func waiting(_ banner: Banner.ID) -> DeliveredNotification? {
    let waiting = try? store.fetch(.pending(app: banner.app, identifier: banner.request)).first
    return waiting.map {
      DeliveredNotification(request: $0.request, dueDate: $0.due.date, date: Date())
    }
  }

  private func respond(_ event: BannerEvent, _ action: String, _ text: String?) {
    let response = NotificationResponse(
      app: event.banner.app, requestIdentifier: event.banner.request, actionIdentifier: action,
      text: text, date: Date(), notification: notification(of: event.banner))
    counters.add { $0.responses += 1 }
    log(
      DeliveryEvent(
        .info, "response",
        ["app": response.app, "identifier": response.requestIdentifier, "action": action]))
    guard isToBeTold(of: response) else { return settle(event.banner) }
    if let token = event.activationToken { handover.keep(token, for: response.app) }
    // The writer tries until it succeeds; then the app gets the response.
    store.writer.append(.responded(response))
    settle(event.banner)
  }

  /// Handles a notification that the user has dealt with: stops its sound and removes it from the
  /// list.
  private func settle(_ banner: Banner.ID) {
    let key = NotificationKey(app: banner.app, identifier: banner.request)
    // A notification that is still being delivered is never listed.
    currentDelivery(of: banner)?.note(.dismissed)
    Task(executorPreference: executor) { [self] in await ringer.silence(key) }
    // Queued after the changes about it that are still to be written.
    store.writer.append(
      .removed(app: banner.app, identifiers: [banner.request], at: Date()))
    sweepAttachments(of: banner.app)
  }
}
