import AlertSounds
import Testing

@Suite("A .NET MAUI project with a shared library")
struct DotNetFixtureTests {
  private static let build = "src/App/App.csproj"
  private static let source = "src/App/Reminders.cs"
  private static let ios = "src/App/Platforms/iOS/Resources"
  private static let raw = "src/App/Platforms/Android/Resources/raw"

  static let clean = FixtureProject([
    build: .text(
      """
      <Project Sdk="Microsoft.NET.Sdk">
        <PropertyGroup>
          <TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks>
          <OutputType>Exe</OutputType>
          <UseMaui>true</UseMaui>
        </PropertyGroup>
        <ItemGroup>
          <MauiAsset Include="Resources\\Raw\\**" LogicalName="%(RecursiveDir)%(Filename)%(Extension)" />
          <ProjectReference Include="..\\Shared\\Shared.csproj" />
        </ItemGroup>
        <ItemGroup Condition="$(TargetFramework.Contains('-ios'))">
          <BundleResource Include="Platforms\\iOS\\Resources\\ding.aiff" Link="Resources\\ding.aiff" />
        </ItemGroup>
      </Project>

      """),
    "src/Shared/Shared.csproj": .text(
      """
      <Project Sdk="Microsoft.NET.Sdk">
        <PropertyGroup><TargetFrameworks>net9.0-android;net9.0-ios</TargetFrameworks></PropertyGroup>
        <ItemGroup><BundleResource Include="Sounds\\gong.caf"><LogicalName>gong.caf</LogicalName></BundleResource></ItemGroup>
      </Project>

      """),
    ios + "/ding.aiff": .sound(.aiff), raw + "/ding.ogg": .sound(.vorbis),
    "src/App/Resources/Raw/chime.caf": .sound(.caf), "src/Shared/Sounds/gong.caf": .sound(.caf),
    "src/App/bin/Debug/net9.0-ios/old.caf": .sound(.caf),
    source: .text(
      """
      using Plugin.LocalNotification;
      using UserNotifications;

      public static class Sounds
      {
          public const string Chime = "chime.caf";
      }

      public class Reminders
      {
          public void Ring()
          {
              var request = new NotificationRequest {
                  Title = $"It's {DateTime.Now}",
                  Sound = DeviceInfo.Platform == DevicePlatform.Android ? "ding" : "ding.aiff",
              };
              var content = new UNMutableNotificationContent
              {
                  Sound = UNNotificationSound.GetSound(Sounds.Chime),
              };
              content.Sound = UNNotificationSound.GetSound("gong.caf");
              // content.Sound = UNNotificationSound.GetSound("never.caf");
              var channel = new NotificationChannelRequest { Id = "general", Sound = "ding" };
          }
      }

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("an item that is not on disk", .init("resource-missing", in: build, at: "gone.caf")) {
      try $0.replace(
        "  </ItemGroup>\n</Project>",
        with: "    <BundleResource Include=\"Sounds\\gone.caf\" />\n  </ItemGroup>\n</Project>",
        in: build)
    },
    Mistake("listed by nothing", .init("sound-missing", in: source, at: "\"gong.caf\"")) {
      try $0.replace("<BundleResource Include=\"Sounds\\gong.caf\">", with: "<None>", in: shared)
      try $0.replace("</BundleResource>", with: "</None>", in: shared)
    },
    Mistake("in a folder of the bundle", .init("sound-folder", in: source, at: "Chime =")) {
      $0.files["src/App/Resources/Raw/deep/chime.caf"] = $0.files.removeValue(
        forKey: "src/App/Resources/Raw/chime.caf")
    },
    Mistake("no such resource", .init("sound-missing", in: source, at: "? \"bell\"")) {
      try $0.replace("? \"ding\"", with: "? \"bell\"", in: source)
    },
    Mistake(
      "a channel's sound with its extension",
      .init("sound-name-extension", in: source, at: "ding.ogg")
    ) {
      try $0.replace("Sound = \"ding\"", with: "Sound = \"ding.ogg\"", in: source)
    },
    Mistake(
      "an embedded resource, which is no file of the bundle",
      .init("sound-missing", in: source, at: "App.Sounds.ding")
    ) {
      try $0.replace(
        "using UserNotifications;", with: "using Shiny.Notifications;\nusing UserNotifications;",
        in: source)
      try $0.replace(
        "// content.Sound",
        with: "var own = new NotificationSound { CustomPath = \"App.Sounds.ding\" };\n"
          + "// content.Sound",
        in: source)
    },
    Mistake("wrong case", .init("sound-name-case", in: source, at: "Gong.caf")) {
      try $0.replace("\"gong.caf\"", with: "\"Gong.caf\"", in: source)
    },
    Mistake("CAF in res/raw", .init("android-format", in: raw + "/bell.caf")) {
      $0.files[raw + "/bell.caf"] = .sound(.caf)
    },
    Mistake("a project that is not XML", .init("project-unreadable", in: build, at: "</Project>")) {
      try $0.replace("  </ItemGroup>\n</Project>", with: "</Project>", in: build)
    },
  ]
  private static let shared = "src/Shared/Shared.csproj"

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}

@Suite("A Xamarin solution with a project for each platform")
struct XamarinFixtureTests {
  private static let source = "Shared/Alarms.cs"
  private static let ios = "iOS/App.iOS.csproj"

  private static func project(_ type: String, _ properties: String, _ items: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <Project ToolsVersion="4.0" xmlns="http://schemas.microsoft.com/developer/msbuild/2003">
      <PropertyGroup>
        <ProjectTypeGuids>{\(type)};{FAE04EC0-301F-11D3-BF4B-00C04F79EFBC}</ProjectTypeGuids>
        \(properties)
      </PropertyGroup>
      <ItemGroup>
        \(items)
      </ItemGroup>
    </Project>

    """
  }

  static let clean = FixtureProject([
    ios: .text(
      project(
        "FEACFBD2-3405-455C-9665-78FE426C6842", "<OutputType>Exe</OutputType>",
        "<BundleResource Include=\"Resources\\alarm.caf\" />")),
    "Droid/App.Droid.csproj": .text(
      project(
        "EFBA0AD7-5A72-4C68-AF49-83D382785DCF", "<AndroidApplication>True</AndroidApplication>",
        "<AndroidResource Include=\"Resources\\raw\\Alarm.mp3\" />")),
    "iOS/Resources/alarm.caf": .sound(.caf), "Droid/Resources/raw/Alarm.mp3": .sound(.mp3),
    "Droid/Channels.cs": .text(
      """
      using Android.App;
      class Channels {
        void Make(NotificationChannel channel) {
          var uri = Android.Net.Uri.Parse("android.resource://" + PackageName + "/raw/alarm");
          channel.SetSound(uri, attributes);
        }
      }

      """),
    source: .text(
      """
      using UserNotifications;
      class Alarms {
        void Ring(UNMutableNotificationContent content) {
          content.Sound = UNNotificationSound.GetSound(@"alarm.caf");
        }
      }

      """),
  ])

  static let mistakes: [Mistake] = [
    Mistake("not listed", .init("sound-missing", in: source, at: "alarm.caf")) {
      try $0.replace("<BundleResource Include=\"Resources\\alarm.caf\" />", with: "", in: ios)
    },
    Mistake("no such resource", .init("sound-missing", in: "Droid/Channels.cs", at: "raw/bell")) {
      try $0.replace("raw/alarm", with: "raw/bell", in: "Droid/Channels.cs")
    },
    Mistake("a path", .init("sound-name-path", in: source, at: "Resources/alarm.caf")) {
      try $0.replace("\"alarm.caf\"", with: "\"Resources/alarm.caf\"", in: source)
    },
  ]

  @Test("The clean twin gives no finding")
  func twin() throws { try PreflightRun.expectClean(Self.clean) }

  @Test("A mistake is found, and nothing else", arguments: mistakes)
  func mistake(_ mistake: Mistake) throws { try PreflightRun.expect(mistake, in: Self.clean) }
}
