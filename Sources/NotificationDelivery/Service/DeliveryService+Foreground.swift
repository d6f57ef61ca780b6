import Foundation
import NotificationScheduling
import NotificationTypes

extension DeliveryService {
  /// Presents it in the user's language, by the answer of the app where that is in the foreground.
  func begin(_ due: DueNotification, _ context: AppContext) {
    let due = due.withContent(context.localized(due.request.content))
    if decide(due.request.content, context).asksApp {
      consult(due, context)
    } else {
      present(due, context)
    }
  }

  /// Asks the app, which is in the foreground, what is to be shown; until it has answered, and if it
  /// does not, the notification is recorded as a silent one.
  private func consult(_ due: DueNotification, _ context: AppContext) {
    let silent = decide(due.request.content, context)
    let ticket = DeliveryTicket(due.request, date: Date())
    journal.append(.note(ticket.note(DeliveryRecord(silent))))
    effects.begin()
    Task(executorPreference: consultation.executor) { [self] in
      defer { effects.end() }
      guard let options = await consultation.options(for: due.notification), !options.isEmpty else {
        log(DeliveryEvent(.info, "delivered", ticket.fields.merging(silent.fields) { $1 }))
        return
      }
      var context = context
      context.state = .foreground(options)
      present(due, context)
    }
  }
}
