extension [String: String] {
  /// These variables without those that a service manager sets for the service itself (sd_notify(3),
  /// sd_watchdog_enabled(3), sd_listen_fds(3), `JOURNAL_STREAM` of systemd.exec(5)). With them, a
  /// program that the service starts could pass for the service.
  package var withoutServiceManager: [String: String] {
    filter { name, _ in
      !["NOTIFY_SOCKET", "WATCHDOG_", "LISTEN_", "JOURNAL_STREAM"].contains(where: name.hasPrefix)
    }
  }
}
