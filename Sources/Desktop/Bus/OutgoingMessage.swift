import CSystemd
import Glibc

/// A value of the D-Bus type `v`.
package enum BusValue: Sendable, Hashable {
  case byte(UInt8)
  case bool(Bool)
  case int64(Int64)
  case string(String)

  package var signature: String {
    switch self {
    case .byte: "y"
    case .bool: "b"
    case .int64: "x"
    case .string: "s"
    }
  }
}

/// A message that is being written.
package final class OutgoingMessage {
  package let pointer: OpaquePointer

  /// Takes over the reference.
  package init(_ pointer: OpaquePointer?) throws(BusError) {
    guard let pointer else { throw BusError(code: ENOMEM) }
    self.pointer = pointer
  }

  deinit { sd_bus_message_unref(pointer) }

  /// The library refuses invalid text: see ``PlainText``.
  package func append(_ text: String) throws(BusError) {
    try BusError.check(text.withCString { sd_bus_message_append_basic(pointer, "s".type, $0) })
  }

  package func append(_ number: UInt32) throws(BusError) { try append("u", number) }
  package func append(_ number: Int32) throws(BusError) { try append("i", number) }

  package func append(_ value: BusValue) throws(BusError) {
    try container("v", of: value.signature) { () throws(BusError) in
      switch value {
      case .byte(let byte): try append("y", byte)
      case .bool(let flag): try append("b", Int32(flag ? 1 : 0))
      case .int64(let number): try append("x", number)
      case .string(let text): try append(text)
      }
    }
  }

  package func append(_ texts: [String]) throws(BusError) {
    try container("a", of: "s") { () throws(BusError) in for text in texts { try append(text) } }
  }

  package func append(variants: [BusValue]) throws(BusError) {
    try container("a", of: "v") { () throws(BusError) in
      for value in variants { try append(value) }
    }
  }

  package func append(_ entries: KeyValuePairs<String, BusValue>) throws(BusError) {
    try append(entries.map { ($0.key, $0.value) })
  }

  package func append(_ entries: [(key: String, value: BusValue)]) throws(BusError) {
    try container("a", of: "{sv}") { () throws(BusError) in
      for entry in entries {
        try container("e", of: "sv") { () throws(BusError) in
          try append(entry.key)
          try append(entry.value)
        }
      }
    }
  }

  private func append<Number: BitwiseCopyable>(
    _ type: String, _ number: Number
  ) throws(BusError) {
    try BusError.check(
      withUnsafePointer(to: number) { sd_bus_message_append_basic(pointer, type.type, $0) })
  }

  private func container(
    _ type: String, of content: String, _ write: () throws(BusError) -> Void
  ) throws(BusError) {
    try BusError.check(sd_bus_message_open_container(pointer, type.type, content))
    try write()
    try BusError.check(sd_bus_message_close_container(pointer))
  }
}

extension String {
  /// The code of a D-Bus type, which is one ASCII character.
  package var type: CChar { CChar(bitPattern: utf8.first ?? 0) }
}
