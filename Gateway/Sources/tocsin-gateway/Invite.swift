import APNsGateway
import ArgumentParser

/// `tocsin-gateway invite`
struct Invite: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Writes what the second and the third machine need to join, to the standard output.")

  @OptionGroup var state: StateOption

  func run() throws {
    Terminal.give(try Invitation(of: state.folder).json())
    Terminal.say(
      "This is the secret of all machines: carry it in a file of mode 0600, run "
        + "`tocsin-gateway init HOST --join FILE` on the others, and remove it.")
  }
}
