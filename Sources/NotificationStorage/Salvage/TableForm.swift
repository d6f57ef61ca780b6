import FoundationEssentials
import NotificationTypes

/// One version of a table's columns, as its rows are stored on a page.
struct TableForm: Sendable {
  enum Column {
    /// SQLite stores it beside the record.
    case number
    /// The types of text and blob differ in one bit; values are kept if only that bit is wrong.
    case text, blob, integer, optionalText, optionalBlob, optionalInteger

    func fits(_ type: UInt64) -> Bool {
      switch self {
      case .number: type == 0
      case .text, .blob: type >= 12
      case .integer: StoredRecord.isInteger(type)
      case .optionalText, .optionalBlob: type == 0 || type >= 12
      case .optionalInteger: type == 0 || StoredRecord.isInteger(type)
      }
    }

    func value(_ record: StoredRecord, _ column: Int) -> Value? {
      switch self {
      case .number: return record.number.map(Value.integer)
      case .blob: return .blob(record.blob(column))
      case .integer: return record.integer(column).map(Value.integer)
      case .text: return record.text(column).map(Value.text)
      case .optionalText, .optionalBlob, .optionalInteger:
        if record.types[column] == 0 { return .null }
        let kind: Column =
          switch self {
          case .optionalText: .text
          case .optionalBlob: .blob
          default: .integer
          }
        return kind.value(record, column)
      }
    }
  }

  let table: String
  /// The columns that are copied, including the first ones of the record.
  let columns: [(name: String, kind: Column)]
  /// Columns of an older version that are not needed.
  private let others: [Column]
  /// The kind of item in today's inbox, for a table of an older version that was a part of it.
  let inboxKind: InboxKind?

  init(
    _ table: String, _ columns: [(String, Column)], others: [Column] = [], is kind: InboxKind? = nil
  ) {
    self.table = table
    self.columns = columns.map { (name: $0.0, kind: $0.1) }
    self.others = others
    inboxKind = kind
  }

  func fits(_ types: [UInt64]) -> Bool {
    types.count == columns.count + others.count
      && zip(columns.map(\.kind) + others, types).allSatisfy { $0.fits($1) }
  }

  /// The values of the columns; nil where a text is not valid.
  func values(_ record: StoredRecord) -> [Value]? {
    var values: [Value] = []
    for (index, column) in columns.enumerated() {
      guard let value = column.kind.value(record, index) else { return nil }
      values.append(value)
    }
    return values
  }

  // MARK: The forms

  private static let request: [(String, Column)] = [
    ("sequence", .number), ("app", .text), ("identifier", .text), ("content", .blob),
    ("trigger", .blob), ("kind", .integer), ("repeats", .integer), ("added", .integer),
    ("clock", .integer), ("due", .optionalInteger), ("local", .optionalInteger),
    ("elapsed", .optionalInteger), ("boot", .optionalText), ("region", .optionalText),
  ]

  private static let position: [(String, Column)] = [
    ("sequence", .number), ("app", .text), ("class", .text), ("position", .integer),
  ]

  private static let body: [(String, Column)] = [
    ("sequence", .number), ("app", .text), ("body", .blob),
  ]

  private static let deliveryColumns: [(String, Column)] =
    [
      ("sequence", .number), ("request", .integer), ("occurrence", .integer), ("app", .text),
      ("identifier", .text), ("state", .integer), ("closed", .optionalInteger),
      ("content", .optionalBlob), ("trigger", .optionalBlob), ("due", .optionalInteger),
      ("date", .integer), ("banner", .optionalText), ("banner_reason", .optionalText),
      ("sound", .optionalText), ("sound_reason", .optionalText), ("sound_file", .optionalText),
      ("fallback", .optionalText),
    ]

  static let delivery = TableForm(
    "delivery", deliveryColumns + [("interruptions", .integer)])

  static let inbox = TableForm(
    "inbox",
    [
      ("sequence", .number), ("app", .text), ("kind", .integer), ("date", .integer),
      ("identifier", .optionalText), ("state", .optionalInteger), ("body", .blob),
    ])

  /// Where several versions have the same columns, the first whose values can be read counts.
  static let all: [TableForm] = [
    TableForm("request", request + [("occurrence", .integer), ("side", .optionalInteger)]),
    // Versions 4 to 6.
    TableForm("request", request + [("occurrence", .integer)]),
    // Versions 1 to 3, with the claims of that time.
    TableForm(
      "request", request,
      others: [
        .integer, .integer, .optionalText, .optionalInteger, .optionalText, .optionalInteger,
      ]),
    delivery,
    // Version 10, and rows that no later version has changed.
    TableForm("delivery", deliveryColumns),
    // Versions 1 to 9 have the listed ones alone, and what the user got of them in another table.
    TableForm(
      "delivered",
      [
        ("sequence", .number), ("app", .text), ("identifier", .text), ("content", .blob),
        ("trigger", .blob), ("due", .optionalInteger), ("date", .integer),
      ]),
    TableForm(
      "missed",
      [
        ("sequence", .number), ("app", .text), ("identifier", .text), ("due", .optionalInteger),
        ("date", .integer), ("reason", .text), ("count", .integer),
      ]),
    inbox,
    // Versions 1 to 8 have a table for each kind of item.
    TableForm("inbox", body, is: .response),
    TableForm(
      "inbox",
      [
        ("sequence", .number), ("app", .text), ("kind", .integer), ("date", .integer),
        ("body", .blob),
      ], is: .message),
    TableForm(
      "inbox",
      [
        ("sequence", .number), ("app", .text), ("identifier", .text), ("state", .integer),
        ("date", .integer), ("body", .blob),
      ], is: .extensible),
    TableForm("registration", body),
    // Before the settings, in which every value may be missing.
    TableForm("remote_registration", body),
    TableForm("setting", body),
    TableForm(
      "category", [("sequence", .number), ("app", .text), ("identifier", .text), ("body", .blob)]),
    TableForm("remote_position", position + [("received", .integer), ("ended", .integer)]),
    // Version 5.
    TableForm("remote_position", position),
    TableForm(
      "remote_taken",
      [("sequence", .number), ("app", .text), ("date", .integer), ("identifier", .text)]),
    TableForm("badge", [("sequence", .number), ("app", .text), ("count", .integer)]),
  ]
}

