package import Dispatch

/// The queue on which timers ring and descriptors are told to be readable: for what only passes the
/// word on.
package enum EventQueue {
  package static let shared = DispatchQueue(label: "tocsin.events", qos: QueueExecutor.priority)
}
