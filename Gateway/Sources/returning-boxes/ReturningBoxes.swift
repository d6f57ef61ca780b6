import ArgumentParser

/// Many boxes on one machine, for `Scripts/bench-gateway`. Of a box it has the connection, its
/// credentials and its requests; it has no store.
@main
struct ReturningBoxes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "returning-boxes",
    abstract: "Simulates boxes that come back to their engine, all at once.",
    subcommands: [Enrol.self, Return.self])
}