/// A valid row of a damaged database.
struct SalvagedRow {
  private(set) var form: TableForm
  private(set) var values: [Value]
  /// The texts of its table's index, and the number there: an index that is intact contains both.
  private(set) var indexed: (texts: [String], number: Int64) = ([], 0)

  /// - Returns: nil where it fits no table, or its values cannot be used.
  init?(_ record: StoredRecord) {
    for form in TableForm.all where form.fits(record.types) {
      guard let values = form.values(record) else { continue }
      var row = SalvagedRow(form: form, values: values)
      guard row.makesSense() else { continue }
      self = row
      return
    }
    return nil
  }

  private init(form: TableForm, values: [Value]) {
    self.form = form
    self.values = values
    let isItem = form.table == "inbox" && form.inboxKind == nil
    indexed.texts =
      isItem
      ? [text("app") ?? "", "\(integer("kind") ?? 0)", text("identifier") ?? ""]
      : [text("app"), text("identifier")].compactMap(\.self)
    indexed.number = number
  }

  var table: String { form.table }
  var number: Int64 { integer("sequence") ?? 0 }

  func integer(_ column: String) -> Int64? { value(column)?.integer }
  func text(_ column: String) -> String? { value(column)?.text }

  private func value(_ column: String) -> Value? {
    form.columns.firstIndex { $0.name == column }.map { values[$0] }
  }

  private func decoded<Value: Decodable>(_ type: Value.Type, _ column: String) -> Value? {
    guard let data = value(column)?.blob else { return nil }
    return try? JSONDecoder().decode(Value.self, from: data)
  }

  private mutating func makesSense() -> Bool {
    switch table {
    case "request": return isRequest()
    case "delivery", "delivered": return isDelivery()
    case "missed":
      return text("reason").flatMap(MissedNotification.Reason.init(rawValue:)) != nil
    case "inbox": return isItem()
    case "registration": return decoded(RegisteredApp.self, "body") != nil
    case "remote_registration": return decoded(RemoteRegistration.self, "body") != nil
    // Every value of settings may be missing: a row that fits no table before it counts as
    // settings.
    case "setting": return decoded(AppSettings.self, "body") != nil
    case "category": return decoded(NotificationCategory.self, "body") != nil
    default: return true
    }
  }

  /// A listed notification of versions 1 to 9 becomes the delivery that the migration makes of it.
  private mutating func isDelivery() -> Bool {
    if form.table == "delivery" {
      guard let state = integer("state").flatMap({ DeliveryState(rawValue: Int($0)) }),
        state.isClosed == (integer("closed") != nil)
      else { return false }
      if state.isClosed { return true }
    }
    guard decoded(NotificationContent.self, "content") != nil,
      decoded(NotificationTrigger.self, "trigger") != nil
    else { return false }
    guard form.table == "delivered" else { return true }
    values = TableForm.delivery.columns.map { column in
      switch column.name {
      case "request": .integer(-number)
      case "occurrence", "state", "interruptions": .integer(0)
      default: value(column.name) ?? .null
      }
    }
    form = .delivery
    return true
  }

  /// An item of a table of versions 1 to 8 becomes one of the inbox, with the number that the
  /// migration gives it.
  private mutating func isItem() -> Bool {
    guard let kind = form.inboxKind ?? integer("kind").flatMap({ InboxKind(rawValue: Int($0)) })
    else { return false }
    let isItem =
      switch kind {
      case .response: decoded(NotificationResponse.self, "body") != nil
      case .question: decoded(DeliveredNotification.self, "body") != nil
      case .message: decoded(RemoteMessage.self, "body") != nil
      case .extensible: decoded(NotificationRequest.self, "body") != nil
      }
    guard isItem, form.inboxKind != nil else { return isItem }
    values = [
      .integer(number &* 4 &+ Int64(kind.rawValue)), value("app") ?? .null,
      .integer(Int64(kind.rawValue)), value("date") ?? .integer(0),
      kind == .message ? .text("") : value("identifier") ?? .null, value("state") ?? .null,
      value("body") ?? .null,
    ]
    form = .inbox
    return true
  }

  /// Takes the columns that follow from the trigger from there.
  private mutating func isRequest() -> Bool {
    guard decoded(NotificationContent.self, "content") != nil,
      let trigger = decoded(NotificationTrigger.self, "trigger"), let clock = integer("clock")
    else { return false }
    for (index, column) in form.columns.enumerated() {
      if column.name == "kind" { values[index] = .integer(Int64(trigger.kind)) }
      if column.name == "repeats" { values[index] = .integer(trigger.repeats ? 1 : 0) }
    }
    switch clock {
    case 0: return integer("due") != nil
    case 1: return integer("due") != nil && integer("elapsed") != nil && text("boot") != nil
    case 2: return text("region") != nil
    default: return false
    }
  }
}
