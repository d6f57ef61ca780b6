import AlertSounds
import BundlePreflight
import Testing

@Suite("The channel of a push is made in a function that nothing calls")
struct UnreachedChannelTests {
  /// An app with a hook that makes the channel `bells`, and a further source.
  private static func app(
    _ other: String, hook: String = hook, as file: String = "src/App.tsx"
  ) -> FixtureProject {
    FixtureProject([
      "package.json": .text(#"{ "dependencies": { "react-native": "0.80" } }"#),
      "android/settings.gradle": .text("include ':app'\n"),
      "android/app/build.gradle": .text("plugins { id 'com.android.application' }\n"),
      "android/app/src/main/res/raw/bell.wav": .sound(.wave),
      "src/useNotificationChannels.ts": .text(hook), file: .text(other + "\n"),
      "server/push.js": .text(
        "send({ token, android: { notification: { channelId: 'bells', sound: 'bell' } } });\n"),
    ])
  }

  private static let hook = """
    const setUpChannels = async () => {
      await notifee.createChannel({ id: 'bells', name: 'Bells', sound: 'bell' });
    };

    export const useNotificationChannels = () => {
      useEffect(() => { setUpChannels(); }, []);
    };

    """

  private static let missing = ["warning [android-channel-missing] server/push.js:1"]

  @Test(
    "Nothing, or an import alone",
    arguments: [
      "export default function App() { return null; }",
      "import { useNotificationChannels } from './useNotificationChannels';",
    ])
  func unreached(_ other: String) throws {
    #expect(try PreflightRun.findings(Self.app(other)) == Self.missing)
  }

  @Test(
    "One that is called, handed on, or of which that is not clear",
    arguments: [
      "import { useNotificationChannels } from './useNotificationChannels';\nuseNotificationChannels();",
      "export { useNotificationChannels } from './useNotificationChannels';",
      "const { useNotificationChannels } = require('./useNotificationChannels');",
    ])
  func reached(_ other: String) throws { try PreflightRun.expectClean(Self.app(other)) }

  @Test(
    "One that runs when its source is loaded, is the source's default, a method, has any name, or is a page's",
    arguments: [
      hook + "setUpChannels();\n",
      hook + "export default useNotificationChannels;\n",
      "export default function setUpChannels() {\n  notifee.createChannel({ id: 'bells', sound: 'bell' });\n}\n",
      "export class Channels {\n  setUpChannels() { notifee.createChannel({ id: 'bells', sound: 'bell' }); }\n}\n",
      "export const setUp = () => {\n  notifee.createChannel({ id: 'bells', sound: 'bell' });\n};\n",
      "notifee.createChannel({ id: 'bells', sound: 'bell' });\n",
      "function setUpChannels() {\n  notifee.createChannel({ id: 'bells', sound: 'bell' });\n}\n",
    ])
  func others(_ hook: String) throws {
    try PreflightRun.expectClean(Self.app("export const a = 1;", hook: hook))
  }

  @Test("A page that is not read may call it")
  func pages() throws {
    try PreflightRun.expectClean(
      Self.app("<script>useNotificationChannels()</script>", as: "src/App.vue"))
  }
}
