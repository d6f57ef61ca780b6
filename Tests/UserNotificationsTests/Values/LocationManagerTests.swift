import Foundation
import NotificationTypes
import RegionTypes
import Synchronization
import TestSupport
import Testing

@Suite("The permission to use the place, by Apple's names")
struct LocationManagerTests {
  /// An engine that a test answers for.
  private final class Desk: LocationBackend {
    private struct State {
      var access = LocationAccess.notDetermined
      var questions: [String] = []
      var listeners: [Int: @Sendable (LocationAccess) -> Void] = [:]
    }

    private let state = Mutex(State())

    var locationAccess: LocationAccess { state.withLock(\.access) }
    var questions: [String] { state.withLock(\.questions) }
    var listenerCount: Int { state.withLock(\.listeners.count) }

    func requestLocationAccess(
      _ wanted: LocationAccess, purpose: String
    ) async throws -> LocationAccess {
      state.withLock { $0.questions.append("\(wanted.rawValue): \(purpose)") }
      return locationAccess
    }

    func onLocationAccess(
      _ body: @escaping @Sendable (LocationAccess) -> Void
    ) -> @Sendable () -> Void {
      let number = state.withLock { state in
        let number = state.listeners.count
        state.listeners[number] = body
        return number
      }
      return { [weak self] in self?.state.withLock { $0.listeners[number] = nil } }
    }

    func answer(_ access: LocationAccess) {
      let listeners = state.withLock { state in
        state.access = access
        return Array(state.listeners.values)
      }
      for listener in listeners { listener(access) }
    }
  }

  private final class Delegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let told = Mutex<[CLAuthorizationStatus]>([])
    var statuses: [CLAuthorizationStatus] { told.withLock(\.self) }

    func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
      told.withLock { $0.append(manager.authorizationStatus) }
    }
  }

  /// A delegate as before iOS 14.
  private final class OldDelegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
    private let told = Mutex<[CLAuthorizationStatus]>([])
    var statuses: [CLAuthorizationStatus] { told.withLock(\.self) }

    func locationManager(
      _ manager: CLLocationManager, didChangeAuthorization status: CLAuthorizationStatus
    ) {
      told.withLock { $0.append(status) }
    }
  }

  private func bundle(_ entries: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let list = try PropertyListSerialization.data(
      fromPropertyList: entries, format: .xml, options: 0)
    try folder.write(list, to: "Info.plist")
    return folder
  }

  @Test("E61: the question has the reason in Info.plist; without one nobody is asked")
  func reasons() async throws {
    let desk = Desk()
    let folder = try bundle([
      "NSLocationWhenInUseUsageDescription": "To remind you at the shop.",
      "NSLocationAlwaysAndWhenInUseUsageDescription": "At any time.",
    ])
    let manager = CLLocationManager(desk, bundle: folder.url.path)
    manager.requestWhenInUseAuthorization()
    try await eventually("a question") { desk.questions.count == 1 }
    manager.requestAlwaysAuthorization()
    try await eventually("two questions") { desk.questions.count == 2 }
    #expect(
      desk.questions == ["when-in-use: To remind you at the shop.", "always: At any time."])
    let silent = Desk()
    for entries in [[:], ["NSLocationWhenInUseUsageDescription": ""]] {
      let empty = try bundle(entries)
      let manager = CLLocationManager(silent, bundle: empty.url.path)
      manager.requestWhenInUseAuthorization()
      manager.requestAlwaysAuthorization()
    }
    try await Task.sleep(for: .milliseconds(100))
    #expect(silent.questions.isEmpty)
  }

  @Test("E62: the delegate is told of the status at the start, and of each change")
  func changes() async throws {
    let desk = Desk()
    let (delegate, old) = (Delegate(), OldDelegate())
    let managers = [CLLocationManager(desk, bundle: "/"), CLLocationManager(desk, bundle: "/")]
    managers[0].delegate = delegate
    managers[1].delegate = old
    try await eventually("the start") { delegate.statuses.count == 1 && old.statuses.count == 1 }
    for access in [LocationAccess.whenInUse, .denied, .always] {
      desk.answer(access)
      let count = delegate.statuses.count
      try await eventually("a change") {
        delegate.statuses.count > count || old.statuses.last == managers[1].authorizationStatus
      }
      try await eventually("both") { delegate.statuses.count == old.statuses.count }
    }
    let expected: [CLAuthorizationStatus] = [
      .notDetermined, .authorizedWhenInUse, .denied, .authorizedAlways,
    ]
    try await eventually("all changes") { delegate.statuses == expected }
    #expect(old.statuses == expected)
  }

  @Test("A manager that is gone is told nothing")
  func end() {
    let desk = Desk()
    do {
      let manager = CLLocationManager(desk, bundle: "/")
      #expect(manager.authorizationStatus == .notDetermined && desk.listenerCount == 1)
    }
    #expect(desk.listenerCount == 0)
  }

  @Test("The numbers are Apple's")
  func numbers() {
    let all: [CLAuthorizationStatus] = [
      .notDetermined, .restricted, .denied, .authorizedAlways, .authorizedWhenInUse,
    ]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(CLAuthorizationStatus.authorized == .authorizedAlways)
    #expect(CLLocationManager.locationServicesEnabled())
  }
}
