extension [String: String] {
  /// These variables without those by which a service manager speaks with the service alone
  /// (sd_notify(3), sd_watchdog_enabled(3), sd_listen_fds(3)), or tells it where its standard error
  /// leads: a program that the service starts would speak in its place.
  package var withoutServiceManager: [String: String] {
    filter { name, _ in
      !["NOTIFY_SOCKET", "WATCHDOG_", "LISTEN_", "JOURNAL_STREAM"].contains(where: name.hasPrefix)
    }
  }
}
