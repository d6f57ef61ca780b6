import CSystemd
import Glibc

/// A message that came over the bus, read from its beginning. Its sender is not trusted: a value of
/// another type than the requested one is nil.
package final class IncomingMessage {
  private let pointer: OpaquePointer

  /// Takes over the reference.
  package init(_ pointer: OpaquePointer) { self.pointer = pointer }

  deinit { sd_bus_message_unref(pointer) }

  package enum Kind {
    /// The answer to the call of this number.
    case answer(UInt64)
    /// The answer is an error.
    case failure(UInt64, name: String, message: String)
    case signal(interface: String, member: String)
    case call
    case other
  }

  package var kind: Kind {
    var type: UInt8 = 0
    sd_bus_message_get_type(pointer, &type)
    var cookie: UInt64 = 0
    sd_bus_message_get_reply_cookie(pointer, &cookie)
    switch Int(type) {
    case Int(SD_BUS_MESSAGE_METHOD_RETURN): return .answer(cookie)
    case Int(SD_BUS_MESSAGE_METHOD_ERROR):
      let error = sd_bus_message_get_error(pointer)?.pointee
      return .failure(cookie, name: text(error?.name) ?? "", message: text(error?.message) ?? "")
    case Int(SD_BUS_MESSAGE_SIGNAL):
      return .signal(
        interface: text(sd_bus_message_get_interface(pointer)) ?? "",
        member: text(sd_bus_message_get_member(pointer)) ?? "")
    case Int(SD_BUS_MESSAGE_METHOD_CALL): return .call
    default: return .other
    }
  }

  /// The unique name of the connection that sent it, which the bus guarantees.
  package var sender: String { text(sd_bus_message_get_sender(pointer)) ?? "" }

  package func readString() -> String? {
    var value: UnsafePointer<CChar>?
    guard sd_bus_message_read_basic(pointer, "s".type, &value) > 0 else { return nil }
    return text(value)
  }

  package func readUInt32() -> UInt32? {
    var value: UInt32 = 0
    return sd_bus_message_read_basic(pointer, "u".type, &value) > 0 ? value : nil
  }

  /// A boolean in a variant, as properties are.
  package func readBoolVariant() -> Bool? {
    guard sd_bus_message_enter_container(pointer, "v".type, "b") > 0 else { return nil }
    var value: Int32 = 0
    return sd_bus_message_read_basic(pointer, "b".type, &value) > 0 ? value != 0 : nil
  }

  package func readStrings() -> [String]? {
    guard sd_bus_message_enter_container(pointer, "a".type, "s") > 0 else { return nil }
    var texts: [String] = []
    while let text = readString() { texts.append(text) }
    return texts
  }

  /// Replies to a caller that this object has no methods.
  package func refuse() { sd_bus_reply_method_errno(pointer, ENOSYS, nil) }

  private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
