@preconcurrency package import Crypto
import Foundation

/// The providers that may push, with their topics.
package struct Providers: Sendable {
  /// The keys by their identifiers.
  package var keys: [String: ProviderKey]
  /// The certificates by the SHA-256 of their DER form, as hexadecimal digits.
  package var certificates: [String: ProviderCertificate]

  package init(keys: [String: ProviderKey], certificates: [String: ProviderCertificate]) {
    self.keys = keys
    self.certificates = certificates
  }
}

/// A key that signs provider tokens.
package struct ProviderKey: Sendable {
  package var team: String
  package var key: P256.Signing.PublicKey
  package var topics: [TopicPattern]

  package init(team: String, key: P256.Signing.PublicKey, topics: [TopicPattern]) {
    self.team = team
    self.key = key
    self.topics = topics
  }
}

/// A client certificate of a provider.
package struct ProviderCertificate: Sendable {
  package var topics: [TopicPattern]
  /// Whether the certificate was withdrawn: its pushes are refused with 403 Forbidden.
  package var isWithdrawn: Bool

  package init(topics: [TopicPattern], isWithdrawn: Bool = false) {
    self.topics = topics
    self.isWithdrawn = isWithdrawn
  }
}
