/// How an attachment is shown small beside the text.
public struct AttachmentThumbnail: Codable, Sendable, Hashable {
  /// A part of a picture; the picture is 1 wide and 1 high, from its upper left corner.
  public struct Clipping: Codable, Sendable, Hashable {
    /// The distance from the left edge.
    public let x: Double
    /// The distance from the upper edge.
    public let y: Double
    /// Greater than 0.
    public let width: Double
    /// Greater than 0.
    public let height: Double

    /// - Returns: nil where it is empty or not within the picture.
    public init?(x: Double, y: Double, width: Double, height: Double) {
      guard x >= 0, y >= 0, width > 0, height > 0, x + width <= 1, y + height <= 1 else {
        return nil
      }
      (self.x, self.y) = (x, y)
      (self.width, self.height) = (width, height)
    }
  }

  /// Whether it is not shown.
  public var isHidden: Bool
  /// The part that is shown; nil is all of it.
  public var clipping: Clipping?

  /// A thumbnail of the whole picture, unless told otherwise.
  public init(isHidden: Bool = false, clipping: Clipping? = nil) {
    self.isHidden = isHidden
    self.clipping = clipping
  }
}
