import APNsGateway
import ArgumentParser
import Foundation

struct Seal: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "The keys that device tokens are sealed with.",
    subcommands: [Rotate.self, Retire.self])

  struct Rotate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Adds a key. New tokens are sealed with it; the tokens that there are stay valid.")

    @OptionGroup var state: StateOption

    func run() throws {
      let folder = state.folder
      try folder.locked { () throws(GatewayError) in
        var records: [SealKeyRecord] = try folder.load("seal.json")
        records.append(.random())
        try folder.store(records, as: "seal.json")
      }
      Terminal.say(
        "\(try state.reach()) Boxes get new tokens when they register again. When they have, retire the old keys with "
          + "`tocsin-gateway seal retire`.")
    }
  }

  struct Retire: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Retires all keys but the newest: their tokens are answered 410 ExpiredToken.")

    @OptionGroup var state: StateOption

    func run() throws {
      let folder = state.folder
      try folder.locked { () throws(GatewayError) in
        var records: [SealKeyRecord] = try folder.load("seal.json")
        for index in records.indices.dropLast() where records[index].retired == nil {
          records[index].retired = WallClock.milliseconds()
        }
        try folder.store(records, as: "seal.json")
      }
      Terminal.say("Old tokens are answered with ExpiredToken from now on. \(try state.reach())")
    }
  }
}
