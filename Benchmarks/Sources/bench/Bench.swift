import ArgumentParser
import Foundation
import Glibc

/// Compares tocsin with its peers and prints Markdown.
@main
struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Compare tocsin with its peers; the tables are Markdown on standard output.",
    discussion: """
      The release builds of tocsin, tocsinctl and tocsind stand beside the one that the \
      environment's TOCSIN names, or in .build/release here or in the folder above.
      """)

  @Flag(help: "Smaller inputs and fewer rounds.")
  var quick = false

  @Option(help: "Run this measure only; may be given again.")
  var only: [MeasureName] = []

  @Option(help: "Put the table of ima4 into this file, between its two marks.")
  var readme: String?

  @Option(help: "Draw the ratio over time of one sound into this SVG, and do nothing else.")
  var plot: String?

  @Option(help: "Draw what hearing measures, sound by sound, into this SVG.")
  var hearingPlot: String?

  func run() throws {
    if let plot {
      try Data(try IMA4Plot(Corpus.bell).svg.utf8).write(to: URL(fileURLWithPath: plot))
      return
    }
    let workshop = try Workshop(isQuick: quick)
    workshop.removeWhenInterrupted()
    defer { workshop.remove() }
    let names = only.isEmpty ? MeasureName.allCases : only
    print(Machine.description(quick: quick))
    for name in names {
      let section = try name.measure.run(in: workshop)
      workshop.progress.clear()
      print("\n### \(name.rawValue): \(section.title)\n\n\(section.text)")
      fflush(nil)
      if name == .ima4, let readme {
        try ReadMe.replace("ima4", in: readme, with: section.text)
      }
      if let hearingPlot, let svg = section.svg {
        try Data(svg.utf8).write(to: URL(fileURLWithPath: hearingPlot))
      }
    }
    if workshop.hasFailures { throw ExitCode.failure }
  }
}

/// The measures by name, in the order in which they run.
enum MeasureName: String, CaseIterable, ExpressibleByArgument {
  case long, small, resample, startUp = "start-up", validate, preflight, places, snr, codec, ima4,
    hearing, store, regions, lateness, delivery, daemon, center

  var measure: any Measure {
    switch self {
    case .long: LongConversion()
    case .small: SmallConversions()
    case .resample: Resampling()
    case .startUp: StartUp()
    case .validate: Validation()
    case .preflight: PreflightSpeed()
    case .places: FollowedPlaces()
    case .snr: Quality()
    case .codec: CodecSpeed()
    case .ima4: IMA4Comparison()
    case .hearing: Hearing()
    case .delivery: DeliverySpeed()
    case .daemon: DaemonFootprint()
    case .center: CenterSpeed()
    case .store: StoreSpeed()
    case .regions: RegionSpeed()
    case .lateness: Lateness()
    }
  }
}

/// One measure: makes its inputs, runs the contenders and reports the results.
protocol Measure {
  func run(in workshop: Workshop) throws -> Section
}

/// The output of a measure.
struct Section {
  let title: String
  let text: String
  /// A plot of the results.
  var svg: String?
}
