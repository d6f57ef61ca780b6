import Foundation
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import SoundResolution

/// What the user's `tocsin.yml` says for all apps, and who delivers.
struct HostRecord: Encodable {
  let file: String
  let quietHours: String?
  let passingCriteria: [String]
  let doNotDisturb: Bool
  let isMuted: Bool
  let unanswered: String
  let devices: [String]
  let defaultSound: String
  /// The process that delivers; nil where none runs.
  let deliverer: Int32?

  init(_ configuration: HostConfiguration, folder: StoreFolder?) {
    file = HostConfiguration.standardPath(ProcessInfo.processInfo.environment)
    let policy = configuration.policy
    quietHours = policy.quietHours.map { "\($0.start)–\($0.end)" }
    passingCriteria = policy.passingCriteria.sorted()
    doNotDisturb = policy.doNotDisturb
    isMuted = policy.isMuted
    unanswered = policy.authorization.rawValue
    devices = configuration.devices
    switch configuration.defaultSound {
    case .theme(let name): defaultSound = "\(name) of the desktop's sound theme"
    case .named(let name): defaultSound = name
    }
    deliverer = folder.flatMap {
      SchedulerLock.owner(of: .everyApp, in: $0)?.processIdentifier
    }
  }
}
