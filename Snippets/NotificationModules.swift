// What the modules of a notification do, each in a few lines.

// snippet.types
import AppNotifications
import Desktop
import NotificationDelivery
import NotificationTypes

let mondays = try CalendarTrigger(
  CalendarComponents(weekday: 2, hour: 7, minute: 30), repeats: true, timeZone: "Europe/Berlin")
let school = NotificationRequest(
  identifier: "school", app: "org.example.kitchen",
  content: NotificationContent(title: "School", sound: NotificationSound(name: "ring.caf")),
  trigger: .calendar(mondays))
print(school.trigger.repeats)
// snippet.end

// snippet.client
import AppNotifications
import NotificationTypes

let client = try NotificationClient(
  app: AppIdentity(identifier: "org.example.kitchen", bundle: "/usr/share/kitchen"))
client.setHandlers(
  NotificationHandlers(didReceive: { response in print(response.actionIdentifier) }))
try await client.add(
  NotificationRequest(
    identifier: "lunch", app: "org.example.kitchen", content: NotificationContent(title: "Lunch"),
    trigger: .timeInterval(try TimeIntervalTrigger(.seconds(300)))))
print(await client.pending().map(\.identifier))
// snippet.end

// snippet.delivery
import NotificationDelivery

var configuration = HostConfiguration()
let problems = configuration.read(environment: ["TOCSIN_QUIET_HOURS": "22:00-07:00"])
print(problems.isEmpty, configuration.policy.quietHours.map { "\($0)" } ?? "none")
// snippet.end

// snippet.remote
import RemoteNotifications

let payload = try PushPayload(
  parsing: Array(#"{"aps": {"alert": "Tea is ready", "sound": "chime.caf"}}"#.utf8))
print(payload.content.body, payload.content.sound?.name ?? "none")
// snippet.end

// snippet.resolution
import SoundResolution

let resolver = SoundResolver(SoundPlaces(dataHome: "/home/me/.local/share", dataFolders: []))
let owner = SoundOwner(app: "org.example.kitchen", bundle: "/usr/share/kitchen")
let resolved = resolver.resolve("ring.caf", for: owner)
print(resolved.path ?? "built in", resolved.fallback?.description ?? "as asked for")
// snippet.end

// snippet.playback
import AlertPlayback
import AudioProcessing

let player = Player { format throws(PlaybackError) in NullDevice(format) }
let silence = PlaybackFormat(sampleRate: 48_000, channelCount: 2)
let voice = player.play(silence) { device in
  SilenceSource(sampleRate: device.sampleRate, channelCount: device.channelCount, frames: 4_800)
}
print(await voice.finished)
// snippet.end

// snippet.banners
import Desktop

let presenter = DesktopBannerPresenter()
let outcome = await presenter.show(
  Banner(id: .init(app: "org.example.kitchen", request: "tea"), title: "Tea is ready"))
print(outcome)
presenter.stop()
// snippet.end

await client.close()
