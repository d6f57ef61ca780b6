import ArgumentParser
import ConsoleOutput
import Foundation
import NotificationScheduling
import NotificationTypes

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print the pending notifications as a JSON document that 'import' reads.")

  @OptionGroup var whose: AppOptions

  func run() throws {
    let requests = try NotificationSchedule.ofUser().pending(app: whose.app)
    try Console.printJSON(RequestArchive(requests: requests.map(\.request)))
  }
}

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Schedule the notifications of a JSON document; time intervals begin now.")

  @Argument(help: "The document; - is standard input.") var file: String

  @Option(help: "So many requests an app may have; the soonest are kept.")
  var limit = 64

  private static let greatestSize = 64 << 20

  func validate() throws {
    guard limit > 0 else { throw ValidationError("--limit is 1 or more") }
  }

  func run() throws {
    let archive: RequestArchive
    do {
      archive = try JSONDecoder().decode(RequestArchive.self, from: try content())
    } catch let error as NotificationFormatError {
      throw error
    } catch let error as DecodingError {
      throw Failure("'\(file)' is no list of notifications: \(Self.text(error))")
    }
    guard archive.requests.allSatisfy({ !$0.identifier.isEmpty && !$0.app.isEmpty }) else {
      throw Failure("'\(file)' has a notification without an identifier or an app")
    }
    let schedule = try NotificationSchedule.standard(limit: .keepSoonest(limit))
    let additions = try schedule.add(archive.requests)
    var isWhole = true
    for (request, addition) in zip(archive.requests, additions) {
      do {
        try ScheduleCommand.report(addition, of: request)
      } catch let failure as Failure {
        Console.complain("Error: \(failure.message)")
        isWhole = false
      }
    }
    // One that was kept may have been taken out again by one behind it.
    let evicted = Set(additions.compactMap(\.evicted).map { [$0.app, $0.identifier] })
    let kept = zip(archive.requests, additions).count { request, addition in
      addition.isKept && !evicted.contains([request.app, request.identifier])
    }
    Console.complain("\(kept) of \(additions.count) scheduled")
    if !isWhole || kept < additions.count { throw ExitStatus.failure }
  }

  private func content() throws -> Data {
    let handle = file == "-" ? .standardInput : FileHandle(forReadingAtPath: file)
    let content = Result { try handle?.read(upToCount: Self.greatestSize + 1) ?? Data() }
    guard handle != nil, case .success(let data) = content else {
      throw Failure("cannot read '\(file)'")
    }
    guard data.count <= Self.greatestSize else {
      throw Failure("'\(file)' is larger than 64 MiB")
    }
    return data
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
