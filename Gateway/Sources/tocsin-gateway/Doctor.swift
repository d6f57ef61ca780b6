import ArgumentParser
import APNsGateway
import Foundation

/// `tocsin-gateway doctor`
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Looks whether what is accepted is safe, and what will fail soon.")

  @OptionGroup var state: StateOption
  @Option(help: "The engine's program.") var engine = "nats-server"

  func run() throws {
    let folder = state.folder
    let settings: GatewaySettings = try folder.load("gateway.json")
    let examination = Examination(folder: folder, settings: settings, engine: engine)
    let findings = examination.findings()
    for finding in findings { Terminal.give(finding.line) }
    if findings.contains(where: { $0.level == .bad }) { throw ExitCode(1) }
  }
}
