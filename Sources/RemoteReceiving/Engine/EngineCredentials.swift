import CNats
import Glibc

/// The text of a NATS credentials file: a token that identifies the box, and the seed of the key
/// that proves it.
final class EngineCredentials: Sendable {
  let token: String
  let seed: String

  /// Nil if the text is not such a file.
  init?(parsing text: String) {
    let lines = text.split(whereSeparator: \.isNewline)
    func line(after mark: String) -> String? {
      guard let index = lines.firstIndex(where: { $0.contains("BEGIN " + mark) }),
        lines.indices.contains(index + 1)
      else { return nil }
      return String(lines[index + 1])
    }
    guard let token = line(after: "NATS USER JWT"), let seed = line(after: "USER NKEY SEED") else {
      return nil
    }
    self.token = token
    self.seed = seed
  }

  /// Passes them to the library, which asks for them at each connection.
  /// - Returns: the library's status, and its reference, to be released when it asks no more.
  func apply(to options: OpaquePointer) -> (natsStatus, Unmanaged<EngineCredentials>) {
    let reference = Unmanaged.passRetained(self)
    let closure = reference.toOpaque()
    let status = natsOptions_SetUserCredentialsCallbacks(
      options,
      { token, _, closure in
        guard let closure else { return NATS_ERR }
        let own = Unmanaged<EngineCredentials>.fromOpaque(closure).takeUnretainedValue()
        // The library frees it.
        token?.pointee = strdup(own.token)
        return NATS_OK
      }, closure,
      { _, signature, length, nonce, closure in
        guard let closure else { return NATS_ERR }
        let own = Unmanaged<EngineCredentials>.fromOpaque(closure).takeUnretainedValue()
        return nats_Sign(own.seed, nonce, signature, length)
      }, closure)
    return (status, reference)
  }
}
