import CSystemSQLite
package import FoundationEssentials

/// A value that a statement takes in the place of a `?`.
package protocol Bindable: Sendable {
  /// - Returns: SQLite's result code.
  func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

/// A value of SQLite. A column of any type may have one of any other.
package enum Value: Sendable, Hashable {
  case null, integer(Int64), real(Double), text(String), blob(Data)

  /// Nil where there is no number that an integer holds.
  package var integer: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value.rounded(.towardZero))
    case .null, .text, .blob: nil
    }
  }

  package var text: String? {
    switch self {
    case .text(let value): value
    case .blob(let value): String(validating: value, as: UTF8.self)
    case .null, .integer, .real: nil
    }
  }

  package var blob: Data? {
    switch self {
    case .blob(let value): value
    case .text(let value): Data(value.utf8)
    case .null, .integer, .real: nil
    }
  }
}

extension Value: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    switch self {
    case .null: sqlite3_bind_null(statement, index)
    case .integer(let value): value.bind(to: statement, at: index)
    case .real(let value): sqlite3_bind_double(statement, index, value)
    case .text(let value): value.bind(to: statement, at: index)
    case .blob(let value): value.bind(to: statement, at: index)
    }
  }
}

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, self)
  }
}

extension Int: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(self))
  }
}

extension Bool: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    sqlite3_bind_int(statement, index, self ? 1 : 0)
  }
}

extension String: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      // A text without an address would be null.
      guard let base = bytes.baseAddress else {
        return sqlite3_bind_text(statement, index, "", 0, copied)
      }
      return base.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
        sqlite3_bind_text(statement, index, $0, Int32(clamping: bytes.count), copied)
      }
    }
  }
}

extension Data: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    // An empty blob without an address would be null.
    if isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
    return withUnsafeBytes { bytes in
      sqlite3_bind_blob(statement, index, bytes.baseAddress, Int32(clamping: bytes.count), copied)
    }
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
    guard let self else { return sqlite3_bind_null(statement, index) }
    return self.bind(to: statement, at: index)
  }
}

/// SQLite copies what is bound (`SQLITE_TRANSIENT`, a macro that Swift cannot import).
private var copied: sqlite3_destructor_type {
  unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
