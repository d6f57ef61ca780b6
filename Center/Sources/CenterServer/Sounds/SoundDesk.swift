import AlertSounds
import Dispatch
import Files
import Foundation
import HTTPTypes
import HummingbirdCore
import NotificationDelivery
import NotificationScheduling
import NotificationTypes
import SoundResolution
import Synchronization

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
  /// Files are read and converted here, one at a time.
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
      let items = folders.enumerated().flatMap { index, folder in
        Self.names(in: folder).map { drawings.record(of: $0, folder, index) }
      }
      return try Reply.json(items)
    }
  }

  /// A sound as every browser plays it.
  func play(_ target: Target) async throws -> Response {
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
      guard let wave = SoundPreview.wave(of: try FileSource(path: path), path: path) else {
        throw Refusal(.unprocessableContent, "The sound cannot be decoded.")
      }
      return Reply.bytes(wave, "audio/wav")
    }
  }

  /// Takes a file into the app's `Library/Sounds`.
  func add(_ bytes: Data, _ target: Target) async throws -> Response {
    let app = try target.required("app")
    guard let folder = try folders(of: app).first, folder.place == .library else {
      throw Refusal(.badRequest, "'\(app)' cannot have a folder of sounds.")
    }
    let intake = SoundIntake(
      bytes: bytes, name: try target.required("name"), folder: folder.path,
      replaces: target["replace"] == "1")
    return try await onQueue { try Reply.json(try intake.take()) }
  }

  private func folders(of app: String) throws -> [SoundFolder] {
    let registration = try schedule.store.profile(of: app).registration
    let owner = SoundOwner(
      app: app, groups: registration?.groups ?? [], bundle: registration?.bundle)
    return configuration().places.folders(for: owner)
  }

  private static func names(in folder: SoundFolder) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sounds = names.filter {
      extensions.contains(URL(fileURLWithPath: $0).pathExtension.lowercased())
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
