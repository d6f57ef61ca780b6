/// Inspecting one short file: almost all of the time is the program's start.
struct StartUp: Measure {
  func run(in workshop: Workshop) throws -> Section {
    let file = workshop.path("start-up.wav")
    try WAVEFile.write(SmallFiles.bell(0), to: file)
    let tocsin = try workshop.tocsin()
    let contenders = [
      Contender(name: "tocsin info", command: Command(tocsin, ["info", file])),
      Contender(name: "tocsin validate", command: Command(tocsin, ["validate", file])),
      .peer(.soxi) { Command($0, [file]) },
      .peer(.ffprobe) { Command($0, ["-v", "error", "-show_format", "-show_streams", file]) },
      .peer(.sndfileInfo) { Command($0, [file]) },
      .peer(Peer("true"), note: "what any process costs") { Command($0, []) },
    ]
    let rounds = Rounds(count: workshop.isQuick ? 15 : 50, name: "start-up")
    let comparison = try rounds.run(contenders, in: workshop)
    return Section(
      title: "facts about one short WAVE file, \(rounds.count) rounds",
      text: Table(comparison).text)
  }
}
