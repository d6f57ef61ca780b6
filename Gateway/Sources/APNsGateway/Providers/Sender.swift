/// The authenticated client of a connection.
package struct Sender: Sendable {
  /// The client certificate of the connection.
  package enum Certificate: Sendable {
    case none
    case unknown
    case known(ProviderCertificate)
  }

  private let certificate: Certificate
  private var accepted: AcceptedToken?
  /// The team of the first token: a connection serves only one team.
  private var team: String?

  package init(certificate: Certificate = .none) {
    self.certificate = certificate
  }

  /// The topic of a push that names none: that of a certificate for a single topic.
  var onlyTopic: String? {
    guard case .known(let certificate) = certificate, certificate.topics.count == 1 else {
      return nil
    }
    return certificate.topics[0].single
  }

  /// - Parameter now: milliseconds since 1970.
  /// - Throws: the reason why the sender may not push to the topic.
  mutating func authorize(
    _ authorization: String?, topic: String, providers: Providers, now: Int64
  ) throws(Refusal) {
    guard let authorization else { return try authorizeByCertificate(topic) }
    let scheme = authorization.prefix(7)
    guard scheme.lowercased() == "bearer ", authorization.utf8.count > 7 else {
      throw Refusal(.missingProviderToken)
    }
    let text = authorization.dropFirst(7)
    let key = try verifiedKey(text, providers: providers, now: now)
    guard key.topics.contains(where: { $0.matches(topic) }) else {
      throw Refusal(.topicDisallowed)
    }
  }

  private func authorizeByCertificate(_ topic: String) throws(Refusal) {
    switch certificate {
    case .none: throw Refusal(.missingProviderToken)
    case .unknown: throw Refusal(.badCertificate)
    case .known(let certificate):
      if certificate.isWithdrawn { throw Refusal(.forbidden) }
      guard certificate.topics.contains(where: { $0.matches(topic) }) else {
        throw Refusal(.topicDisallowed)
      }
    }
  }

  /// Verifies a token once in each connection: checking a signature takes longer than all other
  /// work.
  private mutating func verifiedKey(
    _ text: Substring, providers: Providers, now: Int64
  ) throws(Refusal) -> ProviderKey {
    if let accepted, accepted.text == text {
      guard let key = providers.keys[accepted.keyIdentifier] else {
        throw Refusal(.invalidProviderToken)
      }
      if accepted.isExpired(now) { throw Refusal(.expiredProviderToken) }
      return key
    }
    guard let token = ProviderToken(text), let key = providers.keys[token.keyIdentifier],
      token.team == key.team, team == nil || team == token.team, token.isSigned(by: key.key),
      token.issued <= now / 1_000 + 60
    else { throw Refusal(.invalidProviderToken) }
    let new = AcceptedToken(
      text: String(text), keyIdentifier: token.keyIdentifier, issued: token.issued, accepted: now)
    if new.isExpired(now) { throw Refusal(.expiredProviderToken) }
    if let accepted, accepted.isTooNewToReplace(now) {
      throw Refusal(.tooManyProviderTokenUpdates)
    }
    team = token.team
    accepted = new
    return key
  }
}

private struct AcceptedToken: Sendable {
  var text: String
  var keyIdentifier: String
  /// Seconds since 1970.
  var issued: Int64
  /// Milliseconds since 1970.
  var accepted: Int64

  /// "Establishing a token-based connection to APNs": one hour.
  func isExpired(_ now: Int64) -> Bool { issued + 3_600 < now / 1_000 }

  /// The same page: a new token at most once in 20 minutes.
  func isTooNewToReplace(_ now: Int64) -> Bool { !isExpired(now) && accepted + 1_200_000 > now }
}
