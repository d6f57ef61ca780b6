import AlertSounds
import BundlePreflight
import Testing

@Suite("The channels of .NET's plug-in for local notifications")
struct DotNetChannelTests {
  private static func app(_ code: String) -> FixtureProject {
    FixtureProject([
      "App.csproj": .text(
        """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup><TargetFrameworks>net9.0-android</TargetFrameworks><OutputType>Exe</OutputType><UseMaui>true</UseMaui></PropertyGroup>
        </Project>

        """),
      "Platforms/Android/Resources/raw/bell.ogg": .sound(.vorbis),
      "Platforms/Android/Resources/raw/gong.ogg": .sound(.vorbis),
      "Ring.cs": .text(
        """
        using Plugin.LocalNotification;
        public class Ring {
          public void Post(bool loud) {
            config.AddAndroid(android => android.AddChannel(new NotificationChannelRequest {
              Id = "bells", Name = "Bells", SOUND
            }));
        \(code)
          }
        }

        """),
    ])
  }

  private static let requests = [
    """
    var request = new NotificationRequest {
      Sound = DeviceInfo.Platform == DevicePlatform.Android ? "bell" : null,
      Android = { ChannelId = "bells" } };
    """,
    """
    var request = new NotificationRequest() { Title = "t",
      Android = new AndroidOptions {
        ChannelId = "bells" } };
    if (loud) request.Sound = "bell";
    request = new NotificationRequest { Android = { ChannelId = "bells" } };
    """,
  ]

  @Test("have the sound that plays, whatever a request asks for", arguments: requests)
  func sound(_ request: String) throws {
    func findings(_ sound: String) throws -> [String] {
      var app = Self.app(request)
      guard case .text(let code)? = app.files["Ring.cs"] else { return ["no source"] }
      app.files["Ring.cs"] = .text(code.replacing("SOUND", with: sound))
      return try PreflightRun.findings(app)
    }
    for sound in ["", #"Sound = "gong","#] {
      #expect(try findings(sound) == ["warning [android-channel-sound] Ring.cs:9"])
    }
    #expect(try findings(#"Sound = "bell""#) == [])
    #expect(try findings("Sound = chosen") == [])
  }
}
