import APNsGateway
import Foundation
import RemoteNotifications

/// `topics.json`; it does not exist before the first topic.
struct TopicFile {
  static let name = "topics.json"

  private let folder: StateFolder

  init(_ folder: StateFolder) {
    self.folder = folder
  }

  func records() throws(GatewayError) -> [TopicRecord] {
    folder.exists(Self.name) ? try folder.load(Self.name) : []
  }

  func change(
    _ change: (inout [TopicRecord]) throws(GatewayError) -> Void
  ) throws(GatewayError) {
    try folder.locked { () throws(GatewayError) in
      var records = try records()
      try change(&records)
      try folder.store(records, as: Self.name)
    }
  }

  /// The topics of a serving gateway.
  func topics() throws -> [String: NtfyTopic] {
    var topics: [String: NtfyTopic] = [:]
    for record in try records() {
      let devices = record.devices.compactMap { Hexadecimal.number($0) }
      guard devices.count == record.devices.count else {
        throw GatewayError("The topic \(record.name) in \(folder.file(Self.name)) names no device.")
      }
      topics[record.name] = NtfyTopic(
        app: record.app, devices: devices, token: record.token,
        sound: record.sound ?? "default")
    }
    return topics
  }
}
