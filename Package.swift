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

/// Settings of every target. The tests are built as a release (`make test`): swift-argument-parser
/// checks all commands at each start otherwise, which is most of the time of a short run. Only what
/// computes is optimised there: the rest is built sooner, and keeps its assertions.
let strict: [SwiftSetting] =
  proven + (Context.environment["TOCSIN_TESTS"] == nil ? [] : [.unsafeFlags(["-Onone"])])

/// The targets that compute most in the tests.
let computing = proven

/// The audio targets read hostile files: there every unsafe operation is marked where it stands.
let audio: [SwiftSetting] = computing + [.strictMemorySafety()]

let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")

// Behind traits, so that a package that uses a library does not fetch what only the programs need:
// Documentation/swift.md.
let arguments: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Programs"]))
let logging: Target.Dependency = .product(
  name: "Logging", package: "swift-log", condition: .when(traits: ["Programs"]))
let service: [Target.Dependency] = [
  logging,
  .product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle",
    condition: .when(traits: ["Programs"])),
  .product(
    name: "UnixSignals", package: "swift-service-lifecycle", condition: .when(traits: ["Programs"])),
]

let package = Package(
  name: "tocsin",
  // Those that the dependencies name. On Apple's systems, which have modules of these names of
  // their own, nothing here is needed: a package says `condition: .when(platforms: [.linux])`.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .executable(name: "tocsin", targets: ["tocsin"]),
    .executable(name: "tocsinctl", targets: ["tocsinctl"]),
    .executable(name: "tocsind", targets: ["tocsind"]),
    .executable(name: "tocsin-remote", targets: ["tocsin-remote"]),
    .library(name: "Files", targets: ["Files"]),
    .library(name: "AudioTypes", targets: ["AudioTypes"]),
    .library(name: "AudioContainers", targets: ["AudioContainers"]),
    .library(name: "AudioCodecs", targets: ["AudioCodecs"]),
    .library(name: "AudioProcessing", targets: ["AudioProcessing"]),
    .library(name: "AudioImport", targets: ["AudioImport"]),
    .library(name: "AlertSounds", targets: ["AlertSounds"]),
    .library(name: "SoundResolution", targets: ["SoundResolution"]),
    .library(name: "AlertPlayback", targets: ["AlertPlayback"]),
    .library(name: "DesktopBanners", targets: ["DesktopBanners"]),
    .library(name: "SoundDrawing", targets: ["SoundDrawing"]),
    .library(name: "BundlePreflight", targets: ["BundlePreflight"]),
    .library(name: "CLinux", targets: ["CLinux"]),
    .library(name: "CSystemSQLite", targets: ["CSystemSQLite"]),
    .library(name: "TriggerTypes", targets: ["TriggerTypes"]),
    .library(name: "NotificationTypes", targets: ["NotificationTypes"]),
    .library(name: "CNats", targets: ["CNats"]),
    .library(name: "CVersion", targets: ["CVersion"]),
    .library(name: "ConsoleOutput", targets: ["ConsoleOutput"]),
    .library(name: "RemoteNotifications", targets: ["RemoteNotifications"]),
    .library(name: "NotificationAccess", targets: ["NotificationAccess"]),
    .library(name: "ClocksAndQueues", targets: ["ClocksAndQueues"]),
    .library(name: "TriggerDates", targets: ["TriggerDates"]),
    .library(name: "StoreSharing", targets: ["StoreSharing"]),
    .library(name: "RegionTracking", targets: ["RegionTracking"]),
    .library(name: "DeliveryLogging", targets: ["DeliveryLogging"]),
    .library(name: "StoreTables", targets: ["StoreTables"]),
    .library(name: "NotificationStorage", targets: ["NotificationStorage"]),
    .library(name: "NotificationRequests", targets: ["NotificationRequests"]),
    .library(name: "NotificationScheduling", targets: ["NotificationScheduling"]),
    .library(name: "AppProcesses", targets: ["AppProcesses"]),
    .library(name: "AppNotifications", targets: ["AppNotifications"]),
    .library(name: "NotificationDelivery", targets: ["NotificationDelivery"]),
    .library(name: "RegionTypes", targets: ["RegionTypes"]),
    .library(name: "UserNotifications", targets: ["UserNotifications"]),
    .library(name: "UserNotificationsUI", targets: ["UserNotificationsUI"]),
    .library(name: "RemoteRegistration", targets: ["RemoteRegistration"]),
    .library(name: "LegacyNotifications", targets: ["LegacyNotifications"]),
    // For Gateway and Center, which are packages of their own.
    .library(name: "LogHandlers", targets: ["LogHandlers"]),
    .library(name: "LogOutput", targets: ["LogOutput"]),
    .library(name: "RequestParsing", targets: ["RequestParsing"]),
    // For their tests.
    .library(name: "TestSupport", targets: ["TestSupport"]),
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
    .systemLibrary(
      name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(
      name: "CSystemSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CNats", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    // System libraries that are loaded when they are needed: each C target is a library's header, and
    // its functions by their own names.
    .target(name: "CLoading"),
    .target(name: "CALSA", dependencies: ["CLoading"]),
    .target(name: "CArchive", dependencies: ["CLoading"]),
    .target(name: "CCurl", dependencies: ["CLoading"]),
    .target(name: "CEBUR128", dependencies: ["CLoading"]),
    .target(name: "CNettle", dependencies: ["CLoading"]),
    .target(name: "CRSVG", dependencies: ["CLoading"]),
    .target(name: "CSndFile", dependencies: ["CLoading"]),
    .target(name: "CSoxr", dependencies: ["CLoading"]),
    .target(name: "CYAML", dependencies: ["CLoading"]),

    // Bytes, files, and the text that is made of their names.
    .target(name: "Files", dependencies: [system], swiftSettings: audio),
    .target(name: "AudioTypes", dependencies: ["Files"], swiftSettings: audio),
    .target(name: "AudioContainers", dependencies: ["Files", "AudioTypes"], swiftSettings: audio),
    // C for the vectors: Swift has no saturating ones, and chooses no instructions at run time.
    .target(name: "CIMA4Search"),
    .target(
      name: "AudioCodecs", dependencies: ["Files", "AudioTypes", "CIMA4Search"],
      swiftSettings: audio),
    .target(
      name: "AudioProcessing", dependencies: ["AudioTypes", "CEBUR128", "CNettle", "CSoxr"],
      swiftSettings: audio),
    .target(
      name: "AudioImport", dependencies: ["Files", "AudioTypes", "CLinux", "CSndFile", system],
      swiftSettings: audio),
    .target(
      name: "AlertSounds",
      dependencies: [
        "Files", "AudioTypes", "AudioContainers", "AudioCodecs", "AudioProcessing", "AudioImport",
      ],
      // In the program, and not in files beside it: the pages of the rules.
      resources: [.embedInCode("Validation/Pages")],
      swiftSettings: computing),
    // A sound's name → the decoded sound that a delivery plays.
    .target(
      name: "SoundResolution",
      dependencies: ["Files", "AudioTypes", "AudioProcessing", "AlertSounds", "CLinux"],
      swiftSettings: strict),
    // Waveforms for a page, a picture and a terminal.
    .target(
      name: "SoundDrawing", dependencies: ["Files", "AudioProcessing", "AlertSounds", "CRSVG"],
      swiftSettings: audio),
    .target(
      name: "BundlePreflight",
      dependencies: [
        "Files", "AudioTypes", "AudioContainers", "AudioProcessing", "AlertSounds", "SoundDrawing",
        "CArchive", "YAMLText",
      ],
      resources: [.embedInCode("Rules/Pages")],
      swiftSettings: computing),
    .target(name: "AlertPlayback", dependencies: ["AudioTypes", "CALSA"], swiftSettings: strict),

    .target(name: "CLinux"),
    // Lines of a log, for each program and library that must not wait for its reader: no C module of
    // ours is behind it.
    .target(name: "LogOutput", swiftSettings: strict),
    .target(name: "LogHandlers", dependencies: ["LogOutput", logging], swiftSettings: strict),
    // Values. A request has a trigger, whose module comes with the one of the request.
    .target(name: "TriggerTypes", swiftSettings: strict),
    .target(name: "NotificationTypes", dependencies: ["TriggerTypes"], swiftSettings: strict),
    // What a program has to do with its notifications: no C module of ours is behind it, for every
    // target in a package's graph may import what is built on it. Foundation's own ICU has the plural
    // rules.
    .target(
      name: "NotificationAccess", dependencies: ["NotificationTypes"], swiftSettings: strict,
      linkerSettings: [.linkedLibrary("_FoundationICU")]),
    // A push on its way: payloads, headers, subjects, enrolments.
    .target(
      name: "RemoteNotifications", dependencies: ["CNettle", "NotificationTypes"],
      swiftSettings: strict),
    // The talk with others on the session's and the system's bus.
    .target(name: "DesktopBus", dependencies: ["CLinux", "CSystemd"], swiftSettings: strict),
    .target(
      name: "DesktopBanners", dependencies: ["CLinux", "DesktopBus", "NotificationTypes"],
      swiftSettings: strict),

    .target(name: "YAMLText", dependencies: ["CYAML"], swiftSettings: strict),
    // The version, and the place in a program where packaging writes the commit.
    .target(name: "CVersion"),
    // What the tools print, and how.
    // Pure: what strangers send by HTTP. Any text can be read; the fuzzer sends it.
    .target(name: "RequestParsing", swiftSettings: strict),
    .target(name: "ConsoleOutput", dependencies: ["CVersion", "Files"], swiftSettings: strict),
    .executableTarget(
      name: "tocsin",
      dependencies: [
        "ConsoleOutput", "Files", "AudioTypes", "AudioContainers", "AudioCodecs", "AudioProcessing",
        "AlertSounds",
        "AlertPlayback", "BundlePreflight", "LogOutput", "SoundDrawing",
        arguments,
      ],
      swiftSettings: strict),

    // The rooms of a notification's life, each built on those before it; NotificationScheduling gives
    // the modules with its public types to whoever imports it.
    .target(name: "ClocksAndQueues", dependencies: ["CLinux"], swiftSettings: strict),
    .target(
      name: "TriggerDates", dependencies: ["ClocksAndQueues", "TriggerTypes"],
      swiftSettings: computing),
    .target(name: "SQLiteAccess", dependencies: ["CSystemSQLite"], swiftSettings: computing),
    .target(
      name: "StoreSharing", dependencies: ["ClocksAndQueues", "CLinux"], swiftSettings: strict),
    .target(name: "RegionTracking", dependencies: ["TriggerTypes"], swiftSettings: strict),
    .target(
      name: "DeliveryLogging",
      dependencies: ["ClocksAndQueues", "NotificationTypes", "StoreSharing", "TriggerDates"],
      swiftSettings: computing),
    .target(name: "StoreSchema", dependencies: ["SQLiteAccess"], swiftSettings: strict),
    .target(
      name: "StoreTables",
      dependencies: [
        "ClocksAndQueues", "DeliveryLogging", "NotificationTypes", "RegionTracking",
        "SQLiteAccess", "StoreSharing", "TriggerDates",
      ],
      swiftSettings: computing),
    .target(
      name: "StoreSalvage",
      dependencies: [
        "ClocksAndQueues", "CSystemSQLite", "DeliveryLogging", "NotificationTypes",
        "SQLiteAccess", "StoreSharing", "StoreTables", "TriggerDates",
      ],
      swiftSettings: computing),
    .target(
      name: "NotificationStorage",
      dependencies: [
        "CLinux", "ClocksAndQueues", "CSystemSQLite", "DeliveryLogging", "NotificationTypes",
        "SQLiteAccess", "StoreSalvage", "StoreSchema", "StoreSharing", "StoreTables",
        "TriggerDates",
      ],
      swiftSettings: strict),
    // What every program may do with the store; the scheduler is for the one that delivers.
    .target(
      name: "NotificationRequests",
      dependencies: [
        "ClocksAndQueues", "DeliveryLogging", "NotificationStorage", "NotificationTypes",
        "RegionTracking", "SQLiteAccess", "StoreSharing", "StoreTables", "TriggerDates",
      ],
      swiftSettings: strict),
    .target(
      name: "SchedulerTiming",
      dependencies: ["CLinux", "ClocksAndQueues", "StoreSharing", "TriggerDates"],
      swiftSettings: strict),
    .target(
      name: "NotificationScheduling",
      dependencies: [
        "CLinux", "ClocksAndQueues", "DeliveryLogging", "NotificationRequests",
        "NotificationStorage", "NotificationTypes", "SchedulerTiming", "StoreSharing",
        "StoreTables", "TriggerDates",
      ],
      swiftSettings: strict),
    // All that a program with notifications is linked with: no library for sound or screen.
    .target(
      name: "AppProcesses", dependencies: ["CLinux", "NotificationRequests", "NotificationTypes"],
      swiftSettings: strict),
    .target(
      name: "AppNotifications",
      dependencies: [
        "AppProcesses", "LogOutput", "NotificationAccess", "NotificationTypes",
        "NotificationRequests",
      ],
      swiftSettings: strict),
    // Where the box is, from gpsd, for the requests that wait for a region.
    .target(
      name: "RegionWatching", dependencies: ["NotificationRequests"], swiftSettings: strict),
    // What happens when something is due: each room knows those before it, and NotificationDelivery
    // gives the modules with its public types to whoever imports it.
    .target(
      name: "DeliveryDecisions", dependencies: ["NotificationAccess", "NotificationTypes"],
      swiftSettings: strict),
    .target(
      name: "AlertRinging",
      dependencies: [
        "AlertPlayback", "ClocksAndQueues", "DeliveryDecisions", "SoundResolution",
      ],
      swiftSettings: strict),
    .target(
      name: "AppSessions",
      dependencies: [
        "AppProcesses", "CLinux", "DesktopBanners", "DesktopBus", "NotificationAccess",
        "NotificationRequests", "NotificationScheduling", "NotificationTypes",
      ],
      swiftSettings: strict),
    .target(
      name: "DeliveryFlow",
      dependencies: [
        "AlertPlayback", "AlertRinging", "AppNotifications", "AppSessions", "DeliveryDecisions",
        "DesktopBanners", "NotificationAccess", "NotificationRequests", "NotificationScheduling",
        "NotificationTypes", "SoundResolution",
      ],
      swiftSettings: strict),
    .target(
      name: "NotificationDelivery",
      dependencies: [
        "AlertPlayback", "AlertRinging", "AppSessions", "DeliveryDecisions", "DeliveryFlow",
        "DesktopBanners", "DesktopBus", "NotificationRequests",
        "NotificationScheduling", "NotificationTypes", "RegionWatching", "SoundResolution",
        "YAMLText",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "tocsind",
      dependencies: [
        "AlertPlayback", "ConsoleOutput", "CSystemd", "LogHandlers", "LogOutput",
        "NotificationDelivery", "NotificationRequests", "NotificationScheduling",
        arguments,
      ] + service,
      swiftSettings: strict),
    .executableTarget(
      name: "tocsinctl",
      dependencies: [
        "AppProcesses", "ConsoleOutput", "Files", "LogOutput", "NotificationAccess",
        "NotificationDelivery", "NotificationRequests", "NotificationTypes", "RemoteNotifications",
        arguments,
      ],
      swiftSettings: strict),
    // The box's half of remote notifications: the network is here, and nowhere else.
    .target(
      name: "RemoteReceiving",
      dependencies: [
        "CCurl", "CLinux", "CNats", "NotificationAccess", "NotificationRequests",
        "NotificationTypes", "RemoteNotifications",
      ],
      swiftSettings: computing),
    .executableTarget(
      name: "tocsin-remote",
      dependencies: [
        "CLinux", "ConsoleOutput", "CSystemd", "LogOutput", "NotificationRequests",
        "RemoteNotifications", "RemoteReceiving",
        arguments,
      ],
      swiftSettings: strict),
    // What a program that was written for Apple's systems imports.
    // Not called CoreLocation: no other package could have a target of that name. A program takes it
    // under that name (`moduleAliases`).
    // AppNotifications is linked, and not imported, as for UserNotifications.
    .target(
      name: "RegionTypes",
      dependencies: ["AppNotifications", "LogOutput", "NotificationAccess", "NotificationTypes"],
      swiftSettings: strict),
    .target(
      name: "UserNotifications",
      // AppNotifications is linked, and not imported: the Apple names' clients could not load it.
      dependencies: [
        "AppNotifications", "LogOutput", "NotificationAccess", "NotificationTypes", "RegionTypes",
      ],
      swiftSettings: strict),
    .target(
      name: "UserNotificationsUI", dependencies: ["NotificationAccess", "UserNotifications"],
      swiftSettings: strict),
    // Not called UIKit: in the graph of a package `canImport` would become true for all.
    .target(
      name: "LegacyNotifications",
      dependencies: [
        "AppNotifications", "LogOutput", "NotificationTypes", "RegionTypes", "UserNotifications",
      ],
      swiftSettings: strict),
    .target(
      name: "RemoteRegistration", dependencies: ["LegacyNotifications"], swiftSettings: strict),
    .executableTarget(
      name: "tea", dependencies: ["UserNotifications"], path: "Examples/tea",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "finished", dependencies: ["UserNotifications"], path: "Examples/finished",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "pomodoro", dependencies: ["UserNotifications"], path: "Examples/pomodoro",
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "reminder", dependencies: ["UserNotifications"], path: "Examples/reminder",
      swiftSettings: [.swiftLanguageMode(.v6)]),
    .executableTarget(
      name: "box-alarm", dependencies: ["UserNotifications"], path: "Examples/box-alarm",
      swiftSettings: [.swiftLanguageMode(.v6)]),

    // An example of a service, and the one that the tests kill.
    .executableTarget(
      name: "reminders", dependencies: ["NotificationScheduling", "NotificationTypes"],
      swiftSettings: strict),

    // An app as its developer would write it, for the tests that kill it.
    .executableTarget(
      name: "clientapp",
      dependencies: ["AppNotifications", "NotificationScheduling", "NotificationTypes"],
      path: "Tests/ClientApp", swiftSettings: strict),
    // A service extension as Apple's template has it, for the tests that run it as a process.
    .executableTarget(
      name: "serviceextension", dependencies: ["AppleSourcesSwift5", "UserNotifications"],
      path: "Tests/ServiceExtensionApp", swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["AudioTypes", "CLinux"], path: "Tests/TestSupport",
      swiftSettings: computing),
    .testTarget(
      name: "FilesTests", dependencies: ["Files", "AudioTypes", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LogOutputTests", dependencies: ["LogOutput", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AudioTypesTests", dependencies: ["AudioTypes", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "AudioContainersTests",
      dependencies: ["Files", "AudioTypes", "AudioContainers", "TestSupport"],
      swiftSettings: strict),
    .target(name: "CIMA4Oracle", path: "Tests/CIMA4Oracle"),
    .testTarget(
      name: "AudioCodecsTests",
      dependencies: [
        "Files", "AudioTypes", "AudioCodecs", "CIMA4Oracle", "CIMA4Search", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "AudioProcessingTests", dependencies: ["AudioTypes", "AudioProcessing", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "AudioImportTests",
      dependencies: ["AudioImport", "AudioTypes", "Files", "TestSupport", "tocsin"],
      swiftSettings: strict),
    .testTarget(
      name: "AlertSoundsTests",
      dependencies: [
        "Files", "AudioTypes", "AudioContainers", "AudioCodecs", "AudioProcessing", "AlertSounds",
        "TestSupport",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "SoundDrawingTests",
      dependencies: [
        "AlertSounds", "AudioProcessing", "AudioTypes", "SoundDrawing", "TestSupport", "tocsin",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "SoundResolutionTests",
      dependencies: ["Files", "AudioTypes", "AlertSounds", "SoundResolution", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "YAMLTextTests", dependencies: ["YAMLText", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "BundlePreflightTests",
      dependencies: [
        "BundlePreflight", "AlertSounds", "AudioTypes", "AudioContainers", "Files", "TestSupport",
        "tocsin",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "AlertPlaybackTests",
      dependencies: [
        "AlertPlayback", "AudioTypes", "TestSupport", "tocsin",
        arguments,
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "DesktopBannersTests",
      dependencies: ["DesktopBanners", "DesktopBus", "NotificationTypes", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "NotificationDeliveryTests",
      dependencies: [
        "AlertRinging", "AppNotifications", "AppProcesses", "AppSessions", "DeliveryDecisions",
        "DeliveryFlow", "NotificationAccess", "NotificationDelivery", "NotificationScheduling",
        "NotificationTypes", "AlertSounds", "AlertPlayback", "AudioTypes", "DesktopBanners",
        "SoundResolution",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RegionWatchingTests",
      dependencies: [
        "NotificationDelivery", "NotificationScheduling", "NotificationTypes", "RegionWatching",
        "TestSupport", "tocsinctl", "tocsind",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "tocsindTests",
      dependencies: [
        "DesktopBanners", "NotificationDelivery", "NotificationScheduling", "NotificationTypes",
        "AlertPlayback", "AlertSounds", "AudioTypes", "Files", "TestSupport", "clientapp",
        "finished", "tea", "tocsinctl", "tocsind",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "tocsinTests",
      dependencies: ["tocsin", "Files", "AudioTypes", "AudioContainers", "TestSupport"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "RequestParsingTests", dependencies: ["RequestParsing", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "NotificationTypesTests", dependencies: ["NotificationTypes"], swiftSettings: strict),
    .testTarget(
      name: "RemoteNotificationsTests", dependencies: ["NotificationTypes", "RemoteNotifications"],
      swiftSettings: strict),
    .testTarget(
      name: "RemoteReceivingTests",
      dependencies: [
        "CNats", "NotificationScheduling", "NotificationTypes", "RemoteNotifications",
        "RemoteReceiving", "TestSupport", "serviceextension", "tocsin-remote", "tocsinctl",
        "tocsind",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "NotificationSchedulingTests",
      dependencies: [
        "ClocksAndQueues", "CSystemSQLite", "DeliveryLogging", "NotificationRequests",
        "NotificationScheduling", "NotificationStorage", "NotificationTypes", "RegionTracking",
        "SQLiteAccess", "StoreSalvage", "StoreSharing", "StoreTables", "TestSupport",
        "TriggerDates", "reminders", "tocsinctl",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    // Programs as somebody writes them who has never heard of Linux: that they compile is the test.
    .target(
      name: "AppleSourcesSwift5",
      dependencies: ["RemoteRegistration", "UserNotifications", "UserNotificationsUI"],
      path: "Tests/AppleSources/Swift5", swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "AppleSourcesSwift6", dependencies: ["UserNotifications", "UserNotificationsUI"],
      path: "Tests/AppleSources/Swift6", swiftSettings: [.swiftLanguageMode(.v6)]),
    .target(
      name: "AppleSourcesMainActor", dependencies: ["UserNotifications", "UserNotificationsUI"],
      path: "Tests/AppleSources/MainActor",
      swiftSettings: [
        .swiftLanguageMode(.v6), .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
      ]),
    // The same with Apple's API of before iOS 10 and macOS 11. A warning about a default of the module
    // would stand in every app that has a delegate.
    .target(
      name: "LegacySourcesSwift5", dependencies: ["LegacyNotifications", "RegionTypes"],
      path: "Tests/AppleSources/Legacy5",
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
    .target(
      name: "LegacySourcesSwift6", dependencies: ["LegacyNotifications"],
      path: "Tests/AppleSources/Legacy6",
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "UserNotificationsTests",
      dependencies: [
        "AlertPlayback", "AppNotifications", "AppleSourcesMainActor", "AppleSourcesSwift5",
        "AppleSourcesSwift6",
        "LegacySourcesSwift5", "LegacySourcesSwift6", "LegacyNotifications", "RegionTypes",
        "DesktopBanners", "NotificationAccess", "NotificationDelivery", "NotificationScheduling",
        "NotificationTypes", "RemoteRegistration", "TestSupport", "UserNotifications",
        "UserNotificationsUI", "box-alarm", "finished", "pomodoro", "reminder", "tea",
        "clientapp", "tocsind",
      ],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "tocsinctlTests",
      dependencies: ["NotificationScheduling", "NotificationTypes", "TestSupport", "tocsinctl"],
      swiftSettings: strict),
  ]
)
