import Foundation
import LinuxProcess

/// The identity of this process for notifications, which a bundle contains on Apple's systems.
///
/// Documentation/apps.md explains how it is found.
public struct AppIdentity: Sendable, Hashable {
  /// The bundle or desktop identifier, without `.desktop`.
  public var identifier: String
  /// The name for people.
  public var displayName: String
  /// The absolute path of the folder with the app's resources, its sounds among them.
  public var bundle: String

  /// The identity of an app; without a name for people its identifier is shown.
  public init(identifier: String, displayName: String = "", bundle: String) {
    self.identifier = identifier
    self.displayName = displayName.isEmpty ? identifier : displayName
    self.bundle = bundle
  }

  /// This process.
  public static let current = AppIdentity(
    environment: ProcessInfo.processInfo.environment,
    executable: URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path)

  /// - Parameters:
  ///   - environment: of the process.
  ///   - executable: the absolute path of its program.
  public init(environment: [String: String], executable: String) {
    let program = URL(fileURLWithPath: executable)
    let file = DesktopFile.launched(environment)
    let given = environment["TOCSIN_APP_ID"].flatMap { $0.isEmpty ? nil : $0 }
    self.init(
      identifier: given ?? file?.identifier ?? program.lastPathComponent,
      displayName: file?.name ?? "", bundle: program.deletingLastPathComponent().path)
  }
}
