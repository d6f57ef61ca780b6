import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("The arguments of Notify")
struct NotifyArgumentsTests {
  private func arguments(
    _ banner: Banner, _ capabilities: String..., name: String = "any"
  ) -> NotifyArguments {
    NotifyArguments(
      banner, on: ServerProfile(name: name, version: "1", capabilities: Set(capabilities)))
  }

  private func hint(_ name: String, of arguments: NotifyArguments) -> BusValue? {
    arguments.hints.first { $0.key == name }?.value
  }

  @Test("The body is escaped where it is read as markup, and plain where not; the title never is")
  func markup() {
    var banner = Banner.sample()
    banner.title = "<b>1 & 2</b>"
    banner.body = "a < b && c > \"d\" &lt;"
    let plain = arguments(banner, "body")
    #expect(plain.body == "a < b && c > \"d\" &lt;")
    let markup = arguments(banner, "body", "body-markup")
    #expect(markup.body == "a &lt; b &amp;&amp; c &gt; \"d\" &amp;lt;")
    #expect(plain.summary == "<b>1 & 2</b>")
    #expect(markup.summary == "<b>1 & 2</b>")
  }

  @Test("The subtitle is the first line of the body; without a title the app's name stands there")
  func titles() {
    var banner = Banner.sample()
    banner.subtitle = "Green"
    #expect(arguments(banner).body == "Green\nFour minutes are over")
    banner.body = ""
    #expect(arguments(banner).body == "Green")
    banner.title = ""
    #expect(arguments(banner).summary == "Kitchen")
    #expect(Banner(id: .init(app: "a", request: "r")).appName == "a")
  }

  @Test(
    "What the bus would not carry is taken out",
    arguments: [
      ("a\0b", "ab"), ("a\u{1B}[1mb", "a[1mb"), ("a\nb\tc", "a\nb\tc"),
      (String.nonCharacters, "\u{FFFD}\u{FFFD}\u{FFFD}"), ("👩‍👩‍👧 é", "👩‍👩‍👧 é"),
    ])
  func cleaned(text: String, expected: String) {
    #expect(PlainText.clean(text, limit: 100) == expected)
  }

  @Test("A long text is cut, and shows it")
  func cut() {
    #expect(PlainText.clean("12345", limit: 5) == "12345")
    #expect(PlainText.clean("123456", limit: 5) == "12345…")
    var banner = Banner.sample()
    banner.body = String(repeating: "<", count: 1_000_000)
    let body = arguments(banner, "body-markup").body
    #expect(body.utf8.count == 4 * PlainText.longestBody + "…".utf8.count)
  }

  @Test(
    "Urgency follows the interruption level",
    arguments: zip(InterruptionLevel.allCases, [0, 1, 1, 2] as [UInt8]))
  func urgency(level: InterruptionLevel, urgency: UInt8) {
    var banner = Banner.sample()
    banner.interruptionLevel = level
    let hints = arguments(banner, "sound", "body")
    #expect(hint("urgency", of: hints) == .byte(urgency))
  }

  @Test("Sound is always suppressed and never asked for", arguments: InterruptionLevel.allCases)
  func sound(level: InterruptionLevel) {
    let content = NotificationContent(
      title: "t", sound: NotificationSound(name: "bell.caf", isCritical: level == .critical),
      interruptionLevel: level)
    let request = NotificationRequest(identifier: "r", app: "a", content: content)
    let arguments = arguments(Banner(request), "sound", "actions")
    #expect(hint("suppress-sound", of: arguments) == .bool(true))
    #expect(arguments.hints.allSatisfy { $0.key == "suppress-sound" || !$0.key.contains("sound") })
  }

  @Test("A request becomes a banner with its category's actions and its first picture")
  func request() {
    let content = NotificationContent(
      title: "Tea", subtitle: "Green", body: "Ready", categoryIdentifier: "timer",
      interruptionLevel: .critical,
      attachments: [
        NotificationAttachment(identifier: "1", path: "/s/a.wav", mediaType: "audio/wav"),
        NotificationAttachment(identifier: "2", path: "/p/a b%.png", mediaType: "image/png"),
      ])
    let banner = Banner(
      NotificationRequest(identifier: "r", app: "org.example.Kitchen", content: content),
      category: NotificationCategory(identifier: "timer", actions: [.snooze]), icon: "/i/ü.svg")
    #expect(banner.actions == [.snooze])
    #expect(banner.expiry == .never)
    let arguments = arguments(banner)
    #expect(arguments.icon == "file:///i/%C3%BC.svg")
    #expect(hint("image-path", of: arguments) == .string("file:///p/a%20b%25.png"))
    #expect(hint("desktop-entry", of: arguments) == .string("org.example.Kitchen"))
    #expect(hint("category", of: arguments) == .string("x-app.timer"))
    #expect(arguments.expiry == 0)
  }

