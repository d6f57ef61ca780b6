/// A failure, in a sentence that says what to do.
public struct GatewayError: Error, CustomStringConvertible, Equatable, Sendable {
  /// The sentence.
  public let description: String

  /// - Parameter description: a sentence, with its full stop.
  public init(_ description: String) {
    self.description = description
  }
}
