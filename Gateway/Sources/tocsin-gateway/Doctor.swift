import APNsGateway
import ArgumentParser
import Foundation

/// `tocsin-gateway doctor`
struct Doctor: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Looks whether what is accepted is safe, and what will fail soon.")

  @OptionGroup var state: StateOption
  @Option(help: "Another program of the engine than that of `init`.") var engine: String?

  func run() throws {
    let folder = state.folder
    let settings: GatewaySettings = try folder.load("gateway.json")
    let examination = Examination(
      folder: folder, settings: settings, engine: engine ?? settings.program)
    let findings = examination.findings()
    for finding in findings { Terminal.give(finding.line) }
    if findings.contains(where: { $0.level == .bad }) { throw ExitCode(1) }
  }
}
