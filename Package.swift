// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0
import PackageDescription

/// What the compiler can prove, it must prove.
let proven: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// What computes for seconds. The tests are built unoptimised (`make test`), this not: the frontend's own
/// option is the one that overrides the driver's.
let computing: [SwiftSetting] =
  proven
  + (Context.environment["TOCSIN_TESTS"] == nil ? [] : [.unsafeFlags(["-Xfrontend", "-O"])])

/// The audio targets read hostile files: there every unsafe operation is marked where it stands.
let audio: [SwiftSetting] = computing + [.strictMemorySafety()]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = proven,
  resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func main(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: proven)
}

/// Tests of what is built with all of that.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: proven)
}

/// A library that is loaded when it is needed: its header, and its functions by their own names.
func loaded(_ name: String) -> Target { .target(name: name, dependencies: ["CLoading"]) }

/// A program that somebody writes with Apple's API.
func example(_ name: String, _ mode: SwiftLanguageMode) -> Target {
  .executableTarget(
    name: name, dependencies: ["UserNotifications"], path: "Examples/\(name)",
    swiftSettings: [.swiftLanguageMode(mode)])
}

/// Sources as somebody writes them who has never heard of Linux: that they compile is the test.
func appleSources(
  _ name: String, _ folder: String, _ dependencies: [Target.Dependency], _ settings: [SwiftSetting]
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/AppleSources/\(folder)",
    swiftSettings: settings)
}

func library(_ name: String) -> Product { .library(name: name, targets: [name]) }

func program(_ name: String) -> Product { .executable(name: name, targets: [name]) }

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

// Behind traits, so that a package that uses a library does not fetch what only the programs need:
// Documentation/swift.md.
func forPrograms(_ product: String, of package: String) -> Target.Dependency {
  .product(name: product, package: package, condition: .when(traits: ["Programs"]))
}
let arguments = forPrograms("ArgumentParser", of: "swift-argument-parser")
let logging = forPrograms("Logging", of: "swift-log")
let service = [
  logging,
  forPrograms("ServiceLifecycle", of: "swift-service-lifecycle"),
  forPrograms("UnixSignals", of: "swift-service-lifecycle"),
]

/// What all that reads or writes the store imports.
let store: [Target.Dependency] = [
  "LinuxProcess", "NotificationStorage", "NotificationTypes", "Triggers",
]

