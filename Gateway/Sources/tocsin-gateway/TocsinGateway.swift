import APNsGateway
import ArgumentParser
import Foundation

@main
struct TocsinGateway: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tocsin-gateway",
    abstract: "Takes pushes from any library for Apple's push service and hands them to boxes.",
    subcommands: [
      Initialise.self, Invite.self, RunEngine.self, Serve.self, Key.self, Certificate.self,
      Device.self, Seal.self, Push.self,
      Doctor.self,
    ])
}

/// The folder of the state, which all commands share.
struct StateOption: ParsableArguments {
  @Option(
    name: .customLong("state"),
    help: "The folder of the state. Usually $XDG_STATE_HOME/tocsin/gateway.")
  var path: String?

  var folder: StateFolder {
    StateFolder(path ?? StateFolder.usual(ProcessInfo.processInfo.environment))
  }
}
