@preconcurrency package import Crypto
import Foundation

/// Who may push, and for which topics.
package struct Providers: Sendable {
  /// By key identifier.
  package var keys: [String: ProviderKey]
  /// By the SHA-256 of the certificate's DER form, as hexadecimal digits.
  package var certificates: [String: ProviderCertificate]

  package init(keys: [String: ProviderKey], certificates: [String: ProviderCertificate]) {
    self.keys = keys
    self.certificates = certificates
  }
}

/// A key that provider tokens are signed with.
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

/// A certificate that a provider connects with.
package struct ProviderCertificate: Sendable {
  package var topics: [TopicPattern]
  /// A withdrawn one is told so: 403 Forbidden.
  package var isWithdrawn: Bool

  package init(topics: [TopicPattern], isWithdrawn: Bool = false) {
    self.topics = topics
    self.isWithdrawn = isWithdrawn
  }
}
