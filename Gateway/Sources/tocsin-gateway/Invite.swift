import APNsGateway
import ArgumentParser

/// `tocsin-gateway invite`
struct Invite: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes what the second and the third machine need to join: the file invitation.")

  @OptionGroup var state: StateOption
  @OptionGroup var secret: SecretOutput

  func run() throws {
    let folder = state.folder
    let file = try folder.locked { () throws(GatewayError) in
      let text = try Invitation(of: folder).json()
      return try secret.write(text, usual: "invitation") { () throws(GatewayError) in
        if !folder.exists("shared.json") { try SharedFiles(folder).noteAsShared() }
      }
    }
    if let file { Terminal.give(file) }
    Terminal.say(
      "This is the secret of all machines: carry it in a file of mode 0600, run "
        + "`tocsin-gateway init HOST --join FILE` on the others, and remove it.")
  }
}
