import Crypto
import Foundation
import Testing

@testable import APNsGateway

/// Provider tokens and certificates.
@Suite struct SenderTests {
  private let world = World.made()

  private func reason(
    _ token: String, _ sender: inout Sender, now: Int64 = World.now,
    topic: String = "org.example.kitchen"
  ) -> Reason? {
    do throws(Refusal) {
      try sender.authorize(
        "bearer \(token)", topic: topic, providers: world.rules.providers, now: now)
      return nil
    } catch {
      return error.reason
    }
  }

  private func reason(_ token: String) -> Reason? {
    var sender = Sender()
    return reason(token, &sender)
  }

  @Test func `the moment may be a number or a text`() {
    let seconds = World.now / 1_000
    #expect(reason(world.jwt(issued: "\(seconds)")) == nil)
    #expect(reason(world.jwt(issued: "\"\(seconds)\"")) == nil)
    #expect(reason(world.jwt(issued: "\(seconds).75")) == nil)
    #expect(reason(world.jwt(issued: "\"soon\"")) == .invalidProviderToken)
    #expect(reason(world.jwt(issued: "1e300")) == .invalidProviderToken)
  }

  @Test func `a token is valid for an hour, and a minute early`() {
    let seconds = World.now / 1_000
    #expect(reason(world.jwt(issued: "\(seconds - 3_600)")) == nil)
    #expect(reason(world.jwt(issued: "\(seconds - 3_601)")) == .expiredProviderToken)
    #expect(reason(world.jwt(issued: "\(seconds + 60)")) == nil)
    #expect(reason(world.jwt(issued: "\(seconds + 61)")) == .invalidProviderToken)
  }

  @Test func `a token grows old on its connection`() {
    var sender = Sender()
    let token = world.jwt()
    #expect(reason(token, &sender) == nil)
    #expect(reason(token, &sender, now: World.now + 3_600_000) == nil)
    #expect(reason(token, &sender, now: World.now + 3_601_000) == .expiredProviderToken)
  }

  @Test(arguments: [
    #"{"alg":"HS256","kid":"KEY1234567"}"#, #"{"alg":"none","kid":"KEY1234567"}"#,
    #"{"alg":"ES256","kid":"ANOTHER123"}"#, #"{"alg":"ES256"}"#, "[]",
  ]) func `a header that is not ours is refused`(_ header: String) {
    #expect(reason(world.jwt(header: header)) == .invalidProviderToken)
  }

  @Test func `another's signature and another team are refused`() {
    #expect(reason(world.jwt(key: P256.Signing.PrivateKey())) == .invalidProviderToken)
    #expect(reason(world.jwt(team: "OTHERTEAM1")) == .invalidProviderToken)
  }

  @Test func `a token changed in one letter is refused`() {
    let token = world.jwt()
    var sender = Sender()
    #expect(reason(token, &sender) == nil)
    for position in stride(from: 0, to: token.count, by: 7) {
      var letters = Array(token)
      letters[position] = letters[position] == "A" ? "B" : "A"
      #expect(reason(String(letters), &sender) == .invalidProviderToken)
    }
  }

  @Test func `a connection takes a new token every 20 minutes, or when the old one ended`() {
    var sender = Sender()
    let later = World.now + 60_000
    #expect(reason(world.jwt(), &sender) == nil)
    let second = world.jwt(issued: "\(later / 1_000)")
    #expect(reason(second, &sender, now: later) == .tooManyProviderTokenUpdates)
    #expect(reason(world.jwt(), &sender, now: later) != .invalidProviderToken)
    #expect(reason(second, &sender, now: World.now + 1_200_000) == nil)
    let third = world.jwt(issued: "\(World.now / 1_000 + 5_000)")
    #expect(reason(third, &sender, now: World.now + 5_000_000) == nil)
  }

  @Test func `a certificate pushes to its topics without a token`() throws {
    func reason(_ certificate: Sender.Certificate, _ topic: String) -> Reason? {
      var sender = Sender(certificate: certificate)
      do throws(Refusal) {
        try sender.authorize(
          nil, topic: topic, providers: world.rules.providers, now: World.now)
        return nil
      } catch {
        return error.reason
      }
    }
    let known = ProviderCertificate(topics: [try TopicPattern("org.example.kitchen")])
    #expect(reason(.known(known), "org.example.kitchen") == nil)
    #expect(reason(.known(known), "org.example.kitchen2") == .topicDisallowed)
    #expect(reason(.unknown, "org.example.kitchen") == .badCertificate)
    #expect(reason(.none, "org.example.kitchen") == .missingProviderToken)
    let withdrawn = ProviderCertificate(topics: known.topics, isWithdrawn: true)
    #expect(reason(.known(withdrawn), "org.example.kitchen") == .forbidden)
    #expect(Sender(certificate: .known(known)).onlyTopic == "org.example.kitchen")
  }

  @Test func `a pattern is a topic, or a beginning and a star`() throws {
    #expect(try TopicPattern("org.example.*").matches("org.example.kitchen"))
    #expect(try !TopicPattern("org.example.*").matches("org.example"))
    #expect(try !TopicPattern("org.example").matches("org.example.kitchen"))
    #expect(try TopicPattern("*").matches("anything"))
    for text in ["", "a b", "a*b", "**"] {
      #expect(throws: GatewayError.self) { try TopicPattern(text) }
    }
  }
}
