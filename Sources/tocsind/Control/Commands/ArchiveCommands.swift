import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
import NotificationTypes

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the pending notifications as a JSON document that 'import' reads.")

  @OptionGroup var whose: AppOptions

  func run() throws {
    var list = JSONList("requests")
    try NotificationSchedule.ofUser().store.forEach(.pending(app: whose.app)) { item in
      try list.append(item.request)
      return true
    }
    list.end()
  }
}

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Schedule the notifications of a JSON document; time intervals begin now.")

  @Argument(help: "The document; - is standard input.") var file: String

  @OptionGroup var limit: LimitOptions

  func run() throws {
    let archive: RequestArchive
    do {
      archive = try JSONDecoder().decode(RequestArchive.self, from: try document(at: file))
    } catch let error as NotificationFormatError {
      throw error
    } catch let error as DecodingError {
      throw Failure("'\(file)' is not a list of notifications: \(Self.text(error))")
    }
    guard archive.requests.allSatisfy({ !$0.identifier.isEmpty && !$0.app.isEmpty }) else {
      throw Failure("'\(file)' has a notification without an identifier or an app")
    }
    let schedule = try NotificationSchedule.ofUser(limit: limit.pending)
    let additions = try schedule.add(archive.requests)
    for (request, addition) in zip(archive.requests, additions) {
      do {
        try ScheduleCommand.report(addition, of: request)
      } catch let failure as Failure {
        Console.complain("Error: \(failure.message)")
      }
    }
    let kept = additions.count(where: \.isKept)
    Console.complain("\(kept) of \(additions.count) scheduled")
    if let app = archive.requests.first?.app { Warnings.tellOfDeliverer(of: app) }
    if kept < additions.count { throw ExitStatus.failure }
  }

  private static func text(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(path(context.codingPath)) has no '\(key.stringValue)'"
    case .typeMismatch(_, let context), .valueNotFound(_, let context),
      .dataCorrupted(let context):
      "\(path(context.codingPath)): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "the document" : keys.map(\.stringValue).joined(separator: ".")
  }
}
