import FoundationEssentials
import NotificationScheduling
import NotificationStorage
import NotificationTypes

extension DeliveryService {
  /// Presents it in the user's language; an app in the foreground is asked before.
  func begin(_ due: DueNotification, _ context: AppContext) async throws {
    let due = due.withContent(context.content)
    let decision = decide(due.request.content, context)
    if decision.asksApp {
      try await consult(due, context, silent: decision)
    } else {
      try await present(due, context, decision)
    }
  }

  /// Asks the app in the foreground what to show. Until it has answered, the notification is
  /// recorded as a silent one. An app that does not answer is not in front, and its notification is
  /// shown.
  private func consult(
    _ due: DueNotification, _ context: AppContext, silent: DeliveryDecision
  ) async throws {
    let ticket = DeliveryTicket(due.request)
    due.update { $0 = DeliveryRecord(silent) }
    presentations.begin()
    defer { presentations.end() }
    var context = context
    if let options = await consultation.options(for: due.notification) {
      guard !options.isEmpty else {
        return log(DeliveryEvent(.notice, "withheld", ticket.fields.merging(silent.fields) { $1 }))
      }
      context.state = .foreground(options)
    } else {
      log(DeliveryEvent(.notice, DeliveryEvent.noAnswer, ticket.fields))
      context.state = .background
    }
    try await present(due, context, decide(due.request.content, context))
  }
}
