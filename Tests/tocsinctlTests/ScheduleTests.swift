import Foundation
import TestSupport
import Testing

@Suite("tocsinctl schedule: what people write, and what is made of it")
struct ScheduleTests {
  @Test(
    "Amounts of time",
    arguments: [
      ("5m", 300.0), ("1h30m", 5_400), ("1 h 30 min", 5_400), ("2 days", 172_800), ("90s", 90),
      ("1.5h", 5_400), ("PT1H30M", 5_400), ("P1DT1S", 86_401), ("P1W", 604_800), ("pt90s", 90),
    ])
  func amounts(text: String, seconds: Double) throws {
    let trigger = try Workplace().trigger(["--in", text])
    #expect(trigger["type"] as? String == "timeInterval")
    #expect(trigger["seconds"] as? Double == seconds)
    #expect(trigger["repeats"] as? Bool == false)
  }

  struct Rule: Sendable, CustomTestStringConvertible {
    let options: [String]
    let components: [String: Int]
    var zone: String?
    var repeats = true

    var testDescription: String { options.joined(separator: " ") }
  }

  static let rules = [
    Rule(
      options: ["--at", "2030-12-24 18:00"],
      components: ["year": 2_030, "month": 12, "day": 24, "hour": 18, "minute": 0, "second": 0],
      repeats: false),
    Rule(
      options: ["--at", "2030-12-24T18:00:30", "--tz", "America/New_York"],
      components: ["year": 2_030, "month": 12, "day": 24, "hour": 18, "minute": 0, "second": 30],
      zone: "America/New_York", repeats: false),
    Rule(
      options: ["--at", "2030-12-24T18:00:00+01:00"],
      components: ["year": 2_030, "month": 12, "day": 24, "hour": 17, "minute": 0, "second": 0],
      zone: "UTC", repeats: false),
    Rule(
      options: ["--at", "2031-01-01T00:30Z"],
      components: ["year": 2_031, "month": 1, "day": 1, "hour": 0, "minute": 30, "second": 0],
      zone: "UTC", repeats: false),
    Rule(
      options: ["--at", "7:30 pm"], components: ["hour": 19, "minute": 30, "second": 0],
      repeats: false),
    Rule(
      options: ["--at", "12am"], components: ["hour": 0, "minute": 0, "second": 0], repeats: false),
    Rule(
      options: ["--at", "monday 9:00"],
      components: ["weekday": 2, "hour": 9, "minute": 0, "second": 0], repeats: false),
    Rule(
      options: ["--every", "day", "--at", "07:30"],
      components: ["hour": 7, "minute": 30, "second": 0]),
    Rule(
      options: ["--daily", "--at", "07:30"], components: ["hour": 7, "minute": 30, "second": 0]),
    Rule(
      options: ["--every", "hour", "--at", ":15"], components: ["minute": 15, "second": 0]),
    Rule(options: ["--every", "minute"], components: ["second": 0]),
    Rule(
      options: ["--every", "friday", "--at", "16:00", "--tz", "Asia/Tokyo"],
      components: ["weekday": 6, "hour": 16, "minute": 0, "second": 0], zone: "Asia/Tokyo"),
    Rule(
      options: ["--weekly", "--on", "mon", "--at", "9:00"],
      components: ["weekday": 2, "hour": 9, "minute": 0, "second": 0]),
    Rule(
      options: ["--monthly", "--on", "31", "--at", "9:00"],
      components: ["day": 31, "hour": 9, "minute": 0, "second": 0]),
    Rule(
      options: ["--monthly", "--on", "first monday", "--at", "18:00"],
      components: [
        "weekday": 2, "weekdayOrdinal": 1, "hour": 18, "minute": 0, "second": 0,
      ]),
    Rule(
      options: ["--yearly", "--on", "02-29", "--at", "12:00"],
      components: ["month": 2, "day": 29, "hour": 12, "minute": 0, "second": 0]),
  ]

  @Test("Dates and rules", arguments: rules)
  func rule(_ rule: Rule) throws {
    let trigger = try Workplace().trigger(rule.options)
    #expect(trigger["type"] as? String == "calendar", "\(trigger)")
    #expect(trigger["components"] as? [String: Int] == rule.components)
    #expect(trigger["timeZone"] as? String == rule.zone)
    #expect(trigger["repeats"] as? Bool == rule.repeats)
  }

  @Test(
    "Days that follow from today are those of the device's zone",
    arguments: ["today", "tomorrow"])
  func days(word: String) throws {
    // On Kiritimati it is always another date than in Pago Pago.
    let days = try ["Pacific/Kiritimati", "Pacific/Pago_Pago"].map { zone in
      let trigger = try Workplace(zone: zone).trigger(["--at", "\(word) 23:59:59"])
      return (trigger["components"] as? [String: Int])?["day"]
    }
    #expect(days[0] != nil && days[1] != nil && days[0] != days[1])
  }

