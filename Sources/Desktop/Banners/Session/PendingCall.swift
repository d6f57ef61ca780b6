/// A call of the notification server whose answer has not come.
struct PendingCall {
  /// Maximum of timed-out calls that are kept to match late replies.
  static let limit = 64

  enum Question {
    case information
    case capabilities(name: String, version: String)
    case show(Banner, ActionOffer, replacing: UInt32, BannerJob)
    case close(UInt32, BannerJob)
  }

  let cookie: UInt64
  let question: Question
  let deadline: Duration
  /// Whether its banner should stay on the screen.
  var isWanted = true

  /// The job that waits for it.
  var job: BannerJob? {
    switch question {
    case .show(_, _, _, let job), .close(_, let job): job
    case .information, .capabilities: nil
    }
  }

  /// The banner that it shows.
  var banner: Banner.ID? {
    if case .show(let banner, _, _, _) = question { banner.id } else { nil }
  }
}
