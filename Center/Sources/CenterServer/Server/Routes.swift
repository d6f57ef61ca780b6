import Foundation
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NotificationDelivery
import NotificationScheduling
import NotificationStorage
import RequestParsing

/// What each path answers.
struct Routes: Sendable {
  let guarding = Guard(sessions: Sessions())
  private let schedule: NotificationSchedule
  private let configuration: @Sendable () -> HostConfiguration
  private let watch: StoreWatch
  private let sounds: SoundDesk
  private let tone: TestTone
  private let extensions: ExtensionDesk
  private let log: Logger

  init(
    _ schedule: NotificationSchedule, configuration: @escaping @Sendable () -> HostConfiguration,
    log: Logger
  ) {
    self.schedule = schedule
    self.configuration = configuration
    self.log = log
    watch = StoreWatch(schedule.store)
    sounds = SoundDesk(schedule, configuration: configuration)
    tone = TestTone(configuration: configuration)
    extensions = ExtensionDesk(schedule.store)
  }

  /// - Throws: ``Refusal``, and any error of the store.
  func answer(_ request: Request, hosts: Hosts) async throws -> Response {
    let target = RequestTarget(request.head.path ?? "")
    if target.path == "/open" { return try open(request, target, hosts) }
    if target.path.hasPrefix(ExtensionDesk.path) {
      let host = try guarding.checkName(request, hosts: hosts)
      return try extensions.file(request, target, host: host)
    }
    let isOfInterface = target.path.hasPrefix("/api/")
    try guarding.check(request, target, hosts: hosts, needsToken: isOfInterface)
    switch request.method {
    case .get where !isOfInterface: return try PageFile.reply(target.path)
    case .get: return try await read(request, target)
    case .post: return try await change(request, target)
    default: throw Refusal(.methodNotAllowed, "Only GET and POST are known here.")
    }
  }

  /// Spends a key. The page that it leads to keeps the token, then loads the centre.
  private func open(_ request: Request, _ target: RequestTarget, _ hosts: Hosts) throws -> Response
  {
    try guarding.checkSource(request, hosts: hosts)
    guard request.method == .get, let session = guarding.sessions.open(target["key"] ?? "") else {
      throw Refusal(
        .forbidden, "This link was used already. Start tocsin-center again for another.")
    }
    var response = try PageFile.opening(token: session.token)
    response.headers[.setCookie] =
      "\(Guard.cookie)=\(session.cookie); Path=/; HttpOnly; SameSite=Strict"
    return response
  }

  private func read(_ request: Request, _ target: RequestTarget) async throws -> Response {
    switch target.path {
    case "/api/events":
      return Feed(schedule, configuration: configuration, watch: watch, log: log).reply(to: request)
    case "/api/extension": return try extensions.describe(target)
    case "/api/picture": return try Picture.reply(target, schedule.store)
    case "/api/sounds": return try await sounds.list(app: try target.required("app"))
    case "/api/sound": return try await sounds.play(target)
    default: throw Refusal(.notFound, "There is nothing here.")
    }
  }

  private func change(_ request: Request, _ target: RequestTarget) async throws -> Response {
    let limit = target.path == "/api/sounds" ? SoundDesk.byteLimit : 1 << 16
    let body: ByteBuffer
    do {
      body = try await request.body.collect(upTo: limit)
    } catch {
      throw Refusal(.contentTooLarge, "More than \(limit >> 10) KiB are not taken.")
    }
    let changes = Changes(schedule)
    let bytes = Data(body.readableBytesView)
    switch target.path {
    case "/api/respond": try changes.respond(bytes)
    case "/api/clear": try changes.clear(bytes)
    case "/api/cancel": try changes.cancel(bytes)
    case "/api/settings": try changes.set(bytes)
    case "/api/test": try changes.test(bytes)
    case "/api/tone": try await tone.play()
    case "/api/sounds": return try await sounds.add(bytes, target)
    default: throw Refusal(.notFound, "There is nothing here.")
    }
    return Reply.done
  }
}
