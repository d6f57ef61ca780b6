import NtfyPublishing

/// One of ntfy's calls and its answer, on the loop of its connection.
final class NtfyExchange {
  /// The number of pushes that the engine has not acknowledged yet.
  private var waiting: Int
  private var refusal: NtfyError?
  private let message: NtfyMessage?
  private let metrics: Metrics

  /// An accepted call, with one push for each box.
  init(_ message: NtfyMessage, pushes: Int, _ metrics: Metrics) {
    self.message = message
    self.metrics = metrics
    waiting = pushes
  }

  /// A refused call.
  init(_ refusal: NtfyError, _ metrics: Metrics) {
    self.refusal = refusal
    self.metrics = metrics
    message = nil
    waiting = 0
    metrics.refusedCall(refusal.code)
  }

  /// Takes the engine's acknowledgement of one of the pushes; the call is accepted when all are
  /// stored.
  func take(isStored: Bool) {
    waiting -= 1
    if isStored || refusal != nil { return }
    refusal = .unavailable
    metrics.refusedCall(NtfyError.unavailable.code)
  }

  /// Whether no reason to refuse it is known.
  var isAccepted: Bool { refusal == nil }
  var isAnswered: Bool { waiting == 0 }
  var status: Int { refusal?.status ?? 200 }
  var json: String { refusal?.json ?? message?.json ?? "{}" }

  /// The seconds before a retry, as for pushes of Apple's protocol.
  var secondsToWait: Int? {
    switch status {
    case 429, 503: 10
    default: nil
    }
  }
}