  @Test("A picture whose thumbnail is hidden is not the banner's; another one is")
  func hiddenThumbnail() {
    func picture(of attachments: NotificationAttachment...) -> String? {
      Banner(
        NotificationRequest(
          identifier: "r", app: "a", content: .init(title: "Tea", attachments: attachments))
      ).picture
    }
    let hidden = NotificationAttachment(
      identifier: "1", path: "/hidden.png", mediaType: "image/png",
      thumbnail: .init(isHidden: true))
    let shown = NotificationAttachment(
      identifier: "2", path: "/shown.png", thumbnail: .init(isHidden: false))
    #expect(picture(of: hidden) == nil)
    #expect(picture(of: hidden, shown) == "/shown.png")
  }

  @Test(
    "A category of the specification is told as it is, one of the app's under a prefix",
    arguments: [
      ("email.arrived", "email.arrived"), ("im", "im"), ("x-gnome.music", "x-gnome.music"),
      ("imaginary", "x-app.imaginary"),
    ])
  func category(category: String, expected: String) {
    var banner = Banner.sample()
    banner.category = category
    #expect(hint("category", of: arguments(banner)) == .string(expected))
  }

  @Test(
    "The time to stay is in milliseconds, within what the bus can say",
    arguments: [
      (.serverDefault, -1), (.never, 0), (.after(.seconds(5)), 5_000), (.after(.zero), 1),
      (.after(.microseconds(1)), 1), (.after(.seconds(100_000_000_000)), Int32.max),
    ] as [(Banner.Expiry, Int32)])
  func expiry(expiry: Banner.Expiry, milliseconds: Int32) {
    var banner = Banner.sample()
    banner.expiry = expiry
    #expect(arguments(banner).expiry == milliseconds)
  }
}

@Suite("The actions of a banner")
struct ActionOfferTests {
  private func offer(
    _ actions: [NotificationAction], _ capabilities: String..., name: String = "any"
  ) -> ActionOffer {
    ActionOffer(
      actions, on: ServerProfile(name: name, version: "1", capabilities: Set(capabilities)))
  }

  private func titles(_ offer: ActionOffer) -> [String] {
    offer.wireForm.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  private let four: [NotificationAction] = [.snooze, .done, .skip, .tell]

  @Test("C33, C34: where four do not fit, those of the minimal context are shown")
  func minimal() {
    func shown(_ minimal: [NotificationAction], on name: String) -> [String] {
      titles(
        ActionOffer(
          four, minimal: minimal,
          on: ServerProfile(name: name, version: "1", capabilities: ["actions"])))
    }
    let (skip, tell) = (four[2].title, four[3].title)
    #expect(shown([.tell, .skip, .done], on: "gnome-shell") == ["Open", tell, skip])
    #expect(shown([.tell], on: "any").count == 5)
  }

  @Test("A server without actions gets none, any other the default and at most four")
  func counts() {
    #expect(offer(four, "body").wireForm.isEmpty)
    #expect(offer([], "actions").wireForm == ["default", "Open"])
    #expect(
      titles(offer(four + [.snooze], "actions")) == ["Open", "Snooze", "Done", "Skip", "Tell"])
  }

  @Test("Where four do not fit, the first two are shown")
  func little() {
    #expect(titles(offer(four, "actions", name: "gnome-shell")) == ["Open", "Snooze", "Done"])
    let three = Array(four.prefix(3))
    #expect(
      titles(offer(three, "actions", name: "gnome-shell")) == ["Open", "Snooze", "Done", "Skip"])
  }

  @Test("An action with text is a reply field where there is one, and else left out")
  func reply() {
    let actions: [NotificationAction] = [.snooze, .answer, .done, .answer]
    let plain = offer(actions, "actions")
    #expect(titles(plain) == ["Open", "Snooze", "Done"])
    #expect(plain.replyIdentifier == nil)
    #expect(plain.hints.isEmpty)
    let replying = offer(actions, "actions", "inline-reply")
    #expect(
      replying.wireForm
        == ["default", "Open", "action-0", "Snooze", "inline-reply", "Answer", "action-2", "Done"])
    #expect(replying.replyIdentifier == "answer")
    #expect(
      replying.hints.map(\.key) == [
        "x-kde-reply-placeholder-text", "x-kde-reply-submit-button-text",
      ])
    #expect(replying.hints.map(\.value) == [.string("Your answer"), .string("Send")])
  }

  @Test("Identifiers of the app never become keys with a meaning of their own")
  func keys() {
    let named = ["default", "inline-reply", "", "action-0", "a\0b"].map {
      NotificationAction(identifier: $0, title: "title")
    }
    let offer = offer(named, "actions", "inline-reply")
    #expect(
      offer.wireForm.filter { $0 != "title" } == ["default", "Open"]
        + (0..<4).map { "action-\($0)" })
    #expect(offer.identifier(of: "action-0") == "default")
    #expect(offer.identifier(of: "action-3") == "action-0")
    #expect(offer.identifier(of: "default") == NotificationAction.defaultIdentifier)
    #expect(offer.identifier(of: "inline-reply") == nil)
    #expect(offer.identifier(of: "bogus") == nil)
  }
}
