/// A failure, in a sentence that says what to do.
public struct GatewayError: Error, CustomStringConvertible, Equatable, Sendable {
  public let description: String

  public init(_ description: String) {
    self.description = description
  }
}