  @Test("An amount of time repeats as an interval")
  func interval() throws {
    let trigger = try Workplace().trigger(["--every", "PT2H"])
    #expect(trigger["seconds"] as? Int == 7_200 && trigger["repeats"] as? Bool == true)
  }

  @Test(
    "What cannot be understood is wrong usage, and nothing is scheduled",
    arguments: [
      ["--in", "soon"], ["--in", "0s"], ["--in", "-5m"], ["--in", "5"], ["--in", "P1Y"],
      ["--in", "5m", "--at", "07:30"], ["--in", "5m", "--tz", "UTC"], ["--at", "25:00"],
      ["--at", "13pm"], ["--at", "yesterday 9:00"], ["--at", "7"], ["--at", "2030-13-01 07:00"],
      ["--at", "07:30Z"], ["--at", ":30"], ["--at", "2030-02-30T07:00Z"],
      ["--at", "2030-01-01T07:00Z", "--tz", "UTC"], ["--every", "30s"], ["--every", "now"],
      ["--daily", "--weekly"], ["--daily", "--at", "2030-01-01 07:00"],
      ["--daily", "--on", "monday"], ["--daily", "--at", ":30"],
      ["--every", "monday", "--on", "tuesday"], ["--every", "monday", "--at", "tuesday 9:00"],
      ["--weekly", "--on", "monday", "--at", "tuesday 9:00"],
      ["--every", "minute", "--at", ":30"], ["--every", "hour", "--at", "10:15"],
      ["--monthly", "--on", "32"], ["--yearly", "--on", "13-01"], ["--tz", "UTC"],
      ["--every", "2h", "--at", "07:30"], ["--relevance", "2"], ["--volume", "0.5"],
      ["--user-info", "[1]"], ["--level", "loud"], ["--limit", "0"], ["--id", ""],
      ["--daily", "--at", "7:30", "--at", "19:30"], ["--in", "5m", "--in", "6m"],
    ])
  func wrong(options: [String]) throws {
    let place = try Workplace()
    let result = try place.run(["schedule", "--title", "t"] + options)
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("Error: ") && result.output.isEmpty)
    #expect(try place.items("pending", "--json").isEmpty)
  }

  @Test("What is wrong is said: a negative amount, and two times of which one would be dropped")
  func wrongTimes() throws {
    let place = try Workplace()
    let negative = try place.run("schedule", "--title", "t", "--in", "-5m")
    #expect(negative.errors.contains("'-5m' is not a duration"), "\(negative.errors)")
    let twice = try place.run("schedule", "--title", "t", "--at", "7:30", "--at", "19:30")
    #expect(twice.errors.contains("--at is given twice"), "\(twice.errors)")
  }

  @Test(
    "What is understood and never comes is a failure",
    arguments: [["--at", "2020-01-01 07:00"], ["--yearly", "--on", "02-30", "--at", "07:00"]])
  func never(options: [String]) throws {
    let result = try Workplace().run(["schedule", "--title", "t", "--id", "x"] + options)
    #expect(result.status == 1)
    #expect(result.errors == "Error: 'x' is not kept: that time is over, or never comes\n")
  }

  @Test("A zone that does not exist is named")
  func unknownZone() throws {
    let result = try Workplace().run(
      "schedule", "--title", "t", "--at", "07:30", "--tz", "Europe/Atlantis")
    #expect(result.status == 1)
    #expect(result.errors.contains("there is no time zone 'Europe/Atlantis'"))
  }

  @Test("The content is what was said")
  func content() throws {
    let place = try Workplace()
    let result = try place.run(
      "schedule", "--in", "1h", "--id", "a", "--app", "org.example", "--title", "T", "--subtitle",
      "S", "--body", "B", "--badge", "3", "--sound", "chime", "--critical", "--volume", "0.5",
      "--category", "c", "--thread", "th", "--level", "time-sensitive", "--relevance", "0.25",
      "--user-info", #"{"id": 7}"#, "--attach", "tea.png", "--json")
    let record = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    let request = try #require(record["request"] as? [String: Any])
    let content = try #require(request["content"] as? [String: Any])
    #expect(request["app"] as? String == "org.example")
    #expect(content["title"] as? String == "T" && content["body"] as? String == "B")
    #expect(content["badge"] as? Int == 3 && content["thread"] as? String == "th")
    #expect(content["interruptionLevel"] as? String == "time-sensitive")
    #expect((content["userInfo"] as? [String: Int]) == ["id": 7])
    let sound = try #require(content["sound"] as? [String: Any])
    #expect(sound["name"] as? String == "chime" && sound["volume"] as? Double == 0.5)
    let attachment = (content["attachments"] as? [[String: String]])?.first
    #expect(attachment?["path"] == place.folder.path("tea.png"))
  }
}
