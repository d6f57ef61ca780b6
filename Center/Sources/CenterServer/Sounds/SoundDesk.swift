import Dispatch
import Foundation
import HTTPTypes
import HummingbirdCore
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import NotificationTypes
import RequestParsing
import SoundResolution

/// The sounds that an app's notifications can name, and the way to new ones.
struct SoundDesk: Sendable {
  /// Bytes of a file that is dropped on the page.
  static let byteLimit = 32 << 20
  /// Files of one folder that are listed.
  private static let fileLimit = 100
  private static let extensions: Set<String> = ["caf", "aiff", "aif", "aifc", "wav"]

  private let schedule: NotificationSchedule
  private let configuration: @Sendable () -> HostConfiguration
  private let drawings = SoundDrawings()
  /// The processes that read and convert files are waited for here, one at a time.
  private let queue = DispatchQueue(label: "tocsin.center.sounds")

  init(
    _ schedule: NotificationSchedule, configuration: @escaping @Sendable () -> HostConfiguration
  ) {
    self.schedule = schedule
    self.configuration = configuration
  }

  /// The sounds of an app, in the order in which they are looked for.
  func list(app: String) async throws -> Response {
    let folders = try folders(of: app)
    return try await onQueue {
      let files = folders.enumerated().flatMap { index, folder in
        Self.names(in: folder).map {
          SoundPath(folder: index, place: folder.place, folderPath: folder.path, name: $0)
        }
      }
      let records = try drawings.records(of: files).joined(separator: Data(",".utf8))
      return Reply.bytes(Data("[".utf8) + records + Data("]".utf8), "application/json")
    }
  }

  /// A sound as every browser plays it.
  func play(_ target: RequestTarget) async throws -> Response {
    let folders = try folders(of: try target.required("app"))
    let name = try target.required("name")
    guard let index: Int = target.integer("folder"), folders.indices.contains(index) else {
      throw Refusal(.notFound, "There is no such folder.")
    }
    return try await onQueue {
      guard Self.names(in: folders[index]).contains(name) else {
        throw Refusal(.notFound, "There is no such sound.")
      }
      let path = folders[index].path + "/" + name
      let end = try SoundProcess.run(.preview(path: path))
      if let reason = end.reason {
        throw Refusal(.unprocessableContent, "The sound cannot be decoded: \(reason).")
      }
      return Reply.bytes(end.output, "audio/wav")
    }
  }

  /// Takes a file into the app's `Library/Sounds`.
  func add(_ bytes: Data, _ target: RequestTarget) async throws -> Response {
    let app = try target.required("app")
    guard let folder = try folders(of: app).first, folder.place == .library else {
      throw Refusal(.badRequest, "'\(app)' cannot have a folder of sounds.")
    }
    let name = try target.required("name")
    let replaces = target["replace"] == "1"
    return try await onQueue {
      try Self.withScratchFolder { scratch in
        let intake = SoundIntake(
          name: name, folder: folder.path, replaces: replaces, scratch: scratch)
        let end = try SoundProcess.run(.add(intake), with: bytes)
        if let reason = end.reason {
          throw Refusal(.unprocessableContent, "The sound cannot be read: \(reason).")
        }
        return Reply.bytes(end.output, "application/json")
      }
    }
  }

  /// A folder that is removed here, for the process that uses it may be ended.
  private static func withScratchFolder<Value>(_ work: (String) throws -> Value) throws -> Value {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "tocsin-center-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try work(path)
  }

  private func folders(of app: String) throws -> [SoundFolder] {
    let registration = try schedule.store.profile(of: app).registration
    let owner = SoundOwner(
      app: app, groups: registration?.groups ?? [], bundle: registration?.bundle)
    return configuration().places.folders(for: owner)
  }

  private static func names(in folder: SoundFolder) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sounds = names.filter { name in
      name.lastIndex(of: ".").map { extensions.contains(name[$0...].dropFirst().lowercased()) }
        ?? false
    }
    return Array(sounds.sorted().prefix(fileLimit))
  }

  private func onQueue<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}
