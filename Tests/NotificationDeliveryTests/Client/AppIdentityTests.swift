import Foundation
import LinuxProcess
import TestSupport
import Testing

@testable import AppNotifications
@testable import NotificationDelivery

@Suite("An app's identifier, name and bundle are found")
struct AppIdentityTests {
  private let folder: TemporaryFolder
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    file = try folder.write(
      """
      [Desktop Action New]
      Name=New letter
      [Desktop Entry]
      # Name=Comment
      Name = Mail
      Name[de]=Post
      DBusActivatable=true
      """.utf8, to: "org.example.Mail.desktop")
  }

  private func identity(_ environment: [String: String]) -> AppIdentity {
    AppIdentity(environment: environment, executable: "/opt/mail/bin/mailer")
  }

  @Test("The variable goes first, then the desktop file, then the program's name")
  func order() {
    #expect(identity([:]).identifier == "mailer")
    #expect(identity([:]).displayName == "mailer")
    let launched = ["BAMF_DESKTOP_FILE_HINT": file]
    #expect(identity(launched).identifier == "org.example.Mail")
    #expect(identity(launched).displayName == "Mail")
    let named = launched.merging(["TOCSIN_APP_ID": "org.example.Other"]) { $1 }
    #expect(identity(named).identifier == "org.example.Other")
    #expect(identity(["TOCSIN_APP_ID": ""]).identifier == "mailer")
  }

  @Test("The bundle is the program's folder")
  func bundle() { #expect(identity([:]).bundle == "/opt/mail/bin") }

  @Test("A desktop file that another process was launched from is not this one's")
  func inherited() {
    var environment = ["GIO_LAUNCHED_DESKTOP_FILE": file, "GIO_LAUNCHED_DESKTOP_FILE_PID": "1"]
    #expect(identity(environment).identifier == "mailer")
    environment["GIO_LAUNCHED_DESKTOP_FILE_PID"] = "\(getpid())"
    #expect(identity(environment).identifier == "org.example.Mail")
  }

  @Test("A desktop file is found in the folders for data, and says whether the bus starts the app")
  func installed() throws {
    let applications = folder.url("data/applications")
    try FileManager.default.createDirectory(at: applications, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: file, toPath: applications.appending(path: "org.example.Mail.desktop").path)
    let environment = ["XDG_DATA_HOME": folder.path("data"), "XDG_DATA_DIRS": "/nonexistent"]
    #expect(
      DesktopFile.find("org.example.Mail", environment: environment)?.isBusActivatable == true)
    #expect(DesktopFile.find("org.example.None", environment: environment) == nil)
    #expect(DesktopFile.find("../org.example.Mail", environment: environment) == nil)
  }
}
