import Desktop
import NotificationTypes
import Testing

@testable import NotificationDelivery

@Suite("Banners before there is a desktop")
struct StartupPresenterTests {
  private let screen = FakeScreen()

  private func banner(_ request: String) -> Banner {
    Banner(id: Banner.ID(app: "app", request: request), title: request)
  }

  @Test("They wait for the notification server, and all of them are shown when it comes")
  func waiting() async throws {
    screen.isBlind = true
    let presenter = StartupPresenter(screen, wait: .seconds(3_600))
    let names = (0..<20).map { "\($0)" }
    let outcomes = try await withThrowingTaskGroup(of: BannerOutcome.self) { group in
      for name in names { group.addTask { await presenter.show(banner(name)) } }
      try await screen.isTried(20)
      screen.isBlind = false
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .shown, count: 20))
    #expect(Set(screen.titles) == Set(names))
    #expect(screen.titles.count == 20)
  }

  @Test("The wait is bounded, and over for good")
  func bounded() async {
    screen.isBlind = true
    let presenter = StartupPresenter(screen, wait: .milliseconds(1_500))
    let failure = BannerOutcome.notShown(.noServer("nobody"))
    #expect(await presenter.show(banner("a")) == failure)
    let tries = screen.tries
    #expect(tries > 1)
    #expect(await presenter.show(banner("b")) == failure)
    #expect(screen.tries == tries + 1)
  }

  @Test("One that is closed meanwhile is never shown, and the others wait on")
  func closed() async throws {
    screen.isBlind = true
    let presenter = StartupPresenter(screen, wait: .seconds(3_600))
    async let first = presenter.show(banner("a"))
    try await screen.isTried(1)
    async let second = presenter.show(banner("b"))
    try await screen.isTried(2)
    await presenter.close(banner("a").id)
    #expect(await first == .notShown(.noServer("nobody")))
    screen.isBlind = false
    #expect(await second == .shown)
    #expect(screen.titles == ["b"])
  }

  @Test("A question to the user does not wait, and is not told that there is no desktop")
  func prompt() async {
    screen.isBlind = true
    let presenter = StartupPresenter(screen, wait: .seconds(3_600))
    let question = Question(kind: .authorize, app: "app", options: [.alert])
    #expect(await presenter.show(question.banner) == .notShown(.noAnswer))
  }
}
