import APNsGateway
import ArgumentParser
import Foundation
import Glibc
import LogHandlers
import LogOutput
import Logging
import RemoteNotifications

@main
struct TocsinGateway: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsin-gateway",
    abstract: "Takes pushes from any library for Apple's push service and hands them to boxes.",
    version: ToolVersion.line,
    subcommands: [
      Initialise.self, Invite.self, RunEngine.self, Serve.self, Key.self, Certificate.self,
      Device.self, TopicCommands.self, Seal.self, Push.self, Doctor.self, UpgradeState.self,
    ])

  static func main() async {
    StandardDescriptors.fill()
    await main(nil)
  }

  func validate() throws { try DigestLibrary.require() }

  /// Runs a service, whose log may have no reader: the error that ends it is a line of that log.
  static func serve(_ body: (Logger) async throws -> Void) async throws {
    do {
      try await body(Logger(label: "tocsin-gateway") { _ in PlainLogHandler() })
    } catch {
      StandardErrorLog.write(fullMessage(for: error))
      throw ExitCode.failure
    }
  }
}

/// The folder of the state, which all commands share.
struct StateOption: ParsableArguments {
  @Option(
    name: .customLong("state"),
    help: """
      The folder of the state. Usually $XDG_STATE_HOME/tocsin/gateway; the superuser's is \
      \(StateFolder.ofSystem).
      """)
  var path: String?

  var folder: StateFolder {
    StateFolder(
      path
        ?? StateFolder.usual(ProcessInfo.processInfo.environment, isSuperuser: geteuid() == 0))
  }

  /// When a change of the state counts, as a sentence.
  func reach() throws -> String {
    let settings: GatewaySettings = try folder.load("gateway.json")
    let others = settings.otherHosts
    return others.isEmpty
      ? "A serving gateway takes it within 2 seconds."
      : "The gateway here takes it within 2 seconds, and hands it to \(others.joined(separator: " and "))."
  }
}
