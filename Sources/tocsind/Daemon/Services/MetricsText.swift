import AlertPlayback
import NotificationDelivery

/// The daemon's counters in Prometheus' text format 0.0.4.
struct MetricsText {
  private(set) var text = ""

  init(
    _ counts: DeliveryCounts, _ playback: PlaybackStatistics, device: DeviceConfiguration?,
    problem: PlaybackError?
  ) {
    counter("tocsin_delivered_total", "Notifications that were delivered.", counts.delivered)
    counter("tocsin_late_total", "Notifications that were delivered late.", counts.late)
    family("tocsin_banners_total", "Banners by what became of them.", counts.banners)
    family("tocsin_sounds_total", "Sounds by what became of them.", counts.sounds)
    counter(
      "tocsin_interrupted_sounds_total",
      "Sounds that were cut off because the daemon died, and began again.",
      counts.interruptedSounds)
    family(
      "tocsin_default_sounds_total", "Sounds that the default sound stood in for, by the reason.",
      counts.fallbacks)
    counter("tocsin_responses_total", "Responses of users.", counts.responses)
    family("tocsin_commands_total", "Runs of apps' commands by their end.", counts.commands)
    counter(
      "tocsin_store_failures_total", "Failures to read or write the store.",
      counts.storeFailures)
    counter(
      "tocsin_underruns_total", "Times the sound device ran dry.", playback.underruns)
    counter(
      "tocsin_device_reopenings_total", "Times the sound device was opened again.",
      playback.reopenings)
    if let problem {
      head("tocsin_device_problem", "The reason why the last sound was not heard.", "gauge")
      text += "tocsin_device_problem{reason=\"\(Self.escaped("\(problem)"))\"} 1\n"
    }
    guard let device else { return }
    head("tocsin_device_info", "The sound device that is open, or was open last.", "gauge")
    text += "tocsin_device_info{name=\"\(Self.escaped(device.name))\""
    text += ",rate=\"\(Int(device.format.sampleRate))\"} 1\n"
  }

  private mutating func head(_ name: String, _ help: String, _ type: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  private mutating func counter(_ name: String, _ help: String, _ value: Int) {
    head(name, help, "counter")
    text += "\(name) \(value)\n"
  }

  private mutating func family(_ name: String, _ help: String, _ values: [String: Int]) {
    head(name, help, "counter")
    for (code, count) in values.sorted(by: { $0.key < $1.key }) {
      text += "\(name){outcome=\"\(Self.escaped(code))\"} \(count)\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\\\"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      default: result.append(character)
      }
    }
  }
}
