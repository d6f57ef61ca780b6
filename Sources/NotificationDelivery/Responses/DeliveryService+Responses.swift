import DesktopBanners
import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

extension DeliveryService {
  /// Listens to what users do with banners, and hands on what an earlier run has left.
  public func run() async {
    // Not where sounds begin: a click is written to the disk, and synced.
    await withTaskExecutorPreference(looking.executor) {
      handOverWaiting()
      for await event in presenter.events { handle(event) }
    }
  }

  /// Hands responses that wait in the store to their apps.
  public func handOverWaiting() {
    guard let waiting = try? store.fetch(.responses(app: app)) else { return }
    for app in Set(waiting.map(\.response.app)) { handover.handOver(to: app) }
    handOverMessages()
  }

  /// Wakes the apps that servers have sent something to.
  func handOverMessages() {
    guard let waiting = try? store.fetch(.remoteMessages(app: app)) else { return }
    for app in Set(waiting.map(\.message.app)) { handover.handOver(to: app) }
  }

  private func handle(_ event: BannerEvent) {
    if Question.isPrompt(event.banner) {
      guard let question = questions.withLock({ $0.take(event.banner) }) else { return }
      return end(question, by: event.kind)
    }
    looking.forget(event.banner)
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

  /// What a banner is about: what is just being delivered, or in the list of what was.
  private func notification(of banner: Banner.ID) -> DeliveredNotification? {
    let key = NotificationKey(app: banner.app, identifier: banner.request)
    func delivered() -> DeliveredNotification? {
      try? store.fetch(.delivered(app: banner.app, identifier: banner.request)).first
    }
    // It may go from the requests to the list between two looks: then the list has it.
    return current.withLock { $0[key] }?.notification ?? delivered() ?? waiting(banner)
      ?? delivered()
  }

  /// One whose end has not been written yet.
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
    do {
      try store.apply(.responded(response))
      handover.handOver(to: response.app, token: event.activationToken)
    } catch {
      counters.add { $0.storeFailures += 1 }
      log(DeliveryEvent(.error, "a response is lost: \(error)", ["app": response.app]))
    }
    settle(event.banner)
  }

  /// The user has dealt with a notification: it is silent, and no more in the list.
  private func settle(_ banner: Banner.ID) {
    let key = NotificationKey(app: banner.app, identifier: banner.request)
    // One that is just being delivered does not come into the list at all.
    current.withLock { $0[key] }?.note(.dismissed)
    Task(executorPreference: executor) { [self] in await ringer.silence(key) }
    // After what is still to be written about it.
    store.writer.append(.removed(app: banner.app, identifiers: [banner.request]))
    sweepAttachments(of: banner.app)
  }
}
