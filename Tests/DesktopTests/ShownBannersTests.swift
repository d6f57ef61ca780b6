import NotificationTypes
import TestSupport
import Testing

@testable import Desktop

@Suite("Which banner has which number")
struct ShownBannersTests {
  private let offer = ActionOffer(
    [.snooze], on: ServerProfile(name: "any", version: "1", capabilities: ["actions"]))

  private func id(_ number: some CustomStringConvertible) -> Banner.ID {
    Banner.ID(app: "a", request: number.description)
  }

  @Test("The oldest banner is forgotten when there are too many, a replaced one counts as new")
  func limit() {
    var shown = ShownBanners()
    for number in 1...ShownBanners.limit {
      shown.insert(id(number), number: UInt32(number), offer: offer)
    }
    shown.insert(id(1), number: 1, offer: offer)
    shown.insert(id("next"), number: 9_999, offer: offer)
    #expect(shown.number(of: id(1)) == 1)
    #expect(shown.number(of: id(2)) == nil)
    #expect(shown.number(of: id("next")) == 9_999)
    #expect(shown.removeAll().count == ShownBanners.limit)
    #expect(shown.removeAll().isEmpty)
  }

  @Test("A banner that gets another number leaves its old one")
  func renumbered() {
    var shown = ShownBanners()
    shown.insert(id("tea"), number: 1, offer: offer)
    shown.insert(id("tea"), number: 2, offer: offer)
    #expect(shown.event(.closed(1, .dismissed)) == nil)
    #expect(shown.event(.activated(2, key: "action-0"))?.kind == .activated(action: "snooze"))
    #expect(shown.number(of: id("tea")) == nil)
  }

  @Test("Whatever comes and goes, banners and numbers belong together one to one")
  func random() {
    var random = SeededGenerator.printed(for: "banners and their numbers")
    var shown = ShownBanners()
    var model: [UInt32: Banner.ID] = [:]
    for _ in 0..<5_000 {
      let number = UInt32.random(in: 1...20, using: &random)
      let banner = id(Int.random(in: 1...20, using: &random))
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        model = model.filter { $0.value != banner }
        model[number] = banner
        shown.insert(banner, number: number, offer: offer)
      case 1:
        let event = shown.event(.closed(number, .expired))
        #expect(event?.banner == model.removeValue(forKey: number))
      default:
        #expect(shown.number(of: banner) == model.first { $0.value == banner }?.key)
      }
    }
    #expect(Set(shown.removeAll()) == Set(model.values))
  }
}
