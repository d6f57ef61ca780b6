public import FoundationEssentials

/// A request that was delivered and that the user has not handled.
public struct DeliveredNotification: Sendable, Hashable {
  /// The request that was delivered; of a repeating one, this is one delivery.
  public var request: NotificationRequest
  /// When it should have been delivered; nil where no date made it due.
  public var dueDate: Date?
  /// When it was delivered.
  public var date: Date
  /// The record of the banner and the sound; nil where the deliverer has not reported it.
  public var record: DeliveryRecord?

  /// A delivered notification; without a record the banner and the sound are unknown.
  public init(
    request: NotificationRequest, dueDate: Date?, date: Date, record: DeliveryRecord? = nil
  ) {
    self.request = request
    self.dueDate = dueDate
    self.date = date
    self.record = record
  }
}

extension DeliveredNotification: Codable {
  private enum CodingKeys: String, CodingKey { case version, request, dueDate, date, record }

  /// Reads the JSON form.
  /// - Throws: `DecodingError`, ``NotificationFormatError`` where a later version has written it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try container.checkVersion(.version)
    self.init(
      request: try container.decode(NotificationRequest.self, forKey: .request),
      dueDate: try container.decodeIfPresent(Date.self, forKey: .dueDate),
      date: try container.decode(Date.self, forKey: .date),
      record: try container.decodeIfPresent(DeliveryRecord.self, forKey: .record))
  }

  /// Writes the JSON form of the current version.
  /// - Throws: any error from the encoder.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(FormatVersion(), forKey: .version)
    try container.encode(request, forKey: .request)
    try container.encodeIfPresent(dueDate, forKey: .dueDate)
    try container.encode(date, forKey: .date)
    try container.encodeIfPresent(record, forKey: .record)
  }
}
