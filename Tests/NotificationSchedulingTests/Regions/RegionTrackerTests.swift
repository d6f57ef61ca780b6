// A place that is not on the Earth would be an error in the test itself.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import NotificationTypes
import TestSupport
import Testing
import Triggers

@testable import NotificationScheduling

@Suite("Which regions are entered and left")
struct RegionTrackerTests {
  private static let centre = GeoCoordinate(latitude: 52.5163, longitude: 13.3777)!

  private func tracker(
    side: RegionSide? = nil, radius: Double = 100, _ rule: RegionTracker.Confirmation = .receiver
  ) -> RegionTracker {
    var tracker = RegionTracker(rule)
    let circle = RegionCircle(Self.centre, radius: radius)
    tracker.follow([.init(number: 1, circle: circle, side: side)])
    return tracker
  }

  private func moves(
    _ distances: [Double], _ tracker: inout RegionTracker, accuracy: Double? = 10
  ) -> [(second: Int, to: RegionSide, isCrossing: Bool)] {
    Track.fixes(distances, around: Self.centre, accuracy: accuracy).enumerated()
      .flatMap { second, fix in
        tracker.take(fix).map { (second, $0.to, $0.from != nil) }
      }
  }

  @Test("A walk through a region: unknown, outside, in, out")
  func walk() {
    var tracker = tracker()
    let found = moves(stride(from: -300, through: 300, by: 10).map { Double($0) }, &tracker)
    // Known after 4 s; inside from -90 m (21 s) on, outside from 110 m... (42 s) on, each 4 s later.
    #expect(found.map(\.second) == [4, 25, 46] || found.map(\.second) == [4, 25, 45])
    #expect(found.map(\.to) == [.outside, .inside, .outside])
    #expect(found.map(\.isCrossing) == [false, true, true])
  }

  @Test("A single bad fix, or two, are no crossing, wherever they are")
  func badFixes() {
    for bad in [[5_000.0], [120, 5_000], [-9_000_000, 9_000_000]] {
      var tracker = tracker(side: .inside)
      let distances = (0..<50).flatMap { _ -> [Double] in [0, 5, 10, -5] + bad }
      #expect(moves(distances, &tracker).isEmpty)
    }
  }

  @Test("Noise at the border, within the error, is no crossing")
  func noise() {
    var generator = SeededGenerator.printed(for: "noise at a border")
    for side in [RegionSide.inside, .outside] {
      var tracker = tracker(side: side)
      let distances = (0..<5_000).map { _ in Double.random(in: 91...109, using: &generator) }
      #expect(moves(distances, &tracker).isEmpty)
    }
  }

