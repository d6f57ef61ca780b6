public import Foundation
public import NotificationTypes
import Synchronization

extension MemoryStore {
  public func ask(
    about notification: DeliveredNotification, at date: Date
  ) throws(StoreError) -> Int64 {
    state.withLock { state in
      state.questions = state.questions.filter {
        !PresentationQuestion.isOver(asked: $0.value.asked, at: date)
      }
      state.lastQuestion += 1
      state.questions[state.lastQuestion] = .init(notification: notification, asked: date)
      return state.lastQuestion
    }
  }

  public func questions(app: String) throws(StoreError) -> [PresentationQuestion] {
    state.withLock { state in
      state.questions.filter { $0.value.options == nil && $0.value.notification.request.app == app }
        .sorted { $0.key < $1.key }
        .map { .init(number: $0.key, notification: $0.value.notification) }
    }
  }

  public func answer(_ question: Int64, with options: Int) throws(StoreError) {
    state.withLock { $0.questions[question]?.options = options }
  }

  public func answer(to question: Int64) throws(StoreError) -> Int? {
    state.withLock { $0.questions[question]?.options }
  }

  public func forget(question: Int64) throws(StoreError) {
    state.withLock { $0.questions[question] = nil }
  }

  public func isDelivered(app: String, identifier: String) throws(StoreError) -> Bool {
    state.withLock { state in
      state.delivered.contains { $0.request.app == app && $0.request.identifier == identifier }
    }
  }
}
