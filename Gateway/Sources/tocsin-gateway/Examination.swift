import APNsGateway
import Foundation
import Glibc

/// The checks of `doctor`, one line each.
struct Examination {
  enum Level: String { case good, doubtful, bad }

  struct Finding {
    var level: Level
    var text: String

    var line: String { "\(level.rawValue)\t\(text)" }
  }

  var folder: StateFolder
  var settings: GatewaySettings
  var engine: String

  func findings() -> [Finding] {
    [privacy(), durability(), disk(), rights(), connection()]
      + (settings.nodes == nil ? [] : [sharing()])
      + ["ca.pem", "server.pem"].map(certificate)
  }

  private func privacy() -> Finding {
    // The service manager may have made a link of it.
    var information = stat()
    let mode = stat(folder.path, &information) == 0 ? information.st_mode : 0o777
    return mode & 0o077 == 0
      ? Finding(level: .good, text: "\(folder.path) is closed to others.")
      : Finding(
        level: .bad,
        text: "\(folder.path) is open to others: the seal key is in it. Run chmod 700 on it.")
  }

  private func durability() -> Finding {
    guard let program = EngineProgram.find(engine),
      let text = try? Child.run(program, ["--version"]), let version = EngineVersion(in: text)
    else {
      return Finding(
        level: .doubtful, text: "The engine's version is not known: name its program with --engine."
      )
    }
    let isConfigured = (try? folder.read("nats.conf").contains("sync_interval: always")) == true
    switch (settings.replicas >= 3, version.canSyncAlways, isConfigured) {
    case (true, _, _):
      return Finding(
        level: .good, text: "nats-server \(version), \(settings.replicas) replicas of each push.")
    case (_, true, true):
      return Finding(level: .good, text: "nats-server \(version) syncs each push to the disk.")
    case (_, true, false):
      return Finding(
        level: .bad,
        text: "nats-server \(version) could sync each push, but nats.conf does not say so. Add "
          + "“sync_interval: always” to its jetstream block and start the engine again.")
    case (_, false, _):
      return Finding(
        level: .bad,
        text: "nats-server \(version) syncs once a minute: a power cut loses accepted pushes. "
          + "Install 2.10 or newer, or run three.")
    }
  }

  private func disk() -> Finding {
    let free = folder.freeBytes("engine")
    let text = "\(free >> 20) MiB are free for pushes."
    if free < 64 << 20 { return Finding(level: .bad, text: text + " Pushes fail when it is full.") }
    return Finding(level: free < 1 << 30 ? .doubtful : .good, text: text)
  }

  private func rights() -> Finding {
    do {
      return try Upgrade(folder).isNeeded
        ? Finding(
          level: .bad,
          text: "The gateway's credentials have all rights, as an older version made them. Run "
            + "`tocsin-gateway upgrade`.")
        : Finding(level: .good, text: "The gateway's credentials have its rights by name.")
    } catch {
      return Finding(level: .bad, text: error.description)
    }
  }

  private func connection() -> Finding {
    do {
      let connection = try engineConnection()
      for _ in 0..<50 where !connection.isConnected { Thread.sleep(forTimeInterval: 0.1) }
      let condition = EngineProbe(connection, replicas: settings.replicas).condition()
      guard condition == .ready else {
        return Finding(level: .bad, text: Services(folder).advice(on: condition, settings))
      }
      return try EngineReport(connection, Services(folder)).finding
    } catch {
      return Finding(level: .bad, text: error.description)
    }
  }

  private func engineConnection() throws(GatewayError) -> EngineConnection {
    try EngineConnection(
      EngineAddress(
        servers: settings.engine, certificateAuthority: folder.file("ca.pem"),
        credentials: folder.file("gateway.creds")))
  }

  private func sharing() -> Finding {
    let machines = settings.otherHosts.joined(separator: " and ")
    do {
      let connection = try engineConnection()
      for _ in 0..<50 where !connection.isConnected { Thread.sleep(forTimeInterval: 0.1) }
      let report = try SharingReport(folder, connection, replicas: settings.replicas)
      return report.differences == 0
        ? Finding(level: .good, text: "Keys, topics and boxes are those of \(machines).")
        : Finding(
          level: .bad,
          text: "\(report.differences) keys, topics or boxes are not those of \(machines). The "
            + "gateway here hands them over and takes them: start `tocsin-gateway serve`.")
    } catch {
      return Finding(level: .bad, text: error.description)
    }
  }

  private func certificate(_ name: String) -> Finding {
    do {
      let days = Int(try Certificates(folder).end(of: name).timeIntervalSinceNow / 86_400)
      let text = "\(name) is valid for \(days) days."
      if days < 0 { return Finding(level: .bad, text: "\(name) ended \(-days) days ago.") }
      return Finding(level: days < 30 ? .doubtful : .good, text: text)
    } catch {
      return Finding(level: .bad, text: error.description)
    }
  }
}