  @Test("A stuck receiver, which repeats its last fix, proves nothing")
  func stuck() {
    var tracker = tracker(side: .outside)
    let fix = Track.fixes([0], around: Self.centre)[0]
    for _ in 0..<100 { #expect(tracker.take(fix).isEmpty) }
  }

  @Test("After a clock that was set back, and one that jumped ahead, fixes count again")
  func clocks() {
    let offsets: [Double] = [-1_000 * 86_400, 20 * 365 * 86_400]
    for offset in offsets {
      var tracker = tracker(side: .outside)
      let fixes = Track.fixes(Array(repeating: 0, count: 10), around: Self.centre)
      #expect(fixes[..<2].flatMap { tracker.take($0) }.isEmpty)
      let later = fixes.map {
        PositionFix($0.coordinate, accuracy: 10, time: $0.time + offset)
      }
      let found = later.flatMap { tracker.take($0) }
      #expect(found.map(\.to) == [.inside])
    }
  }

  @Test("A host's single report decides")
  func host() {
    var tracker = tracker(side: .outside, .host)
    #expect(moves([0], &tracker).map(\.to) == [.inside])
  }

  @Test("What the last fixes have shown stays while other regions come and go")
  func following() {
    var tracker = tracker(side: .outside)
    let circle = RegionCircle(Self.centre, radius: 100)
    let fixes = Track.fixes(Array(repeating: 0, count: 5), around: Self.centre)
    var found: [RegionTracker.Move] = []
    for (number, fix) in fixes.enumerated() {
      found += tracker.take(fix)
      tracker.follow([
        .init(number: 1, circle: circle, side: .outside),
        .init(number: Int64(number) + 2, circle: circle, side: .inside),
      ])
    }
    #expect(found.map(\.number) == [1])
  }

  /// Decides the same with distances by another formula, and with all fixes since the beginning.
  private struct Oracle {
    let latitude: Double
    let longitude: Double
    let radius: Double
    var side: RegionSide?
    var history: [(time: Double, side: RegionSide?)] = []
    /// Whether a fix was so near to a limit that the formulas may differ.
    var isDoubtful = false

    mutating func take(_ fix: PositionFix) -> RegionSide? {
      let time = fix.time.timeIntervalSince1970
      if let last = history.last?.time, time <= last { return nil }
      let distance = Vincenty.distance(
        latitude, longitude, fix.coordinate.latitude, fix.coordinate.longitude)!
      let error = max(fix.accuracy ?? 100, 10)
      let isSmall = error <= 2 * radius
      for limit in [radius + error, radius - error, isSmall ? radius / 2 : -1]
      where abs(distance - limit) < max(1e-3, distance * 2e-5) { isDoubtful = true }
      var proven: RegionSide?
      if distance > radius + error { proven = .outside }
      if distance + error <= radius || isSmall && distance <= radius / 2 { proven = .inside }
      history.append((time, proven))
      guard let proven, proven != side else { return nil }
      let row = history.reversed().prefix { $0.side == proven }
      // A row begins after the last change: it was of the other side before.
      guard row.count >= 3, time - row.last!.time >= 4 else { return nil }
      side = proven
      return proven
    }
  }

  @Test("Random walks are decided as by an oracle that is slow and obviously right")
  func walks() throws {
    var generator = SeededGenerator.printed(for: "random walks")
    var crossings = 0
    for _ in 0..<400 {
      let latitude = Double.random(in: -85...85, using: &generator)
      let longitude = Double.random(in: -180...180, using: &generator)
      let radius = pow(10, Double.random(in: 1...4, using: &generator))
      var oracle = Oracle(latitude: latitude, longitude: longitude, radius: radius)
      var tracker = RegionTracker(.receiver)
      let centre = try #require(GeoCoordinate(latitude: latitude, longitude: longitude))
      tracker.follow([
        .init(number: 7, circle: RegionCircle(centre, radius: radius), side: nil)
      ])
      var (north, east, time) = (0.0, 0.0, 0.0)
      for _ in 0..<300 {
        let stepLength = radius / 3
        north += .random(in: -stepLength...stepLength, using: &generator) - north / 50
        east += .random(in: -stepLength...stepLength, using: &generator) - east / 50
        let pauses: [Double] = [0, 0.5, 1, 1, 1, 2]
        time += pauses.randomElement(using: &generator)!
        let isBad = Int.random(in: 0..<20, using: &generator) == 0
        let place = try #require(
          GeoCoordinate(
            latitude: latitude + (isBad ? 0.5 : 0) + north / 111_000,
            longitude: remainder(
              longitude + east / (111_000 * cos(latitude * .pi / 180)), 360)))
        let accuracies: [Double?] = [nil, 0, 5, 20, 80, 400]
        let accuracy = accuracies.randomElement(using: &generator)!
        let fix = PositionFix(
          place, accuracy: accuracy, time: Date(timeIntervalSince1970: time))
        let expected = oracle.take(fix)
        let found = tracker.take(fix)
        if oracle.isDoubtful { break }
        #expect(found.map(\.to) == (expected.map { [$0] } ?? []))
        crossings += found.count
      }
    }
    #expect(crossings > 400)
  }
}
