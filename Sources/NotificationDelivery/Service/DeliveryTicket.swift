import DesktopBanners
import Foundation
import NotificationScheduling
import NotificationTypes
import Synchronization

/// Names one delivery in the store and in the log.
struct DeliveryTicket: Sendable {
  let app: String
  let identifier: String
  let date: Date

  init(_ request: NotificationRequest, date: Date) {
    app = request.app
    identifier = request.identifier
    self.date = date
  }

  var fields: [String: String] { ["app": app, "identifier": identifier] }

  func note(_ record: DeliveryRecord) -> DeliveryNote {
    DeliveryNote(app: app, identifier: identifier, date: date, record: record)
  }

  func amendment(
    banner: DeliveryRecord.Fate? = nil, sound: DeliveryRecord.Fate? = nil
  ) -> DeliveryAmendment {
    DeliveryAmendment(
      app: app, identifier: identifier, date: date, banner: banner, sound: sound)
  }
}

/// The deliveries whose sounds have not been reported yet.
final class RingTickets: Sendable {
  private let tickets = Mutex<[NotificationKey: [DeliveryTicket]]>([:])

  func put(_ ticket: DeliveryTicket, for key: NotificationKey) {
    tickets.withLock { $0[key, default: []].append(ticket) }
  }

  /// Reports of one notification come in the order of its rings.
  func take(_ key: NotificationKey) -> DeliveryTicket? {
    tickets.withLock { tickets in
      guard let ticket = tickets[key]?.first else { return nil }
      tickets[key]?.removeFirst()
      if tickets[key]?.isEmpty == true { tickets[key] = nil }
      return ticket
    }
  }
}

extension DeliveryRecord {
  /// What has been decided, before anything is shown or heard.
  init(_ decision: DeliveryDecision) {
    self.init()
    switch decision.presentation {
    case .banner, .alert: banner = .begun
    case .list: banner = .init("list", reason: decision.withheld[.banner]?.rawValue)
    case .none: banner = .init("none", reason: decision.withheld[.list]?.rawValue)
    }
    switch decision.sound {
    case .play: sound = .begun
    case .silent(let cause):
      let reason = decision.withheld[.sound]
      sound = reason == nil ? .none : .init("withheld", reason: (reason ?? cause)?.rawValue)
    }
  }
}

extension DeliveryRecord.Fate {
  init(_ outcome: BannerOutcome) {
    switch outcome {
    case .shown: self.init("shown")
    case .notShown(let failure): self.init("not-shown", reason: failure.description)
    }
  }

  init(_ report: RingReport) {
    let reason: String? =
      switch report.outcome {
      case .played(let merged, let lateness):
        (merged > 0 ? "for \(merged + 1) notifications, " : "")
          + "begun \(Self.text(lateness)) after it was due"
      case .merged(let leader): "with that of \(leader.app) \(leader.identifier)"
      case .preempted(let other, let heard):
        "for that of \(other.app) \(other.identifier) after \(Self.text(heard))"
      case .silenced(let heard), .stopped(let heard): "after \(Self.text(heard))"
      case .dropped: nil
      case .unplayable(let reason): reason
      case .noDevice(let error, let tries): "\(error) (\(tries) tries)"
      case .cutOff(let error, let heard): "\(error) after \(Self.text(heard))"
      }
    self.init(report.outcome.code, reason: reason)
  }

  private static func text(_ duration: Duration) -> String {
    "\((duration / .milliseconds(1)).rounded() / 1_000) s"
  }
}

extension DeliveryDecision {
  /// What the log says of it.
  var fields: [String: String] {
    var fields = ["presentation": presentation.rawValue]
    for (interaction, cause) in withheld {
      fields["withheld_\(interaction.rawValue)"] = cause.rawValue
    }
    return fields
  }
}
