/// What the engine would do with a push at this moment.
package enum EngineCondition: Equatable, Sendable {
  /// It would store it.
  case ready
  /// There is no connection to it.
  case away
  /// It is connected, but does not answer.
  case silent
  /// It answers, but has no stream PUSH.
  case withoutStream
  /// Too few of three engines are there.
  case withoutQuorum
  /// It answers, but does not store what it is given.
  case notStoring

  /// Why pushes are refused, as a clause; `ok` if they are not.
  package var text: String {
    switch self {
    case .ready: "ok"
    case .away: "the engine is away"
    case .silent: "the engine does not answer"
    case .withoutStream: "the engine has no stream PUSH; the gateway makes it"
    case .withoutQuorum: "too few engines are there: of three, two must run"
    case .notStoring: "the engine does not store: its disk may be full"
    }
  }
}
