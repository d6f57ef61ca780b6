// swift-tools-version: 6.2
import PackageDescription

/// The settings of the package that is measured.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func tocsin(_ product: String) -> Target.Dependency { .product(name: product, package: "tocsin") }

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "tocsin", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
  ],
  targets: [
    .target(name: "CSpawn"),
    .target(
      name: "CPeerCodecs",
      linkerSettings: [
        .linkedLibrary("avcodec"), .linkedLibrary("avutil"), .linkedLibrary("sndfile"),
      ]),
    .executableTarget(
      name: "bench",
      dependencies: [
        "CPeerCodecs", "CSpawn", tocsin("Files"), tocsin("AudioFormats"),
        tocsin("AudioProcessing"), tocsin("AlertSounds"), tocsin("NotificationTypes"),
        tocsin("NotificationScheduling"), tocsin("NotificationDelivery"), tocsin("AlertPlayback"),
        tocsin("SoundResolution"), tocsin("Desktop"), tocsin("LinuxProcess"),
        tocsin("NotificationStorage"), tocsin("Triggers"), tocsin("CLinux"), "probe",
        tocsin("CSystemSQLite"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "probe",
      dependencies: [tocsin("NotificationScheduling"), tocsin("NotificationStorage")],
      swiftSettings: strict),
  ]
)
