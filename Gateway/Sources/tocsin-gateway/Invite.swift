import APNsGateway
import ArgumentParser

/// `tocsin-gateway invite`
struct Invite: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes what the second and the third machine need to join, to the standard output.")

  @OptionGroup var state: StateOption

  func run() throws {
    let folder = state.folder
    let invitation = try folder.locked { () throws(GatewayError) in
      let invitation = try Invitation(of: folder).json()
      if !folder.exists("shared.json") { try SharedFiles(folder).noteAsShared() }
      return invitation
    }
    Terminal.give(invitation)
    Terminal.say(
      "This is the secret of all machines: carry it in a file of mode 0600, run "
        + "`tocsin-gateway init HOST --join FILE` on the others, and remove it.")
  }
}
