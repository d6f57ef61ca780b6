import Foundation
import LinuxProcess
import NotificationStorage
import NotificationTypes

/// The work of an extension on one notification, to its end: what it has changed is due, or else what
/// the server has sent.
struct ExtensionWork {
  let desk: ExtensionDesk
  /// The notification's number in the store.
  let number: Int64
  let request: NotificationRequest

  /// Starts the extension, again after a failure, and makes the notification due.
  /// - Parameter attempts: the number of earlier starts.
  func run(_ command: [String], after attempts: Int) throws(StoreError) {
    let deadline = ContinuousClock.now + desk.limits.time
    var problem = "it was interrupted"
    for _ in attempts..<max(attempts, desk.limits.starts) {
      guard try desk.schedule.store.apply(.startedExtension(for: number)) > 0 else {
        return noteReplacement()
      }
      switch once(command, until: deadline) {
      case .answered(let answer, let isLate): return try deliver(answer, isLate: isLate)
      case .givenUp(let reason): return try deliverOriginal(reason)
      case .stopped: return
      case .failed(let reason):
        problem = reason
        guard ContinuousClock.now < deadline else { return try deliverOriginal(problem) }
      }
    }
    try deliverOriginal("\(problem), at each of \(desk.limits.starts) starts")
  }

  /// Makes the notification due as the server has sent it.
  /// - Parameter reason: for the log; nil where the extension wants it so.
  func deliverOriginal(_ reason: String?) throws(StoreError) {
    guard try desk.schedule.release(number, as: request) else { return noteReplacement() }
    if let reason { warn("it is delivered as it came: \(reason)") } else { note("left as it came") }
  }

  private func once(
    _ command: [String], until deadline: ContinuousClock.Instant
  ) -> ExtensionRun.End {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let input = try? encoder.encode(request) else { return .givenUp("it cannot be encoded") }
    if let scratch { try? StoreFile.makeFolder(scratch) }
    let run = ExtensionRun(
      command: command, environment: environment, limits: desk.limits, stop: desk.stopFile)
    let (end, complaint) = run.perform(input + Data("\n".utf8), until: deadline)
    if !complaint.isEmpty { warn("it says: \(complaint)") }
    if case .answered = end { return end }
    removeScratch()
    return end
  }

  private func deliver(_ answer: [UInt8], isLate: Bool) throws(StoreError) {
    defer { removeScratch() }
    let content: NotificationContent?
    do throws(UnusableAnswer) {
      content = try ExtensionAnswer.content(answer, original: request.content)
    } catch {
      return try deliverOriginal(error.reason)
    }
    guard let content else { return try deliverOriginal(isLate ? "it takes too long" : nil) }
    var changed = request
    changed.content = content
    let attachments = ExtensionAttachments(app: request.app, folder: desk.schedule.store.folder)
    let isReleased = try attachments.keep(
      content.attachments, leave: { warn("an attachment is left out: \($0)") },
      { (kept) throws(StoreError) in
        changed.content.attachments = kept
        return try desk.schedule.release(number, as: changed)
      })
    guard isReleased else { return noteReplacement() }
    note(isLate ? "changed at the last chance" : "changed")
  }

  // MARK: What the program gets

  /// The folder for its temporary files, which is removed afterwards.
  private var scratch: String? { desk.scratchFolder.map { "\($0)/\(number)" } }

  private func removeScratch() {
    if let scratch { try? FileManager.default.removeItem(atPath: scratch) }
  }

  private var environment: [String: String] {
    var environment = ProcessInfo.processInfo.environment.withoutServiceManager
    environment["TOCSIN_APP"] = request.app
    environment["TOCSIN_APP_ID"] = request.app
    environment["TOCSIN_REQUEST"] = request.identifier
    if let scratch { environment["TMPDIR"] = scratch }
    return environment
  }

  // MARK: The log

  private func noteReplacement() { note("a later one has replaced it") }

  private var name: String { "push \(request.identifier) for \(request.app), service extension" }

  private func note(_ text: String) { desk.log.note(.info, "\(name): \(text)") }

  private func warn(_ text: String) {
    desk.log.refuse("\(name): \(text)", at: desk.schedule.clock.now.elapsed)
  }
}
