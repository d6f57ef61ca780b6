import Foundation
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import TestSupport
import Testing

@testable import RemoteReceiving

/// A store with a desk that runs real programs as extensions.
final class ExtensionBench {
  let folder: TemporaryFolder
  let schedule: NotificationSchedule
  private(set) var desk: ExtensionDesk
  private let limits: ExtensionLimits
  private let lines = LinesBox()
  private var number: Int64 = 0

  /// - Parameter change: changes the limits; the time is long enough for a busy machine.
  init(_ change: (inout ExtensionLimits) -> Void = { _ in }) throws {
    folder = try TemporaryFolder()
    let store = try NotificationStore(folder: StoreFolder(path: folder.path("store")))
    schedule = NotificationSchedule(store: store)
    var limits = ExtensionLimits()
    (limits.time, limits.grace) = (.seconds(300), .seconds(60))
    change(&limits)
    self.limits = limits
    desk = ExtensionDesk(schedule: schedule, limits: limits, log: { [lines] in lines.append($0) })
  }

  deinit { desk.stop() }

  /// Another process takes its place.
  func restart() {
    desk.stop()
    desk = ExtensionDesk(schedule: schedule, limits: limits, log: { [lines] in lines.append($0) })
    desk.look()
  }

  var log: String { lines.all.map(\.message).joined(separator: "\n") }
  var warnings: Int {
    lines.all.count { $0.level.rawValue <= ReceiverEvent.Level.warning.rawValue }
  }

  /// A script, which sees the bench's folder as `$HERE`.
  static func write(_ text: String, as name: String, in folder: TemporaryFolder) throws -> String {
    let isPython = text.hasPrefix("import")
    let head =
      isPython
      ? "#!/usr/bin/python3\nHERE = '\(folder.url.path)'\n"
      : "#!/bin/sh\nHERE='\(folder.url.path)'\n"
    return try folder.install(head + text, as: name)
  }

  func register(_ text: String, of app: String = TestBox.kitchen) throws {
    try register(command: [Self.write(text, as: app, in: folder)], of: app)
  }

  func register(command: [String], of app: String = TestBox.kitchen) throws {
    try schedule.store.change(app) {
      $0.registration = RegisteredApp(identifier: app, serviceExtension: command)
    }
  }

  /// A push that the extension may change.
  func push(
    _ identifier: String, title: String = "Hello", of app: String = TestBox.kitchen,
    isMutable: Bool = true, info: [String: UserInfoValue] = [:],
    change: (inout NotificationContent) -> Void = { _ in }
  ) throws {
    number += 1
    var content = NotificationContent(
      title: title, body: "World", badge: 3, sound: NotificationSound(name: "chime"),
      categoryIdentifier: "tea", userInfo: info)
    change(&content)
    var arrival = RemoteArrival(
      app: app, position: .init(pushClass: "a", number: number),
      request: NotificationRequest(
        identifier: identifier, app: app, content: content, trigger: .push))
    arrival.waitsForExtension = isMutable && desk.serves(app)
    #expect(try schedule.take(arrival))
    desk.look()
  }

  /// What is due, in the order in which it became so.
  func due(_ app: String = TestBox.kitchen) throws -> [NotificationRequest] {
    try schedule.pending(app: app).map(\.request)
  }

  /// The first one that becomes due.
  func first(_ app: String = TestBox.kitchen) async throws -> NotificationRequest {
    try await eventually("it is due") { try !self.due(app).isEmpty }
    return try #require(try due(app).first)
  }

  func allow(_ name: String = "go") throws { try folder.write([], to: name) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name)) }

  func lines(of name: String) -> [String] {
    (try? String(contentsOfFile: folder.path(name), encoding: .utf8))?
      .split(separator: "\n").map(String.init) ?? []
  }
}