let package = Package(
  name: "tocsin",
  // Those that the dependencies name. On Apple's systems, which have modules of these names of
  // their own, nothing here is needed: a package says `condition: .when(platforms: [.linux])`.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    program("tocsin"), program("tocsind"), program("tocsin-remote"),
    // Who converts, checks, draws or plays sounds: Documentation/swift.md says which is for what.
    library("AudioFormats"), library("AudioProcessing"), library("AlertSounds"),
    library("SoundResolution"), library("AlertPlayback"), library("BundlePreflight"),
    // Who has notifications: with Apple's names, or with Swift's.
    library("UserNotifications"), library("UserNotificationsUI"), library("RegionTypes"),
    library("RemoteRegistration"), library("LegacyNotifications"),
    library("AppNotifications"), library("NotificationTypes"),
    // Who schedules or delivers by rules of their own.
    library("Triggers"), library("NotificationStorage"), library("NotificationScheduling"),
    library("NotificationDelivery"), library("Desktop"), library("RemoteNotifications"),
    // For the packages in Gateway, Center, Fuzz and Benchmarks alone.
    library("Files"), library("AudioImport"), library("LinuxProcess"), library("LogOutput"),
    library("LogHandlers"), library("RequestParsing"), library("ConsoleOutput"),
    library("TestSupport"), library("CLinux"), library("CNats"), library("CSystemSQLite"),
    library("CVersion"),
  ],
  traits: [
    .default(enabledTraits: ["Programs"]),
    .trait(name: "Programs", description: "The programs, and what only they need."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    // MARK: The system
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSystemSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "CLinux"), .target(name: "CLoading"),
    loaded("CALSA"), loaded("CArchive"), loaded("CCurl"), loaded("CNettle"), loaded("CRSVG"),
    loaded("CSound"), loaded("CYAML"),
    // The version, and the place in a program where packaging writes the commit.
    .target(name: "CVersion"),
    // What each program needs of the kernel: clocks, queues, threads, other programs.
    module("LinuxProcess", ["CLinux"]),
    // Lines of a log, for each program and library that must not wait for its reader: no C module of
    // ours is behind it.
    module("LogOutput"),
    module("LogHandlers", ["LogOutput", logging]),
    module("YAMLText", ["CYAML"]),
    // Pure: what strangers send by HTTP. Any text can be read; the fuzzer sends it.
    module("RequestParsing"),
    // What the tools print, and how.
    module("ConsoleOutput", ["CVersion", "Files"]),

    // MARK: Sounds
    // Bytes, files, and the text that is made of their names.
    module("Files", [system], audio),
    // C for the vectors: Swift has no saturating ones, and chooses no instructions at run time.
    .target(name: "CIMA4Search"),
    // Bytes → packets → PCM and back. Its folders know each other as Scripts/check-house says.
    module("AudioFormats", ["Files", "CIMA4Search"], audio),
    module("AudioProcessing", ["AudioFormats", "CNettle", "CSound"], audio),
    module("AudioImport", ["Files", "AudioFormats", "CSound", "LinuxProcess", system], audio),
    module(
      "AlertSounds", ["Files", "AudioFormats", "AudioProcessing", "AudioImport", "CRSVG"],
      computing, resources: [.embedInCode("Validation/Pages")]),
    // A sound's name → the decoded sound that a delivery plays.
    module(
      "SoundResolution", ["Files", "AudioFormats", "AudioProcessing", "AlertSounds", "CLinux"]),
    module("AlertPlayback", ["AudioFormats", "Files", "LinuxProcess", "CALSA"]),
    module(
      "BundlePreflight",
      ["Files", "AudioFormats", "AudioProcessing", "AlertSounds", "CArchive", "YAMLText"],
      resources: [.embedInCode("Rules/Pages")]),
    main(
      "tocsin",
      [
        "ConsoleOutput", "Files", "AudioFormats", "AudioProcessing", "AlertSounds", "AlertPlayback",
        "BundlePreflight", "LogOutput", arguments,
      ]),

    // MARK: Notifications
    // Values, texts in the user's language, and what a façade asks of the engine. No C module of ours
    // is behind it, for every target in a package's graph may import what is built on it.
    module("NotificationTypes"),
    // Pure: a trigger → its next date, fixes → the regions that are entered and left.
    module("Triggers", ["LinuxProcess", "NotificationTypes"], computing),
    // What every program may do with the store; the scheduler is for the one that delivers.
    module(
      "NotificationStorage",
      ["CLinux", "CSystemSQLite", "LinuxProcess", "NotificationTypes", "Triggers"], computing),
    module(
      "NotificationScheduling",
      store + ["CLinux"]),
    // The talk with others on the session's and the system's bus, and banners over it.
    module("Desktop", ["CLinux", "CSystemd", "LinuxProcess", "NotificationTypes"]),
    // What happens when something is due.
    module(
      "NotificationDelivery",
      store + [
        "AlertPlayback", "CLinux", "Desktop", "NotificationScheduling", "SoundResolution",
        "YAMLText",
      ]),
    // All that a program with notifications is linked with: no library for sound or screen.
    module(
      "AppNotifications",
      store + ["LogOutput"]),
    // The daemon and the tool `tocsinctl`: one program, for both stand on the same libraries.
    main(
      "tocsind",
      store + [
        "AlertPlayback", "ConsoleOutput", "CSystemd", "Files", "LogHandlers", "LogOutput",
        "NotificationDelivery", "NotificationScheduling", "RemoteNotifications", arguments,
      ] + service),

    // MARK: Remote notifications
    // A push on its way: payloads, headers, subjects, enrolments.
    module("RemoteNotifications", ["CNettle", "NotificationTypes"]),
    // The box's half: the network is here, and nowhere else.
    module(
      "RemoteReceiving",
      [
        "CCurl", "CLinux", "CNats", "LinuxProcess", "NotificationStorage", "NotificationTypes",
        "RemoteNotifications",
      ], computing),
    main(
      "tocsin-remote",
      [
        "CLinux", "ConsoleOutput", "CSystemd", "LinuxProcess", "LogOutput", "NotificationStorage",
        "RemoteNotifications", "RemoteReceiving", arguments,
      ]),

    // MARK: Apple's names
    // AppNotifications is linked, and not imported: the clients of these names could not load it.
    // Not called CoreLocation: no other package could have a target of that name. A program takes it
    // under that name (`moduleAliases`).
    module("RegionTypes", ["AppNotifications", "LogOutput", "NotificationTypes"]),
    module(
      "UserNotifications", ["AppNotifications", "LogOutput", "NotificationTypes", "RegionTypes"]),
    module("UserNotificationsUI", ["NotificationTypes", "UserNotifications"]),
    // Not called UIKit: in the graph of a package `canImport` would become true for all.
    module(
      "LegacyNotifications",
      [
        "AppNotifications", "LogOutput", "NotificationTypes", "RegionTypes", "UserNotifications",
      ]),
    module("RemoteRegistration", ["LegacyNotifications"]),

    // MARK: Examples
    example("tea", .v6), example("finished", .v5), example("pomodoro", .v5),
    example("reminder", .v6), example("box-alarm", .v6),
    // An example of a service, and the one that the tests kill.
    main("reminders", ["NotificationScheduling", "NotificationStorage", "NotificationTypes"]),

    // MARK: Tests
    // An app as its developer would write it, for the tests that kill it.
    main(
      "clientapp", ["AppNotifications", "NotificationScheduling", "NotificationTypes"],
      path: "Tests/ClientApp"),
    // A service extension as Apple's template has it, for the tests that run it as a process.
    main(
      "serviceextension", ["AppleSourcesSwift5", "UserNotifications"],
      path: "Tests/ServiceExtensionApp"),
    .target(
      name: "TestSupport", dependencies: ["AudioFormats", "CLinux"], path: "Tests/TestSupport",
      exclude: ["Desktop/server.py"], swiftSettings: computing),
    .target(name: "CIMA4Oracle", path: "Tests/CIMA4Oracle"),
    tests("FilesTests", ["Files", "AudioFormats"]),
    tests("LogOutputTests", ["LogOutput"]),
    tests("RequestParsingTests", ["RequestParsing"]),
    tests("YAMLTextTests", ["YAMLText"]),
    tests("AudioFormatsTests", ["Files", "AudioFormats", "CIMA4Oracle", "CIMA4Search"]),
    tests("AudioProcessingTests", ["AudioFormats", "AudioProcessing"]),
    tests("AudioImportTests", ["AudioImport", "AudioFormats", "Files", "tocsin"]),
    tests(
      "AlertSoundsTests", ["Files", "AudioFormats", "AudioProcessing", "AlertSounds", "tocsin"],
      exclude: ["Fixtures"]),
    tests("SoundResolutionTests", ["Files", "AudioFormats", "AlertSounds", "SoundResolution"]),
    tests(
      "BundlePreflightTests",
      ["BundlePreflight", "AlertSounds", "AudioFormats", "Files", "tocsin"],
      exclude: ["Fixtures"]),
    tests(
      "AlertPlaybackTests", ["AlertPlayback", "AudioFormats", "tocsin", arguments],
      exclude: ["Fixtures"]),
    tests("tocsinTests", ["tocsin", "Files", "AudioFormats"], exclude: ["Fixtures"]),
    tests("NotificationTypesTests", ["NotificationTypes"]),
    tests(
      "NotificationSchedulingTests",
      store + ["CSystemSQLite", "NotificationScheduling", "reminders", "tocsind"],
      exclude: ["Fixtures"]),
    tests("DesktopTests", ["Desktop", "NotificationTypes"]),
    tests(
      "NotificationDeliveryTests",
      [
        "AlertPlayback", "AlertSounds", "AppNotifications", "AudioFormats", "Desktop",
        "LinuxProcess", "NotificationDelivery", "NotificationScheduling", "NotificationStorage",
        "NotificationTypes", "SoundResolution",
      ]),
    tests(
      "RegionWatchingTests",
      [
        "NotificationDelivery", "NotificationScheduling", "NotificationStorage",
        "NotificationTypes", "Triggers", "tocsind",
      ]),
    tests(
      "tocsindTests",
      store + [
        "AudioFormats", "Desktop", "NotificationScheduling", "clientapp", "finished", "tea",
        "tocsind",
      ], exclude: ["Fixtures"]),
    tests("tocsinctlTests", ["tocsind"]),
    tests("RemoteNotificationsTests", ["NotificationTypes", "RemoteNotifications"]),
    tests(
      "RemoteReceivingTests",
      [
        "CNats", "LinuxProcess", "NotificationScheduling", "NotificationStorage",
        "NotificationTypes", "RemoteNotifications", "RemoteReceiving", "serviceextension",
        "tocsin-remote", "tocsind",
      ], exclude: ["Fixtures"]),
    appleSources(
      "AppleSourcesSwift5", "Swift5", ["RemoteRegistration", "UserNotifications"],
      [.swiftLanguageMode(.v5)]),
    appleSources(
      "AppleSourcesSwift6", "Swift6", ["UserNotifications", "UserNotificationsUI"],
      [.swiftLanguageMode(.v6)]),
    appleSources(
      "AppleSourcesMainActor", "MainActor", ["UserNotifications", "UserNotificationsUI"],
      [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    // The same with Apple's API of before iOS 10 and macOS 11. A warning about a default of the module
    // would stand in every app that has a delegate.
    appleSources(
      "LegacySourcesSwift5", "Legacy5", ["LegacyNotifications", "RegionTypes"],
      [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    appleSources(
      "LegacySourcesSwift6", "Legacy6", ["LegacyNotifications"],
      [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    tests(
      "UserNotificationsTests",
      store + [
        "AlertPlayback", "AppNotifications", "AppleSourcesMainActor", "AppleSourcesSwift5",
        "AppleSourcesSwift6", "LegacySourcesSwift5", "LegacySourcesSwift6", "LegacyNotifications",
        "RegionTypes", "Desktop", "NotificationDelivery", "NotificationScheduling",
        "RemoteRegistration", "UserNotifications", "UserNotificationsUI", "box-alarm", "finished",
        "pomodoro", "reminder", "tea", "clientapp", "tocsind",
      ], exclude: ["Fixtures"]),
  ]
)
