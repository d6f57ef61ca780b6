/// A failure, as a sentence that includes the remedy.
public struct GatewayError: Error, CustomStringConvertible, Equatable, Sendable {
  /// The sentence.
  public let description: String

  /// - Parameter description: a sentence, with its full stop.
  public init(_ description: String) {
    self.description = description
  }
}
