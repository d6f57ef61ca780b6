import ArgumentParser
import ConsoleOutput
import FoundationEssentials
import NotificationStorage
import NotificationTypes

struct AppCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "app", abstract: "Register apps, so that they get what users answer.",
    subcommands: [Register.self, Unregister.self, List.self])

  struct Register: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Register an app, in the place of one with the same identifier.",
      discussion: """
        The command is run with each response while the app does not run: the response is JSON on \
        standard input, and TOCSIN_APP, TOCSIN_REQUEST, TOCSIN_ACTION and TOCSIN_TEXT in the \
        environment, cut to 16 KiB each. When it ends with status 0 it has taken the response, \
        whatever it has started. It is also run with what a server sends to the app itself, once, \
        with TOCSIN_PUSH instead of the last three. What it prints goes nowhere, but the first kilobyte on standard \
        error goes to the daemon's log.

        The service extension may change a notification from a server before it is delivered, if \
        that has an alert and mutable-content. It is run by tocsin-remote, which has a network. It \
        gets the request as JSON on standard input, and prints the content to deliver as JSON: the \
        part "content" of what it got, with its changes. It has 30 s; then it gets SIGTERM, and 2 s \
        later the content that the server sent is delivered. So it is after an empty answer.

        A content extension is a page that tocsin-center shows in the place of the content of the \
        notifications of a category. The page and its files are in a folder of its own; Info.plist \
        in it may have the keys of Apple's content extensions, and name the categories, too. The page \
        has no network. Documentation/center.md says what it gets and answers.

        EXAMPLES
          tocsinctl app register org.example.mail --exec /usr/bin/mail --exec --respond
          tocsinctl app register org.example.mail --service-extension jq \
            --service-extension '.content | .title = "From a server"'
          tocsinctl app register org.example.kitchen --content-extension timer=timer/index.html
        """)

    @Argument(help: "Its bundle or desktop identifier.") var identifier: String
    @Option(help: "The name that people see.") var name = ""
    @Option(
      name: .customLong("exec"), parsing: .unconditionalSingleValue,
      help: "The command; given again, its arguments.")
    var command: [String] = []
    @Option(
      name: .customLong("service-extension"), parsing: .unconditionalSingleValue,
      help: "The program of its service extension; given again, its arguments.")
    var serviceExtension: [String] = []
    @Option(
      name: .customLong("content-extension"),
      help: ArgumentHelp(
        "A page that shows the notifications of a category; may be repeated.",
        valueName: "CATEGORY=page.html"))
    var contentExtensions: [String] = []
    @Option(help: "An icon's name or path.") var icon = ""
    @Option(help: "The folder of its resources, where its sounds are.") var bundle: String?
    @Option(name: .customLong("group"), help: "A group whose sounds it shares; may be repeated.")
    var groups: [String] = []

    func validate() throws {
      guard !identifier.isEmpty else { throw ValidationError("the identifier must not be empty") }
      guard serviceExtension.first != "" else {
        throw ValidationError("the program of --service-extension must not be empty")
      }
    }

    func run() throws {
      var program = serviceExtension
      // Another process runs it, elsewhere. A name is searched in PATH.
      if let first = program.first, first.contains("/") {
        program[0] = URL(fileURLWithPath: first).standardizedFileURL.path
        guard FileManager.default.isExecutableFile(atPath: program[0]) else {
          throw Failure("'\(first)' cannot be run: it is not there, or not executable")
        }
      }
      let app = RegisteredApp(
        identifier: identifier, name: name, command: command, icon: icon,
        bundle: bundle.map { URL(fileURLWithPath: $0).standardizedFileURL.path }, groups: groups,
        serviceExtension: program,
        contentExtensions: try ContentExtensionText.all(contentExtensions))
      let date = Date()
      try NotificationSchedule.ofUser().store.change(identifier) { profile in
        let known = profile.registration
        profile.registration = app
        guard !app.command.isEmpty else { return }
        let hadCommand = known?.command.isEmpty == false
        profile.registration?.commandDate = hadCommand ? known?.commandDate : date
      }
    }
  }

  struct Unregister: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Forget an app's registration.")

    @Argument(help: "Its identifier.") var identifier: String

    func run() throws {
      // Also one that cannot be decoded.
      guard try NotificationSchedule.ofUser().store.apply(.unregistered(app: identifier)) > 0 else {
        throw Failure("'\(identifier)' is not registered")
      }
    }
  }

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the registered apps.")

    @Flag(name: .customLong("json"), help: "Print them as JSON.") var wantsJSON = false

    func run() throws {
      let apps = try NotificationSchedule.ofUser().store.read(.profiles)
        .compactMap(\.value.registration).sorted { $0.identifier < $1.identifier }
      if wantsJSON { return try Console.printJSON(Listing(items: apps)) }
      guard !apps.isEmpty else { return Console.complain("no app is registered") }
      let folder = StoreFolder.standard()
      var table = Table("APP", "NAME", "STATE", "COMMAND")
      for app in apps {
        table.append(
          app.identifier, app.name, AppPresence.current(of: app.identifier, in: folder).rawValue,
          app.command.joined(separator: " "))
      }
      Console.print(table.text)
    }
  }
}

struct CategoriesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categories",
    abstract: "Show the categories of apps, or set those of one from a JSON list.",
    discussion: """
      EXAMPLE
        echo '[{"identifier": "mail", "actions": [{"identifier": "reply", "title": "Reply",
          "textInput": {"buttonTitle": "Send", "placeholder": ""}}]}]' |
          tocsinctl categories org.example.mail --set -
      """)

  @Argument(help: "The app; without it, those of all apps are shown.") var app: String?
  @Option(name: .customLong("set"), help: "The list's file; - is standard input.")
  var file: String?

  func validate() throws {
    guard app != nil || file == nil else { throw ValidationError("name the app") }
  }

  func run() throws {
    let store = try NotificationSchedule.ofUser().store
    if let file, let app { return try set(file, app, in: store) }
    let profiles = try app.map { [$0: try store.profile(of: $0)] } ?? store.read(.profiles)
    let categories = profiles.mapValues(\.categories)
    try Console.printJSON(categories.filter { app != nil || !$0.value.isEmpty })
  }

  private func set(_ file: String, _ app: String, in store: NotificationStore) throws {
    let data = try document(at: file)
    do {
      let categories = try JSONDecoder().decode([NotificationCategory].self, from: data)
      try store.change(app) { $0.categories = categories }
    } catch let error as DecodingError {
      throw Failure("'\(file)' is not a list of categories: \(error)")
    }
  }
}
