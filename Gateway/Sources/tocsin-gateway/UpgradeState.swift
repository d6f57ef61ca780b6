import APNsGateway
import ArgumentParser

/// `tocsin-gateway upgrade`
struct UpgradeState: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "upgrade",
    abstract: "Brings a state that an older version made to this version's form, once.")

  @OptionGroup var state: StateOption

  func run() throws {
    let folder = state.folder
    guard try Upgrade(folder).run() else {
      return Terminal.say("\(folder.path) has this version's form already.")
    }
    let services = Services(folder)
    Terminal.say(
      "The gateway's credentials have its rights by name now, and those of before are refused.")
    do {
      try Revocation(folder).renew()
    } catch {
      Terminal.say("The engine does not know that yet (\(error)) It will when it starts.")
    }
    Terminal.say(
      "A gateway that runs ends now. Start it again: `\(services.gateway)`. Boxes and providers keep "
        + "what they have.")
  }
}
